import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form, type FormInstance } from 'antd'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { RatePairFields } from './rate-pair-fields.tsx'
import { stubWindow } from './window-stub.fixture.ts'

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

let form: FormInstance
function Pair() {
  const [own] = Form.useForm()
  form = own
  return (
    <Form form={own}>
      <RatePairFields from="USD" to="IDR" rateName="rate" inverseName="inverse" label="Rate" inverseLabel="Inverse" required />
    </Form>
  )
}
const type = async (label: RegExp, text: string) => {
  const field = screen.getByLabelText(label)
  await act(async () => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  })
}
const faults = () =>
  act(async () => {
    try {
      await form.validateFields()
      return []
    } catch (refused) {
      return (refused as { errorFields: { name: string[] }[] }).errorFields.map(({ name }) => name[0])
    }
  })

test('a rate of 16,250 is entered with the small inverse that is worked out of it', async () => {
  render(<Pair />)
  await type(/1 USD/, '16250')
  expect(form.getFieldValue('inverse')).toBe('0.0000615385')
  expect(await faults()).toEqual([])
})
test('a rate that is typed is at least 0.0001, in either direction', async () => {
  render(<Pair />)
  await type(/1 IDR/, '0.00006')
  expect(await faults()).toEqual([])
  expect(form.getFieldsValue()).toMatchObject({ inverse: '0.0001', rate: '10000.0000' })
})
