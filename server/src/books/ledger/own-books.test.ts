import { addDays } from '@usance/domain/local-date'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

const march = { from: '2025-03-01', to: '2025-03-31' }
let portal: Portal
/** The day in April on which the books are; on it a repayment of March was booked. */
let today: string
beforeAll(async () => {
  portal = await openPortal()
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await aFundedOrder(portal, { product: 'purchaseInAdvance', currency: 'JPY', faces: ['9000000'] })
  today = await runEndOfDay(portal.app, { through: addDays(openingDay, 40) })
  await aRepayment(portal, orderId, '40000.00', { valueDate: '2025-03-20' })
})
afterAll(() => portal.close())

type Body = { from?: string; to?: string; basis?: 'KNOWN' | 'REPORTED'; currency?: string }
const read = (seat: Seat, body: Body = march) => portal.ask(seat, ledgerCalls.trialBalance, { body })
const statementIn = async (seat: Seat, currency: string, body: Body = march) => {
  const found = (await read(seat, body)).statements.find((one) => one.currency === currency)
  if (!found) throw new Error(`Nothing is booked in ${currency}.`)
  return found
}
const balancesOf = ({ trialBalance }: { trialBalance: { account: string; closing: string }[] }) =>
  Object.fromEntries(trialBalance.map(({ account, closing }) => [account, closing]))

/** The balances of a company's postings up to a day, positive on the debit side, as the database adds them up. */
const added = (companyId: string, currency: string, through: string, bookedBy = '9999-12-31') =>
  portal.look(async (tx) => {
    const { rows } = await sql<{ account: string; balance: string }>`
      select p.book || p.account as account, sum(case p.side when 'D' then p.amount else -p.amount end)::text as balance
      from posting p join journal j on j.id = p.journal_id
      where p.owner_id = ${companyId} and p.currency = ${currency} and p.value_date <= ${through}::date and j.posted_on <= ${bookedBy}::date
      group by 1 having sum(case p.side when 'D' then p.amount else -p.amount end) <> 0 order by 1`.execute(tx)
    return Object.fromEntries(rows.map(({ account, balance }) => [account, Number(balance)]))
  })
const onDebit = (balances: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(balances)
      .map(([account, closing]): [string, number] => [account, /^F[24]/.test(account) ? -Number(closing) : Number(closing)])
      .filter(([, closing]) => closing !== 0),
  )

describe('the books of a period', () => {
  test('are of the last full month when no day is given, and add up to the postings in each currency', async () => {
    const books = await read(portal.seats.elmMaker, {})
    expect(books).toMatchObject({ ...march, book: 'F', basis: 'KNOWN', ownerName: 'Elm Trade Bank', currencies: ['JPY', 'USD'] })
    for (const currency of ['USD', 'JPY']) {
      const statement = await statementIn(portal.seats.elmMaker, currency)
      expect(onDebit(balancesOf(statement))).toEqual(await added(portal.world.companies.elm, currency, march.to))
      expect(statement.proofs.map(({ name, holds }) => [name, holds])).toEqual([
        ['OPENING', true],
        ['MOVEMENTS', true],
        ['CLOSING', true],
        ['BALANCE_SHEET', true],
      ])
    }
  })

  test('close where the next period opens, with the result carried forward', async () => {
    const [before, after] = [
      await statementIn(portal.seats.elmMaker, 'USD'),
      await statementIn(portal.seats.elmMaker, 'USD', { from: '2025-04-01', to: '2025-04-30' }),
    ]
    const opening = Object.fromEntries(after.trialBalance.map((line) => [line.account, Number(line.opening)]))
    for (const [account, closing] of Object.entries(balancesOf(before))) expect(opening[account] ?? 0).toBe(Number(closing))
    expect(before.accounts?.profitAndLoss.income.map(({ account }) => account)).toContain('F4000')
    expect(after.accounts?.balanceSheet.broughtForward).toBe(before.accounts?.profitAndLoss.result)
  })

  test('count what was booked later as known, and leave it out as reported', async () => {
    const known = await read(portal.seats.elmMaker)
    const reported = await read(portal.seats.elmMaker, { ...march, basis: 'REPORTED' })
    expect(known.bookedLater).toMatchObject({ lastOn: today })
    expect(reported.bookedLater).toEqual(known.bookedLater)
    const usd = await statementIn(portal.seats.elmMaker, 'USD', { ...march, basis: 'REPORTED' })
    expect(onDebit(balancesOf(usd))).toEqual(await added(portal.world.companies.elm, 'USD', march.to, march.to))
    expect(balancesOf(usd).F1010).toBeUndefined()
    expect(balancesOf(await statementIn(portal.seats.elmMaker, 'USD')).F1010).toBe('40000.00')
    expect((await read(portal.seats.elmMaker, { from: '2025-03-01', to: today })).bookedLater).toBeNull()
  })

  test('are the own ones of each side, and of the platform for its staff', async () => {
    const { alderMaker, auditor, firChecker, cedarMaker, settlement } = portal.seats
    for (const [seat, book, owner] of [
      [alderMaker, 'S', 'Alder Textiles Ltd'],
      [auditor, 'P', undefined],
      [settlement, 'P', undefined],
    ] as const) {
      const books = await read(seat)
      expect(books).toMatchObject({ book, ...(owner ? { ownerName: owner } : {}) })
      const accounts = books.statements.flatMap(({ trialBalance }) => trialBalance.map(({ account }) => account[0]))
      expect(new Set(accounts)).toEqual(new Set([book]))
      for (const { currency } of books.statements)
        expect(Object.keys(balancesOf(await statementIn(seat, currency))).length).toBeGreaterThan(0)
    }
    expect(await read(firChecker)).toMatchObject({ currencies: [], statements: [], bookedLater: null })
    for (const call of [ledgerCalls.trialBalance, ledgerCalls.closePack, ledgerCalls.closeWorkbook])
      expect((await refusalOf(portal.ask(cedarMaker, call, { body: march }))).error).toBe('FORBIDDEN')
  })

  test('are read in one currency, in order of days, and for a year at most', async () => {
    const books = await read(portal.seats.elmMaker, { ...march, currency: 'JPY' })
    expect(books.currencies).toEqual(['JPY', 'USD'])
    expect(books.statements.map(({ currency }) => currency)).toEqual(['JPY'])
    const faultOf = async (body: Body) => (await refusalOf(read(portal.seats.elmMaker, body))).data
    expect(await faultOf({ from: '2025-03-02', to: '2025-03-01' })).toMatchObject({
      fields: [{ field: 'to', message: 'DAY_TOO_EARLY' }],
    })
    expect((await read(portal.seats.elmMaker, { from: '2024-01-01', to: '2024-12-31' })).statements).toEqual([])
    expect(await faultOf({ from: '2024-01-01', to: '2025-01-01' })).toMatchObject({
      fields: [{ field: 'to', message: 'RANGE_TOO_LONG' }],
    })
  })
})

