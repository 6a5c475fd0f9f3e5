import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { refreshPages } from '../../../shell/fresh-pages.ts'
import { StatementPanel } from './statement-panel.tsx'

const account = (id: string) => ({ id, companyName: id, bankAccount: id, currency: 'USD' })
const asked: string[] = []
const booked: object[] = []
let accounts = ['one', 'two']
let columns: string[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body }: { body: { bankAccountId?: string; declared?: string[] } }) => {
    if (!body.bankAccountId) return { accounts: accounts.map(account) }
    asked.push(`${path} ${body.bankAccountId} ${body.declared?.join()}`)
    return {
      statements: [{ addsUp: columns.length > 0 }],
      counts: { NEW: 1 },
      toDeclare: { columns, lines: [], unsigned: null },
      rows: [],
    }
  },
  sendParts: async (_: unknown, { body }: { body: object }) => {
    booked.push(body)
    return { statements: [], counts: { BOOKED: 1 }, toDeclare: { columns: [], lines: [], unsigned: null }, rows: [] }
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../http/upload.ts', async (original) => ({
  ...(await original<object>()),
  upload: async (file: File) => ({ id: file.name, objectKey: file.name, fileName: file.name }),
}))
vi.mock('./statement-rows.tsx', () => ({ StatementRows: () => null }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})

afterEach(cleanup)
beforeEach(() => {
  asked.length = 0
  booked.length = 0
  accounts = ['one', 'two']
  columns = []
})

const select = () => document.querySelector<HTMLSelectElement>('select')!
const box = async () => (await screen.findByRole('checkbox')) as HTMLInputElement
async function openPanel(queries = new QueryClient()) {
  render(
    <QueryClientProvider client={queries}>
      <StatementPanel onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(select().value).toBe('one'))
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [new File(['x'], 'bank.csv')] } })
}

test('a difference that was accepted for one account is not accepted for another', async () => {
  await openPanel()
  fireEvent.click(await box())
  expect((await box()).checked).toBe(true)
  fireEvent.change(select(), { target: { value: 'two' } })
  await waitFor(() => expect(asked).toHaveLength(2))
  expect((await box()).checked).toBe(false)
})

test('what was declared of a list is asked with its titles, and not declared for another account', async () => {
  columns = ['Posting status']
  await openPanel()
  fireEvent.click(await box())
  await waitFor(() => expect(asked.at(-1)).toMatch(/ one Posting status$/))
  fireEvent.change(select(), { target: { value: 'two' } })
  await waitFor(() => expect(asked.at(-1)).toMatch(/ two $/))
  expect((await box()).checked).toBe(false)
})

test('a statement is booked on the account that it was read for, whichever account is the first one meanwhile', async () => {
  const queries = new QueryClient()
  await openPanel(queries)
  fireEvent.click(await box())
  accounts = ['another', 'one', 'two']
  await act(() => refreshPages(queries))
  await waitFor(() => expect(select().options).toHaveLength(3))
  expect(select().value).toBe('one')
  fireEvent.click(screen.getByRole('button', { name: t('repayment.statement.book', { count: 1 }) }))
  await waitFor(() => expect(booked).toHaveLength(1))
  expect(booked[0]).toMatchObject({ bankAccountId: 'one', acceptDifference: true })
})
