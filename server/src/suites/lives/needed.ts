import { isBusinessDay } from '@usance/domain/calendar'
import { daysBetween } from '@usance/domain/local-date'
import { writeOffAfterDays } from '@usance/domain/write-off'
import { paymentCalls } from '@usance/wire/payment/calls'
import { sql } from 'kysely'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { closeDays, giveUp, payAlmostAll, payOn, payOne, payOnLoss, sendBack } from './money.ts'
import { financeTwice } from './races.ts'
import { figure, type Town } from './town.ts'
import { adjustInvoice, enterInvoices } from './trade.ts'

// Each brings its thing by itself, on documents of its own, so that neither the story before it nor who won a race in it can keep
// it from happening.

/** The town on this day, where people do what is likely: what they mostly do they do, and nobody leaves anything lying. */
const calm = (town: Town): Town => ({
  ...town,
  roll: { ...town.roll, chance: (probability) => probability > 0.5, pick: (options) => options[0]! },
})

type OfOne = { id: string; currency: string; funderId: string; owes: string }

/**
 * An order of one buyer, purchased for interest in arrears and paid out. It begins after right confirmation: a supplier that is
 * late would be refused a new one. Banks pay on working days, and the product charges nothing at funding that a holiday changes.
 */
async function financeOne(town: Town): Promise<OfOne> {
  const isBankDay = () => town.portal.look(async (tx) => isBusinessDay(town.day, await calendarsOf(tx, ['US'])))
  while (!(await isBankDay())) await closeDays(town, 1)
  const { orderId } = await aFundedOrder(town.portal, {
    productId: town.products.monthly!,
    faces: [figure(town, 'USD', 4_000, 9_000)],
    tenors: [20],
    fundingDate: town.day,
  })
  const [order] = await town.rows<OfOne>(sql`
    select o.id, o.currency, o.funder_id, v.outstanding as owes from finance_order o
    join finance_order_item i on i.order_id = o.id join invoice v on v.id = i.invoice_id where o.id = ${orderId}`)
  town.count('funded')
  return order!
}

/** An order that nobody pays is written off. Then its buyer pays all that it owes, which is more than the loss. */
async function loseAndRecover(town: Town): Promise<void> {
  const order = await financeOne(town)
  const [due] = await town.rows<{ maturity: string }>(sql`
    select max(maturity) as maturity from finance_order_item where order_id = ${order.id}`)
  await closeDays(town, daysBetween(town.day, due!.maturity) + writeOffAfterDays)
  await giveUp(calm(town), order, 'PASSED')
  await payOnLoss(calm(town), { ...order, buyer: 'CEDAR' }, order.owes.slice(0, -2), 'BUYER')
}

async function payShort(town: Town): Promise<void> {
  const order = await financeOne(town)
  await payAlmostAll(calm(town), order, 'SHORT')
}

/** A buyer pays too much, and what goes back to it does not arrive. */
async function returnOne(town: Town): Promise<void> {
  const order = await financeOne(town)
  await payOn(calm(town), order, '20000.00', 'BUYER')
  const [receipt] = await town.rows<{ id: string }>(sql`select id from repayment where order_id = ${order.id}`)
  const { id } = await town.ask(town.portal.seats.settlement, paymentCalls.addRefund, { body: { repaymentId: receipt!.id } })
  await payOne(calm(town), { id, type: 'REFUND', status: 'DRAFT' })
  await sendBack(town, id, town.day)
}

/** The things no life may lack, by the name the town counts them under, and what brings each. */
export const needed: Record<string, (town: Town) => Promise<void>> = {
  funded: async (town) => void (await financeOne(town)),
  'payment that did not arrive': returnOne,
  async receipt(town) {
    const order = await financeOne(town)
    await payOn(calm(town), order, '100.00', 'BUYER')
    town.count('receipt')
  },
  async adjustment(town) {
    const [id] = await enterInvoices(calm(town), { pair: { supplier: 'alder', buyer: 'cedar' }, currency: 'USD' })
    const [invoice] = await town.rows<Parameters<typeof adjustInvoice>[1]>(
      sql`select id, currency, supplier_id, buyer_id, outstanding from invoice where id = ${id}`,
    )
    await adjustInvoice(calm(town), invoice!)
  },
  day: (town) => closeDays(town, 1),
  async race(town) {
    await enterInvoices(calm(town), { pair: { supplier: 'alder', buyer: 'cedar' }, currency: 'USD' })
    await financeTwice(calm(town))
    town.count('race')
  },
  recovery: loseAndRecover,
  'reserve after a loss': loseAndRecover,
  'paid almost': payShort,
  async 'waived remainder'(town) {
    await payShort(town)
    await closeDays(town, 30)
  },
}
