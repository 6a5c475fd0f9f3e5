import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form, type FormInstance, Input } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { Refused } from '../../../http/refused.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { Rates } from './fx-dialog.tsx'

let fails = false
const { asked } = vi.hoisted(() => ({ asked: [] as object[] }))
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body }: { body: { fromCurrency: string } }) => {
    if (fails) throw new Refused(500, 'The server is too busy.')
    if (!path.endsWith('/fxInForce')) return []
    asked.push(body)
    return body.fromCurrency === 'GBP' ? { rate: '1.25', rateDate: '2020-01-31' } : null
  },
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(() => {
  cleanup()
  queries.clear()
  fails = false
})

let form: FormInstance
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
function Pair() {
  const [own] = Form.useForm()
  form = own
  return (
    <QueryClientProvider client={queries}>
      <Form form={own} initialValues={{ fromCurrency: 'EUR', toCurrency: 'USD' }}>
        <Form.Item name="fromCurrency">
          <Input />
        </Form.Item>
        <Form.Item name="toCurrency">
          <Input />
        </Form.Item>
        <Rates />
      </Form>
    </QueryClientProvider>
  )
}
const from = (currency: string) => act(async () => form.setFieldValue('fromCurrency', currency))
const rates = () => [form.getFieldValue('rate'), form.getFieldValue('inverse')]

test('equal currencies make both rates 1 and say that they are equal; the next pair begins without a rate', async () => {
  render(<Pair />)
  const field = await screen.findByLabelText(/1 EUR/)
  await act(async () => {
    fireEvent.change(field, { target: { value: '1.08' } })
    fireEvent.blur(field)
  })
  expect(rates()[0]).toBe('1.0800')
  await from('USD')
  expect(rates()).toEqual(['1', '1'])
  expect(screen.getByRole('alert')).toBeTruthy()
  await from('JPY')
  expect(rates()).toEqual([undefined, undefined])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where the rates in force cannot be asked for that is said, and not that none is in force', async () => {
  const none = /no rate/i
  const { unmount } = render(<Pair />)
  expect(await screen.findByText(none)).toBeTruthy()
  unmount()
  queries.clear()
  fails = true
  render(<Pair />)
  expect((await screen.findByRole('alert')).textContent).toContain('The server is too busy.')
  expect(screen.queryByText(none)).toBeNull()
})

test('the rate in force of a pair is asked for by its currencies, and not looked for among the newest rates', async () => {
  render(<Pair />)
  await from('GBP')
  expect(await screen.findByText(/1 GBP = 1\.2500 USD/)).toBeTruthy()
  expect(asked).toContainEqual({ fromCurrency: 'GBP', toCurrency: 'USD' })
})