const workbookOf = async (seat: Seat, book: string, language: string) => {
  const url = `/api${ledgerCalls.closeWorkbook.path.replace('{p}', portal.app.config.prefix)}`
  const { rawPayload, headers } = await portal.sendRaw(seat, 'POST', url, march, { 'x-language': language })
  expect(headers['content-disposition']).toContain(`books_${book}_2025-03-01_2025-03-31.xlsx`)
  return (await readXlsx(rawPayload)).sheets
}

test('a memo book has a trial balance, and neither a result nor a balance sheet', async () => {
  const seat = portal.seats.alderMaker
  const { book, statements } = await read(seat)
  expect(book).toBe('S')
  expect(statements.map(({ accounts }) => accounts)).toEqual(statements.map(() => null))
  expect((await statementIn(seat, 'USD')).trialBalance.length).toBeGreaterThan(0)
  expect((await workbookOf(seat, 'S', 'en-US')).map(({ name }) => name)).toEqual(['Trial balance', 'Journals'])
})

test('the workbook of a period holds the three statements and every journal, in the language of its reader', async () => {
  const bookIn = (language: string) => workbookOf(portal.seats.elmMaker, 'F', language)
  const sheets = await bookIn('en-US')
  expect(sheets.map(({ name }) => name)).toEqual(['Trial balance', 'Profit and loss', 'Balance sheet', 'Journals'])
  const [trial, result, balance, journals] = sheets.map(({ rows }) => rows.filter((row) => row[0] === 'USD' || row[5] === 'USD'))
  const statement = await statementIn(portal.seats.elmMaker, 'USD')
  expect(trial!.at(-1)).toEqual(['USD', 'Total', 'Balanced', null, Number(statement.debit), Number(statement.credit), null])
  expect(trial!.slice(0, -1).map((row) => [row[1], row[6]])).toEqual(
    statement.trialBalance.map(({ account, closing }) => [account, Number(closing)]),
  )
  expect(result!.at(-1)!.at(-1)).toBe(Number(statement.accounts?.profitAndLoss.result))
  expect(balance!.at(-1)!.at(-1)).toBe(Number(statement.accounts?.balanceSheet.totalAssets))
  const sum = (at: number) => journals!.reduce((total, row) => total + Math.round(Number(row[at] ?? 0) * 100), 0)
  expect([sum(6), sum(7)]).toEqual([Number(statement.debit) * 100, Number(statement.credit) * 100].map(Math.round))
  expect((await bookIn('zh-CN')).map(({ name }) => name)).toEqual(['试算平衡表', '损益表', '资产负债表', '凭证'])
})

test('the trial balance of a book waits its turn with the long calls and not with those of pages', async () => {
  const { elmMaker } = portal.seats
  const { reports } = portal.app.turns
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const caller = { company: elmMaker.companyId, user: elmMaker.userId }
  const held = [reports.run(caller, () => opened), reports.run(caller, () => opened)]
  const asked = read(elmMaker)
  try {
    await vi.waitFor(() => expect(reports.size).toEqual({ working: 2, waiting: 1 }), { timeout: 60_000 })
  } finally {
    open()
  }
  await Promise.all(held)
  expect((await asked).book).toBe('F')
})
