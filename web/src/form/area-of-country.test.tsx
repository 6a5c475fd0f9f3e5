import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { Form, type FormInstance } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { DynamicForm } from './dynamic-form.tsx'
import { stubWindow } from './window-stub.fixture.ts'

vi.mock('../http/client.ts', async (original) => ({ ...(await original<object>()), send: async () => [] }))
beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)
let form: FormInstance
const sent: object[] = []
function One() {
  ;[form] = Form.useForm()
  return (
    <QueryClientProvider client={new QueryClient()}>
      <DynamicForm
        form={form}
        onSubmit={(values) => sent.push(values)}
        fields={[
          { type: 'country', name: 'country', label: 'Country', require: 1 },
          { type: 'area', name: 'area', label: 'Area', require: 1, fromCountry: 'country' },
        ]}
      />
    </QueryClientProvider>
  )
}
test('an area of one country is not sent with another country', async () => {
  render(<One />)
  await act(async () => form.setFieldsValue({ country: 'CN', area: 'CN-31' }))
  await screen.findAllByText('China')
  await act(async () => form.setFieldValue('country', 'US'))
  await waitFor(() => expect(form.getFieldsValue()).toEqual({ country: 'US', area: undefined }))
  await act(async () => form.submit())
  await waitFor(() => expect(form.getFieldError('area')).toHaveLength(1))
  expect(sent).toEqual([])
  // An area that comes with its country is one of it.
  await act(async () => form.setFieldsValue({ country: 'CN', area: 'CN-11' }))
  await act(async () => form.submit())
  await waitFor(() => expect(sent).toEqual([{ country: 'CN', area: 'CN-11' }]))
})
