import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { costCalls } from '@usance/wire/cost/calls'
import { listCalls } from '@usance/wire/list'
import { reportCalls } from '@usance/wire/report/calls'
import { amortizationList, bankProofList, collectList, orderFileList, subledgerList } from '@usance/wire/report/list'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aReceipt, aRepayment, passAll } from '../../testing/financing.ts'
import { aLife } from '../../testing/life.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

const seed = Number(process.env.LIFE_SEED ?? 20_250_303)
const currencies = ['USD', 'JPY', 'KWD'] as const
type Ask = { day: string; until: string }

let portal: Portal
/** Days that reports are asked about: early, in the middle, after the losses, and the business date. */
let asked: string[]
let today: string

beforeAll(async () => {
  portal = await openPortal()
  const { settlement2, operations, elmMaker } = portal.seats
  const life = await aLife(portal, seed)
  const lost = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [8] })
  const loan = await aFundedOrder(portal, { product: 'purchaseOrder', tenors: [8] })
  await aRepayment(portal, lost.orderId, '20000.37')
  for (let step = 0; step < 30; step++) await life.step()
  const busy = life.day()
  await aReceipt(portal, '777.77', { valueDate: busy })
  const fee = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .selectAll()
      .where('charged', '=', true)
      .where('orderId', '=', lost.orderId)
      .executeTakeFirstOrThrow(),
  )
  const credit = await portal.ask(operations, costCalls.adjust, {
    body: { id: fee.id, delta: '-12.34', reason: 'Agreed with the supplier' },
  })
  await passAll(portal, credit.no, 'FEE_ADJUSTMENT')
  await life.closeUntil(addDays(openingDay, 105))
  for (const { orderId } of [lost, loan]) {
    await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } })
    const { orderNo } = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
    )
    await passWriteOff(portal, orderNo)
  }
  await life.closeUntil(addDays(openingDay, 110))
  await aRepayment(portal, lost.orderId, '100.00', { valueDate: life.day() })
  for (let step = 0; step < 8; step++) await life.step()
  await life.closeUntil(addDays(life.day(), 2))
  today = life.day()
  asked = [addDays(openingDay, 5), addDays(openingDay, 20), addDays(busy, 1), addDays(openingDay, 107), today]
  await portal.look((tx) => tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).execute())
  expect(settlement2).toBeDefined()
}, 240_000)
afterAll(() => portal.close())

/** Exact text without the zeros behind, so that figures of list, report and database compare. */
const plain = (text: string | null | undefined) => {
  const bare = String(text ?? '0')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  return bare === '-0' ? '0' : bare
}
const figureOf = async (query: RawBuilder<{ value: string }>) =>
  plain((await portal.look(async (tx) => (await query.execute(tx)).rows))[0]?.value)
/** Sum of an exact query over postings of the funder's book: debits less credits, up to a value date, of an order or a currency. */
const funderBook = (accounts: string[], through: string, { order, currency }: { order?: string; currency?: string }) =>
  figureOf(sql`select coalesce(sum(case side when 'D' then amount else -amount end), 0)::text as value from posting
    where book = 'F' and account = any(${accounts}) and value_date <= ${through}::date
      and (${order ?? null}::uuid is null or order_id = ${order ?? null}::uuid) and (${currency ?? null}::text is null or currency = ${currency ?? null}::text)`)
/** Reserve that suppliers owe back today, which uses their limits beside the principal. */
const owedBack = (currency: string) =>
  figureOf(sql`select coalesce(sum(amount - paid_amount), 0)::text as value from recourse_claim
    where reason = 'RESERVE_SHORT' and status = 'OPEN' and currency = ${currency}`)
