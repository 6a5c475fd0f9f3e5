import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { usePrefill } from './use-prefill.ts'
import { stubWindow } from './window-stub.fixture.ts'

beforeAll(stubWindow)
afterEach(cleanup)

const initial = { currency: 'USD' }
function Invoice({ found }: { found?: Record<string, unknown> }) {
  const [form] = Form.useForm()
  usePrefill(form, found, initial)
  return (
    <Form form={form} initialValues={initial}>
      {['currency', 'buyerCode'].map((name) => (
        <Form.Item key={name} name={name}>
          <input aria-label={name} />
        </Form.Item>
      ))}
    </Form>
  )
}
const shown = () => ['currency', 'buyerCode'].map((label) => (screen.getByLabelText(label) as HTMLInputElement).value)
const order = () => ({ currency: 'JPY', buyerCode: 'CEDAR' })

test('values that arrive late fill a form once, and never replace a choice', () => {
  const { rerender } = render(<Invoice />)
  fireEvent.change(screen.getByLabelText('currency'), { target: { value: 'KWD' } })
  rerender(<Invoice found={order()} />)
  expect(shown()).toEqual(['KWD', 'CEDAR'])
  fireEvent.change(screen.getByLabelText('buyerCode'), { target: { value: 'DELTA' } })
  rerender(<Invoice found={order()} />)
  expect(shown()).toEqual(['KWD', 'DELTA'])
})

test('a form that nobody has changed takes all of them', () => {
  const { rerender } = render(<Invoice />)
  rerender(<Invoice found={order()} />)
  expect(shown()).toEqual(['JPY', 'CEDAR'])
})
