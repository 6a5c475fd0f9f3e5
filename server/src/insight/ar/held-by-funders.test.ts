import { readFileSync } from 'node:fs'
import { addDays } from '@usance/domain/local-date'
import { arCalls } from '@usance/wire/ar/calls'
import { directPaymentCalls } from '@usance/wire/direct-payment/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { actAs, aFundedOrder, aRepayment, brokenLaws, credit, orderStatus, takeBack } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

// A receivable changes hands: what a funder reads of its days stays what it was.
let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
  sold = await anOrder()
})
afterAll(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const nextDay = async () => {
  day = await runEndOfDay(portal.app, { through: day })
}
type Lender = 'elmMaker' | 'firChecker'
const lenders: Lender[] = ['elmMaker', 'firChecker']

/** Everything that a funder is told of receivables of a day, and of payments and reductions up to it. */
async function readBy(lender: Lender, currency: string, asOf: string) {
  const body = { currency, asOf }
  const ask = portal.seats[lender]
  const due = await portal.ask(ask, arCalls.queryDueBalance, { body })
  const owed = await portal.ask(ask, arCalls.queryDueBalanceTable, { body })
  const { openPurchaseOrders: _, ...counts } = await portal.ask(ask, arCalls.queryTradeInfoCount, { body })
  const payments = await portal.ask(ask, arCalls.queryPaymentHistoryTable, { body })
  const reductions = await portal.ask(ask, arCalls.queryDilutionByDateTable, { body })
  return {
    due,
    owed: owed.list.map(({ invoiceNo, outstanding, bucket }) => [invoiceNo, outstanding, bucket]),
    counts,
    byBuyer: await portal.ask(ask, arCalls.queryAccountReceivaleByBuyer, { body }),
    byMonth: await portal.ask(ask, arCalls.queryAccountReceivaleByDate, { body }),
    history: await portal.ask(ask, arCalls.queryHistoryDueBalance, { body }),
    paid: await portal.ask(ask, arCalls.queryPaymentHistoryByDate, { body }),
    paidByBuyer: await portal.ask(ask, arCalls.queryPaymentHistoryByBuyer, { body }),
    payments: payments.list.map(({ invoiceNo, payDate, amount }) => [invoiceNo, payDate, amount]),
    dilution: await portal.ask(ask, arCalls.queryDilutionByBuyer, { body }),
    reductions: reductions.list.map(({ invoiceNo, adjustmentDate, amount }) => [invoiceNo, adjustmentDate, amount]),
  }
}
type Told = Awaited<ReturnType<typeof readBy>>

/** What both funders read on each day, and of it later. */
function readings(currency: string) {
  const read = new Map<string, Told>()
  const each = async (work: (lender: Lender, asOf: string) => Promise<void>, days: readonly string[]) => {
    for (const asOf of days) for (const lender of lenders) await work(lender, asOf)
  }
  return {
    take: () => each(async (lender, asOf) => void read.set(`${lender} ${asOf}`, await readBy(lender, currency, asOf)), [day]),
    again: async () => {
      const days = [...new Set([...read.keys()].map((key) => key.split(' ')[1]!))]
      const later = new Map<string, Told>()
      await each(async (lender, asOf) => void later.set(`${lender} ${asOf}`, await readBy(lender, currency, asOf)), days)
      expect(Object.fromEntries(later)).toEqual(Object.fromEntries(read))
    },
    of: (lender: Lender, asOf: string) => read.get(`${lender} ${asOf}`)!,
  }
}

const paySupplier = async (invoiceId: string, amount: string, valueDate: string) => {
  const { no } = await portal.ask(portal.seats.cedarMaker, directPaymentCalls.report, {
    body: { invoiceId, amount, valueDate, reference: `SWIFT ${amount}` },
  })
  await passAll(portal, no, 'DIRECT_PAYMENT')
}
const repurchase = async (orderId: string) => {
  const { total } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
  return aRepayment(portal, orderId, total, { payerRole: 'SUPPLIER', valueDate: day })
}
const anOrder = async (currency = 'USD') => {
  const { orderId, invoiceIds } = await aFundedOrder(portal, {
    product: 'purchaseInArrears',
    faces: ['10000'],
    tenors: [10],
    currency,
    fundingDate: day,
  })
  return { orderId, invoiceId: invoiceIds[0]! }
}

let sold: { orderId: string; invoiceId: string }
let boughtOn: string
let paidOn: string
let pooledOn: string

test('a funder reads of a day before it bought an invoice nothing of it', async () => {
  const read = readings('CNY')
  await read.take()
  await nextDay()
  boughtOn = day
  const { invoiceId } = await anOrder('CNY')
  // The invoice is older than its financing, as invoices are.
  await portal.look((tx) => tx.updateTable('invoice').set({ issueDate: '2025-02-20' }).where('id', '=', invoiceId).execute())
  await read.take()
  await nextDay()
  await read.again()
  // The end of the month before is a past day, too.
  const { history } = await readBy('elmMaker', 'CNY', day)
  expect(history.slice(-2).map(({ amount }) => amount)).toEqual(['0.00', '10000.00'])
})

test('what a funder received on the day on which it gives a receivable away stays in its payments', async () => {
  const { orderId, invoiceId } = await anOrder('EUR')
  const read = readings('EUR')
  await nextDay()
  const lastDay = day
  await aRepayment(portal, orderId, '4000', { valueDate: day, invoiceIds: [invoiceId], currency: 'EUR' })
  const { total } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
  const repaid = await aRepayment(portal, orderId, total, { payerRole: 'SUPPLIER', valueDate: day, currency: 'EUR' })
  expect(await orderStatus(portal, orderId)).toBe('SETTLED')
  await paySupplier(invoiceId, '100', day)
  await read.take()
  await nextDay()
  await read.again()
  expect(await readBy('elmMaker', 'EUR', lastDay)).toMatchObject({ due: { total: '0.00' }, paid: { total: '4000.00' } })
  // The supplier's repayment is taken back: the receivable is the funder's again from this day on.
  await takeBack(portal, repaid)
  expect(await readBy('elmMaker', 'EUR', day)).toMatchObject({ due: { total: '5900.00' }, paid: { total: '4000.00' } })
  await read.take()
  await nextDay()
  await read.again()
})

test('each funder reads of a past day what it read on that day, whoever holds the receivable since', async () => {
  day = await runEndOfDay(portal.app, { through: addDays(openingDay, 19) })
  const read = readings('USD')
  paidOn = day
  await aRepayment(portal, sold.orderId, '4000', { valueDate: day, invoiceIds: [sold.invoiceId] })
  await credit(portal, sold.invoiceId, '500')
  await read.take()
  expect(read.of('elmMaker', day)).toMatchObject({ due: { total: '5500.00', overdue: '5500.00' }, paid: { total: '4000.00' } })
  await nextDay()
  await repurchase(sold.orderId)
  expect(await orderStatus(portal, sold.orderId)).toBe('SETTLED')
  await read.take()
  expect(read.of('elmMaker', day)).toMatchObject({ due: { total: '0.00' }, paid: { total: '4000.00' }, owed: [] })
  await nextDay()
  // Another funder takes what is left of it into its pool, and the supplier credits some of that.
  pooledOn = day
  const productId = await aPoolProduct(portal)
  const { fir } = portal.world.companies
  await portal.look((tx) => tx.updateTable('financingProduct').set({ funderId: fir }).where('id', '=', productId).execute())
  await portal.ask(portal.seats.alderMaker, poolCalls.assign, {
    body: { productId, currency: 'USD', invoiceIds: [sold.invoiceId] },
  })
  await read.take()
  expect(read.of('firChecker', day)).toMatchObject({ due: { total: '5500.00' }, paid: { total: '0.00' }, payments: [] })
  await nextDay()
  await credit(portal, sold.invoiceId, '1000')
  await read.take()
  expect(read.of('firChecker', day)).toMatchObject({ due: { total: '4500.00' }, dilution: { reductions: '1000.00' } })
  await nextDay()
  const { id: assetId } = await portal.look((tx) =>
    tx.selectFrom('poolAsset').select('id').where('invoiceId', '=', sold.invoiceId).executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.alderMaker, poolCalls.withdraw, { body: { assetId } })
  await paySupplier(sold.invoiceId, '200', day)
  await read.take()
  await nextDay()
  await read.again()
  expect(await readBy('elmMaker', 'USD', day)).toMatchObject({
    due: { total: '0.00' },
    paid: { total: '4000.00' },
    dilution: { reductions: '500.00' },
  })
  expect(await readBy('firChecker', 'USD', day)).toMatchObject({
    due: { total: '0.00' },
    paid: { total: '0.00' },
    dilution: { reductions: '1000.00' },
  })
})

test('a funder reads of a receivable that it gave away neither what became of it nor lines of later days', async () => {
  const body = { currency: 'USD', asOf: paidOn }
  const owed = await portal.ask(portal.seats.elmMaker, arCalls.queryDueBalanceTable, { body })
  expect(owed.list).toMatchObject([{ id: sold.invoiceId, outstanding: '5500.00', financeStatus: null }])
  const paid = await portal.ask(portal.seats.elmMaker, arCalls.queryPaymentHistoryTable, { body })
  expect(paid.list).toMatchObject([{ invoiceId: null, amount: '4000.00' }])
  const reduced = await portal.ask(portal.seats.elmMaker, arCalls.queryDilutionByDateTable, { body })
  expect(reduced.list).toMatchObject([{ invoiceId: null, amount: '500.00' }])
  const choices = await portal.ask(portal.seats.elmMaker, arCalls.queryBuyerList, { body })
  expect(choices.map(({ buyerCode }) => buyerCode)).toEqual(['CEDAR'])
  const seenBy = (lender: Lender) =>
    actAs(portal, portal.seats[lender], async ({ tx }) => ({
      invoices: (await tx.selectFrom('invoice').select('id').where('id', '=', sold.invoiceId).execute()).length,
      payments: (
        await tx
          .selectFrom('invoicePayment')
          .select(['payDate', 'amount'])
          .where('invoiceId', '=', sold.invoiceId)
          .orderBy('payDate')
          .execute()
      ).map(({ amount }) => Number(amount)),
      reductions: (await tx.selectFrom('invoiceAdjustment').select('id').where('invoiceId', '=', sold.invoiceId).execute())
        .length,
      turns: (
        await tx
          .selectFrom('receivableHolder')
          .select(['holds', 'fromDay'])
          .where('invoiceId', '=', sold.invoiceId)
          .orderBy('id')
          .execute()
      ).map(({ holds, fromDay }) => `${holds ? 'since' : 'until'} ${fromDay}`),
    }))
  expect(await seenBy('elmMaker')).toEqual({
    invoices: 0,
    payments: [4000],
    reductions: 1,
    turns: [`since ${openingDay}`, `until ${addDays(paidOn, 1)}`],
  })
  // The later funder had to know what was paid before, to know what is owed; on its last day it read what was paid on it.
  expect(await seenBy('firChecker')).toEqual({
    invoices: 0,
    payments: [4000, 200],
    reductions: 2,
    turns: [`since ${pooledOn}`, `until ${addDays(pooledOn, 2)}`],
  })
})

test('a payment dated backwards counts for the funder that held the receivable on its day', async () => {
  await paySupplier(sold.invoiceId, '300', paidOn)
  expect(await readBy('elmMaker', 'USD', paidOn)).toMatchObject({ due: { total: '5200.00' }, paid: { total: '4300.00' } })
  expect(await readBy('firChecker', 'USD', day)).toMatchObject({ paid: { total: '0.00' } })
  expect(await readBy('firChecker', 'USD', pooledOn)).toMatchObject({ due: { total: '5200.00' } })
})

test('who held a receivable is only ever added to', async () => {
  await expect(portal.asOwner((db) => sql`update receivable_holder set holds = not holds`.execute(db))).rejects.toThrow(
    'history is only ever added to',
  )
})

test('an installation from before knows of its receivables since when each funder holds them, and until when one did', async () => {
  const turns = () =>
    portal.look(async (tx) => {
      const { rows } = await sql<{ turn: string }>`
        select v.currency || ' ' || c.code || ' ' || h.holds || ' ' || h.from_day as turn
        from receivable_holder h join invoice v on v.id = h.invoice_id join company c on c.id = h.funder_id order by v.currency, h.id`.execute(
        tx,
      )
      return rows.map(({ turn }) => turn)
    })
  const at = (on: string) => `${on}T10:00:00Z`
  await portal.look((tx) =>
    tx
      .updateTable('poolAsset')
      .set({ assignedAt: at(pooledOn), releasedAt: at(addDays(pooledOn, 2)) })
      .execute(),
  )
  const text = readFileSync(`${migrationsFolder()}/1900-who-held-a-receivable.sql`, 'utf8')
  const [begin, end] = ['create function tell_holders()', 'drop function tell_holders();']
  await portal.asOwner(async (db) => {
    await sql`alter table receivable_holder disable trigger receivable_holder_append`.execute(db)
    await sql`set app.scope = 'system'`.execute(db)
    await sql`delete from receivable_holder`.execute(db)
    await sql.raw(text.slice(text.indexOf(begin), text.indexOf(end) + end.length)).execute(db)
    await sql`alter table receivable_holder enable trigger receivable_holder_append`.execute(db)
  })
  expect(await turns()).toEqual([
    `CNY ELM true ${boughtOn}`,
    `EUR ELM true ${addDays(boughtOn, 1)}`,
    `USD ELM true ${openingDay}`,
    `USD ELM false ${addDays(paidOn, 1)}`,
    `USD FIR true ${pooledOn}`,
    `USD FIR false ${addDays(pooledOn, 2)}`,
  ])
})