/** Reserve that is the supplier's already, which law 2 takes off the principal. */
const freed = (through: string, { order, currency }: { order?: string; currency?: string }) =>
  figureOf(sql`select (
    coalesce((select sum(a.amount) from allocation a join repayment r on r.id = a.repayment_id where a.component = 'RESERVE' and not a.reversed and r.value_date <= ${through}::date and a.order_id = any(ids)), 0)
    + coalesce((select sum(rebate - rebate_to_principal) from discount_release where not reversed and value_date <= ${through}::date and order_id = any(ids)), 0)
    - coalesce((select sum(amount) from payment where type = 'RELEASE' and status = 'PAID' and value_date <= ${through}::date and order_id = any(ids)), 0)
    + coalesce((select sum(case s.side when 'D' then s.amount else -s.amount end) from journal h join posting s on s.journal_id = h.id
        where h.event = 'RESERVE_SHORT' and s.book = 'F' and s.account = '1220' and s.value_date <= ${through}::date and s.order_id = any(ids)), 0))::text as value
    from (select array_agg(o.id) as ids from finance_order o where not exists (select from write_off w where w.order_id = o.id and w.status = 'PASSED' and w.written_off_on <= ${through}::date)
      and (${order ?? null}::uuid is null or o.id = ${order ?? null}::uuid) and (${currency ?? null}::text is null or o.currency = ${currency ?? null}::text)) x`)
const added = (...figures: string[]) => {
  const scaled = figures.map((text) => {
    const [whole, part = ''] = text.replace('-', '').split('.')
    const units = BigInt(whole + part.padEnd(4, '0'))
    return text.startsWith('-') ? -units : units
  })
  const sum = scaled.reduce((all, one) => all + one, 0n)
  const digits = (sum < 0n ? -sum : sum).toString().padStart(5, '0')
  return plain(`${sum < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`)
}
const negative = (text: string) => plain(text.startsWith('-') ? text.slice(1) : text === '0' ? '0' : `-${text}`)
const principalInBooks = async (through: string, which: { order?: string; currency?: string }) =>
  added(await funderBook(['1100', '1150', '1300', '2000'], through, which), await freed(through, which))

const rowsOf = async (list: Parameters<typeof listCalls>[0], filterFields: object = {}, seat = portal.seats.elmMaker) => {
  const answer = await portal.ask(seat, listCalls(list).pageList, { body: { pageSize: 5000, filterFields } as never })
  expect(answer.list!.length).toBe(answer.total)
  return answer.list as any[]
}

test(`the interest statement carries what the books hold at the end of each period (LIFE_SEED=${seed})`, async () => {
  const rows = await rowsOf(amortizationList)
  expect(new Set(rows.map((row) => row.currency)).size).toBeGreaterThan(1)
  for (const row of rows) {
    const at = `${row.orderNo} ${row.toDate}`
    const order = { order: row.orderId }
    expect([at, plain(row.closing)]).toEqual([at, await principalInBooks(row.toDate, order)])
    expect([at, plain(row.interestDue)]).toEqual([at, await funderBook(['1200'], row.toDate, order)])
    expect([at, negative(plain(row.unearnedClosing))]).toEqual([at, await funderBook(['2100', '2110'], row.toDate, order)])
    expect([
      at,
      added(
        plain(row.opening),
        plain(row.funded),
        negative(plain(row.repaid)),
        negative(plain(row.waived)),
        negative(plain(row.writtenOff)),
      ),
    ]).toEqual([at, plain(row.closing)])
  }
  expect(rows.filter((row) => plain(row.writtenOff) !== '0')).toHaveLength(2)
  for (const currency of currencies) {
    const own = rows.filter((row) => row.currency === currency)
    const sum = (part: string) => added('0', ...own.map((row) => plain(row[part])))
    const fees = await figureOf(sql`select coalesce(sum(case p.side when 'C' then p.amount else -p.amount end), 0)::text as value
      from posting p join journal j on j.id = p.journal_id where p.book = 'F' and p.account in ('4020', '2300') and p.currency = ${currency}
        and j.event in ('FUNDING', 'SETTLEMENT_FEES', 'EARLY_FEE', 'FEE_ADJUSTMENT')`)
    expect([currency, sum('fees')]).toEqual([currency, fees])
    const penalty =
      await figureOf(sql`select coalesce(sum(case p.side when 'D' then p.amount else -p.amount end), 0)::text as value
      from posting p join journal j on j.id = p.journal_id where p.book = 'F' and p.account = '1210' and p.currency = ${currency} and j.event = 'ACCRUAL'`)
    expect([currency, sum('penalty')]).toEqual([currency, penalty])
  }
})

