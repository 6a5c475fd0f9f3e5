import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyDilution } from '../../books/servicing/apply-dilution.ts'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { actAs, aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { bookEarlierLosses } from './book-earlier-losses.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const booksOf = async (orderId: string) => {
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  return Object.fromEntries(balances.map((one) => [one.book + one.account, one.balance]))
}
async function aLoss(orderId: string) {
  const { elmMaker } = portal.seats
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The buyer is insolvent.' } as never })
  const { orderNo } = await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  await passWriteOff(portal, orderNo)
}
const funded = async (recourse: boolean) => {
  const { products } = portal.world
  await portal.asOwner((db) =>
    db.updateTable('financingProduct').set({ recourse }).where('id', '=', products.purchaseInArrears).execute(),
  )
  return aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [10] })
}
const creditNote = async (invoiceId: string, amount: string) => {
  const id = newId()
  const { alder, cedar } = portal.world.companies
  await portal.asOwner(async (db) => {
    await sql`insert into invoice_adjustment (id, invoice_id, supplier_id, buyer_id, ref_no, type, currency, amount, adjustment_date, status, passed_at)
      values (${id}, ${invoiceId}, ${alder}, ${cedar}, 'CN-1', 'CREDIT_NOTE', 'USD', ${amount}, ${openingDay}, 'PASSED', now())`.execute(
      db,
    )
    await sql`update invoice set adjusted_amount = ${amount} where id = ${invoiceId}`.execute(db)
  })
  await actAs(portal, portal.seats.operations, (context) => applyDilution(context, invoiceId, amount, id))
}

/** Rewrites rows as the versions before wrote them: losses and recoveries in the funder's book alone, and no credit note. */
const asBefore = (orderIds: readonly string[]) =>
  portal.asOwner((db) =>
    db.transaction().execute(async (tx) => {
      const run = (statement: RawBuilder<unknown>) => statement.execute(tx)
      const ids = sql`any(${orderIds}::uuid[])`
      await run(sql`set local session_replication_role = replica`)
      await run(sql`delete from posting p using journal j where j.id = p.journal_id and j.order_id = ${ids}
        and (j.event in ('WRITE_OFF', 'RECOVERY') and p.book in ('S', 'B') or j.event = 'DILUTION')`)
      await run(sql`delete from journal where order_id = ${ids} and event = 'DILUTION'`)
      await run(sql`update invoice_adjustment a set absorbed_by_reserve = 0, charged_to_supplier = 0 from finance_order_item i
        where i.invoice_id = a.invoice_id and i.order_id = ${ids}`)
      await run(sql`update journal set memo = '{}' where order_id = ${ids} and event in ('WRITE_OFF', 'RECOVERY')`)
      await run(sql`delete from ledger_balance where order_id = ${ids}`)
      await run(sql`insert into ledger_balance (owner_id, book, account, currency, order_id, balance)
        select owner_id, book, account, currency, order_id, sum(case side when 'D' then amount else -amount end)
        from posting where order_id = ${ids} group by 1, 2, 3, 4, 5`)
      await run(sql`select build_book_sums()`)
    }),
  )

test('books of losses from before are put right by entries that are added, and a second start finds nothing', async () => {
  const orders = [await funded(false), await funded(true), await aFundedOrder(portal, { product: 'purchaseOrder', tenors: [10] })]
  const [without, withRecourse, loan] = orders.map(({ orderId }) => orderId) as [string, string, string]
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 101) })
  for (const { orderId } of orders) await aLoss(orderId)
  const receipts = new Map<string, { id: string; no: string }>()
  for (const { orderId, invoiceIds } of orders) {
    receipts.set(orderId, await aRepayment(portal, orderId, '20000', { valueDate: today, payerRole: 'SUPPLIER' }))
    await aRepayment(portal, orderId, orderId === loan ? '5000' : '60000', {
      valueDate: today,
      payerRole: orderId === loan ? 'SUPPLIER' : 'BUYER',
    })
    // Of the 40,000.00 that its buyer owes 15,000.00 are left, less than the funder owned.
    if (invoiceIds[0]) await creditNote(invoiceIds[0], '25000')
  }
  expect(await brokenLaws(portal)).toEqual([])
  const ids = orders.map(({ orderId }) => orderId)
  const right = await Promise.all(ids.map(booksOf))

  await asBefore(ids)
  expect((await brokenLaws(portal)).length).toBeGreaterThanOrEqual(3)
  expect(await bookEarlierLosses(portal.app.db)).toBe(3)
  expect(await Promise.all(ids.map(booksOf))).toEqual(right)
  expect(await brokenLaws(portal)).toEqual([])
  expect(await bookEarlierLosses(portal.app.db)).toBe(0)

  // What was added for a receipt goes with it.
  for (const id of [without, withRecourse, loan]) {
    await takeBack(portal, receipts.get(id)!)
    expect(await brokenLaws(portal)).toEqual([])
  }
})
