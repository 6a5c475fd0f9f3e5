import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { mostAssigned } from '@usance/wire/pool/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { AssignDialog } from './assign-dialog.tsx'

const invoice = (invoiceNo: string) => ({
  ...{ id: invoiceNo, invoiceNo, buyerName: 'Cedar', dueDate: '2026-12-01', outstanding: '10.00', confirmed: '10.00' },
})
const assigned: object[] = []
let all = ['INV-1', 'INV-2', 'INV-3']
/** How many invoices an answer lists. */
let most = 2
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_: unknown, { body: { search = '' } }: { body: { search?: string } }) => {
    const found = all.filter((no) => no.includes(search))
    return { more: found.length > most, invoices: found.slice(0, most).map(invoice) }
  },
  sendParts: async (_: unknown, { body }: { body: object }) => {
    assigned.push(body)
    return { assigned: 1 }
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => undefined,
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await Promise.all([loadAreaTexts('finance'), loadAreaTexts('pool')])
})
afterEach(cleanup)

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AssignDialog
        products={[{ id: 'P', name: 'Pool', nameCn: 'Pool', currencies: ['USD'] }]}
        onClose={() => {}}
        onDone={() => {}}
      />
    </QueryClientProvider>,
  )
const add = () => {
  fireEvent.click(screen.getAllByRole('checkbox', { name: 'Select this row' })[0]!)
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
}

test('where more invoices can be assigned than are listed, the dialog says so; a search finds the others beside those chosen', async () => {
  most = 2
  open()
  await screen.findByText('INV-1')
  expect(screen.queryByText('INV-3')).toBeNull()
  expect(screen.getByText('Only the first 2 are shown. Search for the others.')).toBeTruthy()
  add()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'INV-3' } })
  await screen.findByText('INV-3')
  expect(screen.queryByText(/Only the first/)).toBeNull()
  add()
  expect(screen.getByRole('button', { name: 'Assign 2' })).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'no such' } })
  await waitFor(() => expect(screen.getAllByText('INV-3')).toHaveLength(1))
  expect(screen.getByText('INV-1')).toBeTruthy()
  expect(screen.queryByText('Nothing to assign')).toBeNull()
})

test('where all invoices that can be assigned are listed, nothing is searched', async () => {
  most = 3
  open()
  await screen.findByText('INV-3')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('too many chosen invoices are reported, and assigned once enough are taken out', async () => {
  all = Array.from({ length: mostAssigned + 1 }, (_, index) => `INV-${index + 1}`)
  most = all.length
  open()
  await screen.findByText('INV-1')
  const boxes = (label: string) => [...document.querySelectorAll<HTMLInputElement>(`[aria-label="${label}"]`)]
  const press = (label: string) => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
    fireEvent.click(button ?? expect.fail(`${label} is not there`))
  }
  const assign = () => [...document.querySelectorAll('button')].find(({ textContent }) => /^Assign \d/.test(textContent))
  for (let no = 0; no < all.length; no += 5) {
    fireEvent.click(boxes('Select all rows on this page')[0]!)
    const next = boxes('Next page')[0]
    if (next) fireEvent.click(next)
  }
  press('Add')
  expect(assign()?.textContent).toBe(`Assign ${all.length}`)
  expect(assign()?.disabled).toBe(true)
  expect(document.querySelector('[role=alert]')?.textContent).toBe(
    'At most 500 are taken at once. Take 1 out and do them afterwards.',
  )
  fireEvent.click(boxes('Select this row').at(-1)!)
  press('Remove selected')
  expect(assign()?.disabled).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('chosen invoices go to the product that they were chosen for, whichever is offered first meanwhile', async () => {
  all = ['INV-1', 'INV-2']
  most = 3
  const queries = new QueryClient()
  const dialog = (...ids: string[]) => (
    <QueryClientProvider client={queries}>
      <AssignDialog
        products={ids.map((id) => ({ id, name: `Pool ${id}`, nameCn: '', currencies: ['USD'] }))}
        onClose={() => {}}
        onDone={() => {}}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(dialog('M', 'Z'))
  await screen.findByText('INV-1')
  add()
  rerender(dialog('A', 'M', 'Z'))
  expect(document.querySelector('select')?.selectedOptions[0]?.textContent).toBe('Pool M · USD')
  fireEvent.click(screen.getByRole('button', { name: 'Assign 1' }))
  await waitFor(() => expect(assigned).toHaveLength(1))
  expect(assigned[0]).toMatchObject({ productId: 'M', invoiceIds: ['INV-1'] })
})