test('sub-ledgers add up to the general ledger, on every day asked', async () => {
  const rows = await rowsOf(subledgerList, {}, portal.seats.auditor)
  const accounts = new Map<string, any[]>()
  for (const row of rows) {
    const key = [row.ownerId, row.book, row.account, row.currency].join('|')
    accounts.set(key, [...(accounts.get(key) ?? []), row])
  }
  for (const [key, own] of accounts) {
    const [owner, book, account, currency] = key.split('|') as [string, string, string, string]
    const kept = await figureOf(
      sql`select abs(sum(balance))::text as value from ledger_balance where owner_id = ${owner} and book = ${book} and account = ${account} and currency = ${currency}`,
    )
    expect([key, added('0', ...own.map((row) => plain(row.balance))).replace('-', '')]).toEqual([key, kept])
  }
  // The busiest accounts, each sub-ledger of them, on each day.
  for (const wanted of ['F1000', 'F1200', 'F2900', 'S2000']) {
    const own = rows.filter((row) => row.accountCode === wanted && row.currency === 'USD')
    expect(own.length).toBeGreaterThan(0)
    for (const day of asked) {
      const closings: string[] = []
      for (const { ownerId, book, account, currency, orderId, counterpartyId } of own) {
        const found = await portal.ask(portal.seats.auditor, reportCalls.subledger, {
          body: { ownerId, book, account, currency, orderId, counterpartyId, to: day },
        })
        expect(found.account.ties).toBe(true)
        closings.push(plain(found.closing))
      }
      const held = await figureOf(sql`select sum(case side when 'D' then amount else -amount end)::text as value from posting
        where book = ${own[0].book} and account = ${own[0].account} and currency = 'USD' and value_date <= ${day}::date`)
      const sum = added('0', ...closings)
      expect([wanted, day, sum]).toEqual([wanted, day, wanted === 'F1000' || wanted === 'F1200' ? held : negative(held)])
    }
  }
})

/** What the funder's bank accounts moved between two days, in and out. */
const bank = async ({ day, until }: Ask, currency: string) => {
  const moved = (side: string) =>
    figureOf(sql`select coalesce(sum(amount), 0)::text as value from posting where book = 'F' and account in ('1000', '1010') and side = ${side}
      and currency = ${currency} and value_date between ${day}::date and ${until}::date`)
  return { in: await moved('D'), out: await moved('C') }
}
const spans = (): Ask[] => asked.slice(1).map((until, index) => ({ day: asked[index]!, until }))

test('cash flow and bank proofs are what the bank accounts of the books moved', async () => {
  for (const span of spans())
    for (const currency of currencies) {
      const held = await bank(span, currency)
      const flow = await portal.ask(portal.seats.elmMaker, reportCalls.cashflow, {
        body: { currency, from: span.day, to: span.until, step: 'DAY' },
      })
      const done = (direction: string) =>
        added('0', ...flow.rows.filter((row) => row.done && row.direction === direction).map((row) => plain(row.amount)))
      expect([span, currency, done('IN'), done('OUT')]).toEqual([span, currency, held.in, held.out])
      const slips = await rowsOf(bankProofList, { currency, valueDateBegin: span.day, valueDateEnd: span.until })
      const proven = (direction: string) =>
        added('0', ...slips.filter((row) => row.direction === direction).map((row) => plain(row.amount)))
      expect([span, currency, proven('IN'), proven('OUT')]).toEqual([span, currency, held.in, held.out])
    }
})

