import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { PartyField } from './search-fields.tsx'
import { stubWindow } from './window-stub.fixture.ts'

const { asked } = vi.hoisted(() => ({ asked: [] as { role: string; codeOrName?: string; id?: string }[] }))
const alder = { id: 'A1', code: 'ALDER', name: 'Alder Trading' }
vi.mock('../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_: unknown, { body }: { body: (typeof asked)[number] }) => {
    asked.push(body)
    const list = body.id || 'alder'.includes(body.codeOrName ?? '') ? [alder] : []
    return { list, total: list.length }
  },
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
})
afterEach(() => {
  cleanup()
  asked.length = 0
})

const show = (supplierId?: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form initialValues={{ supplierId }}>
        <PartyField name="supplierId" label="Supplier" of="SUPPLIER" />
      </Form>
    </QueryClientProvider>,
  )

test('the server searches for a company by what is typed, and the chosen one keeps its name during a further search', async () => {
  show()
  const box = screen.getByRole('combobox')
  fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: 'alder' } })
  await waitFor(() => expect(asked).toContainEqual({ role: 'SUPPLIER', codeOrName: 'alder', pageNum: 1, pageSize: 20 }))
  fireEvent.click(await screen.findByText('Alder Trading (ALDER)', { selector: '.ant-select-item-option-content' }))
  fireEvent.change(box, { target: { value: 'birch' } })
  await waitFor(() => expect(asked.some(({ codeOrName }) => codeOrName === 'birch')).toBe(true))
  fireEvent.change(box, { target: { value: '' } })
  expect(screen.getAllByTitle('Alder Trading (ALDER)').length).toBeGreaterThan(0)
  expect(asked.some(({ id }) => id !== undefined)).toBe(false)
})

test('a company that stands in a form is shown by its name, and never by its id', async () => {
  show('A1')
  expect(screen.queryByTitle('A1')).toBeNull()
  expect(await screen.findByTitle('Alder Trading (ALDER)')).toBeTruthy()
  expect(asked).toEqual([{ role: 'SUPPLIER', id: 'A1' }])
})
