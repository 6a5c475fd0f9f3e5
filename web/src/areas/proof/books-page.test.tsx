import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Answer } from '@usance/wire/call'
import { ledgerCalls, type Statements } from '@usance/wire/ledger/calls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Kit } from '../../form/kit.tsx'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { Refused } from '../../http/refused.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import BooksPage from './books-page.tsx'

const send = vi.fn()
const sendFile = vi.fn()
let mayExport = true
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: (...args: unknown[]) => send(...args),
  sendFile: (...args: unknown[]) => sendFile(...args),
}))
vi.mock('../../http/files.ts', async (original) => ({ ...(await original<object>()), saveFile: () => undefined }))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouter: () => ({}) }))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => undefined,
  useCan: () => () => mayExport,
  useMayAct: () => () => true,
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('report')
})
beforeEach(() => {
  mayExport = true
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

const bank = { account: 'F1000', nameEn: 'Payment bank', nameZh: '付款银行' }
const income = { account: 'F4000', nameEn: 'Interest income', nameZh: '利息收入' }
const usd: Statements = {
  currency: 'USD',
  trialBalance: [
    { ...bank, opening: '40.00', debit: '10.00', credit: '0.00', closing: '50.00' },
    { ...income, opening: '40.00', debit: '0.00', credit: '10.00', closing: '50.00' },
  ],
  debit: '10.00',
  credit: '10.00',
  accounts: {
    profitAndLoss: {
      income: [{ ...income, amount: '10.00' }],
      expense: [],
      totalIncome: '10.00',
      totalExpense: '0.00',
      result: '10.00',
    },
    balanceSheet: {
      assets: [{ ...bank, amount: '50.00' }],
      liabilities: [],
      totalAssets: '50.00',
      totalLiabilities: '0.00',
      broughtForward: '40.00',
      result: '10.00',
      totalFunds: '50.00',
    },
  },
  proofs: [
    { name: 'MOVEMENTS', left: '10.00', right: '10.00', holds: true },
    { name: 'BALANCE_SHEET', left: '50.00', right: '50.00', holds: true },
  ],
}
type Books = Answer<typeof ledgerCalls.trialBalance>
const march: Books = {
  ownerName: 'Elm Trade Bank',
  book: 'F',
  from: '2025-03-01',
  to: '2025-03-31',
  basis: 'KNOWN',
  currencies: ['USD', 'JPY'],
  statements: [usd],
  bookedLater: null,
  publicKey: 'MCowBQYDK2VwAyEAkey',
}
const open = (answer: Partial<Books> = {}) => {
  send.mockResolvedValue({ ...march, ...answer })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Kit>
        <BooksPage />
      </Kit>
    </QueryClientProvider>,
  )
}
const asked = () => send.mock.calls.at(-1)?.[1].body
const cellsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => row.textContent)

test('the page opens with the month that the server names, its three statements, and the line that proves them', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'USD' })).toBeTruthy()
  expect(asked()).toEqual({ basis: 'KNOWN' })
  expect(screen.getByText('Elm Trade Bank · book of the funder')).toBeTruthy()
  expect(cellsOf('Trial balance USD')).toEqual([
    'AccountOpening balanceDebitCreditClosing balance',
    'F1000 Payment bank40.0010.000.0050.00',
    'F4000 Interest income40.000.0010.0050.00',
    'Total10.0010.00',
  ])
  expect(cellsOf('Income USD').at(-1)).toBe('Total income10.00')
  expect(cellsOf('Liabilities and result USD').slice(1)).toEqual([
    ' Result brought forward40.00',
    ' Result of the period10.00',
    'Total liabilities and result50.00',
  ])
  expect(screen.getByText(/^Balanced: /).textContent).toContain('50.00')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a memo book shows its trial balance alone, and says what is not entered in it', async () => {
  open({ book: 'S', statements: [{ ...usd, accounts: null }] })
  expect(await screen.findByText(/^A memo book holds what the portal booked of your financings/)).toBeTruthy()
  expect(screen.getAllByRole('table')).toHaveLength(1)
  expect(screen.getByText(/^Balanced: debits and credits:/).textContent).toContain('10.00')
})