test('the account overview holds what the books hold', async () => {
  const accounts = {
    FIU: ['1100', '1150', '1300', '2000'],
    RESERVE_HELD: ['2000'],
    INTEREST_DUE: ['1200', '1210'],
    FEES_DUE: ['1220'],
    CLAIMS: ['1300'],
    REFUNDS_PENDING: ['2200'],
  }
  const overview = await portal.ask(portal.seats.elmMaker, reportCalls.accountOverview, { body: {} })
  for (const { currency, figures, proofs } of overview.currencies) {
    expect(proofs.every((one) => one.ties)).toBe(true)
    const figure = (name: string) => plain(figures.find((one) => one.figure === name)!.amount)
    for (const [name, of] of Object.entries(accounts)) {
      const held = await funderBook(of, today, { currency })
      expect([currency, name, figure(name)]).toEqual([
        currency,
        name,
        name === 'RESERVE_HELD' || name === 'REFUNDS_PENDING' ? negative(held) : held,
      ])
    }
    expect([currency, figure('USED')]).toEqual([
      currency,
      added(await principalInBooks(today, { currency }), await owedBack(currency)),
    ])
  }
})

test('registry packs and order files show what was bought and lent', async () => {
  const funded = (column: RawBuilder<unknown>, order: string) =>
    figureOf(sql`select coalesce(sum(${column}), 0)::text as value from posting p join journal j on j.id = p.journal_id
      where p.book = 'F' and j.event = 'FUNDING' and j.reversal_of is null and p.order_id = ${order}`)
  const face = sql`case when p.account = '1100' then p.amount else 0 end`
  const advance = sql`case when p.account in ('1100', '1150') then p.amount when p.account = '2000' then -p.amount else 0 end`
  const packs = (await rowsOf(collectList)).filter((row) => row.kind === 'REGISTRY')
  const loans = new Set(
    (await portal.look((tx) => tx.selectFrom('financeOrder').select(['id', 'type']).execute()))
      .filter((one) => one.type === 'PO_FINANCE')
      .map((one) => one.id),
  )
  for (const pack of packs.filter((row) => !loans.has(row.orderId)))
    expect([pack.orderNo, plain(pack.amount)]).toEqual([pack.orderNo, await funded(face, pack.orderId)])
  const files = await rowsOf(orderFileList)
  expect(files.length).toBe(packs.length)
  for (const file of files)
    expect([file.orderNo, plain(file.financeAmount)]).toEqual([file.orderNo, await funded(advance, file.id)])
})

test('the dashboard’s financing balance is in the books and its receivables in their rows, on every day asked', async () => {
  for (const asOf of asked)
    for (const currency of currencies) {
      const { amount } = await portal.ask(portal.seats.elmMaker, arCalls.queryFinancingBalanceAmount, {
        body: { currency, asOf },
      })
      expect([asOf, currency, plain(amount)]).toEqual([asOf, currency, await principalInBooks(asOf, { currency })])
      for (const seat of [portal.seats.alderMaker, portal.seats.cedarMaker]) {
        const body = { currency, asOf }
        const balance = await portal.ask(seat, arCalls.queryDueBalance, { body })
        const { list, sum } = await portal.ask(seat, arCalls.queryDueBalanceTable, { body: { ...body, pageSize: 1000 } })
        expect(plain(balance.total)).toBe(added('0', ...list.map((row: any) => plain(row.outstanding))))
        expect(plain(sum)).toBe(plain(balance.total))
        const late = await portal.ask(seat, arCalls.queryDueBalanceTable, {
          body: { ...body, pageSize: 1, filterFields: { bucket: 'OVERDUE' } },
        })
        expect(plain(late.sum)).toBe(plain(balance.overdue))
        const split = await portal.ask(seat, arCalls.queryAccountReceivaleByBuyer, { body })
        expect(added('0', ...split.map((row) => plain(row.amount)))).toBe(plain(balance.total))
        const history = await portal.ask(seat, arCalls.queryHistoryDueBalance, { body })
        expect([asOf, currency, seat.companyRole, plain(history.at(-1)!.amount)]).toEqual([
          asOf,
          currency,
          seat.companyRole,
          plain(balance.total),
        ])
      }
    }
})