test('a month, a basis and a currency are asked for as they are chosen', async () => {
  open()
  await screen.findByRole('heading', { name: 'USD' })
  fireEvent.click(screen.getByRole('button', { name: 'Earlier month' }))
  await waitFor(() => expect(asked()).toEqual({ from: '2025-02-01', to: '2025-02-28', basis: 'KNOWN' }))
  fireEvent.click(screen.getByRole('button', { name: 'Later month' }))
  await waitFor(() => expect(asked()).toEqual({ from: '2025-03-01', to: '2025-03-31', basis: 'KNOWN' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'Basis' }), { target: { value: 'REPORTED' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Currency' }), { target: { value: 'JPY' } })
  await waitFor(() => expect(asked()).toEqual({ from: '2025-03-01', to: '2025-03-31', basis: 'REPORTED', currency: 'JPY' }))
})

test('a sum that differs is named in red, with both of its sides', async () => {
  open({ statements: [{ ...usd, proofs: [{ name: 'MOVEMENTS', left: '10.00', right: '11.00', holds: false }] }] })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Debits and credits differ: 10.00 ≠ 11.00')
  expect(alert.className).toContain('is-off')
  expect(screen.queryByText(/^Balanced: /)).toBeNull()
})

test.each([
  [{ entries: 2, lastOn: '2025-04-12' }, 'KNOWN', 'They are counted.'],
  [{ entries: 2, lastOn: '2025-04-12' }, 'REPORTED', 'They are left out.'],
  [{ entries: 1, lastOn: '2025-04-12' }, 'REPORTED', 'It is left out.'],
] as const)('entries booked after the period are told: %j as %s', async (bookedLater, basis, words) => {
  open({ bookedLater, basis })
  expect(await screen.findByText((text) => text.endsWith(words))).toBeTruthy()
})

test('books without an entry say so in words, and offer no file', async () => {
  open({ currencies: [], statements: [] })
  expect(await screen.findByRole('heading', { name: /^Nothing booked by / })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Workbook' })).toBeNull()
})

test('the files are of the period that is shown, and the key to check them stands beneath', async () => {
  open()
  sendFile.mockResolvedValue({ blob: new Blob(), fileName: 'books.json' })
  const body = { from: '2025-03-01', to: '2025-03-31', basis: 'KNOWN' }
  fireEvent.click(await screen.findByRole('button', { name: 'Signed JSON' }))
  await waitFor(() => expect(sendFile).toHaveBeenCalledWith(ledgerCalls.closePack, { body }))
  fireEvent.click(screen.getByRole('button', { name: 'Workbook' }))
  await waitFor(() => expect(sendFile).toHaveBeenCalledWith(ledgerCalls.closeWorkbook, { body }))
  expect(screen.getByText(/^node verify-books.mjs/).textContent).toContain(march.publicKey)
  expect(screen.getByRole('link', { name: 'Download the script' }).getAttribute('href')).toBe('/verify-books.mjs')
})

test('whoever may not take files along reads the statements all the same', async () => {
  mayExport = false
  open()
  expect(await screen.findByRole('table', { name: 'Trial balance USD' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Workbook' })).toBeNull()
})

test('a period that is refused says why, and another one can be chosen', async () => {
  open()
  await screen.findByRole('heading', { name: 'USD' })
  const fields = [{ field: 'to', message: 'RANGE_TOO_LONG', params: { count: 366 } }]
  send.mockRejectedValueOnce(new Refused(20509, 'too long', { error: 'RANGE_TOO_LONG', fields }))
  fireEvent.click(screen.getByRole('button', { name: 'Earlier month' }))
  expect((await screen.findByRole('alert')).textContent).toContain('366')
  fireEvent.click(screen.getByRole('button', { name: 'Later month' }))
  expect(await screen.findByRole('heading', { name: 'USD' })).toBeTruthy()
})
