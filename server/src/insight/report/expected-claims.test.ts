import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const usd = (text: string) => M.fromDecimal(text, 'USD')
/** What the funder expects of an order, as kind, direction and amount. */
async function expected(orderId: string) {
  const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' as const }
  const { rows } = await portal.ask(portal.seats.elmMaker, reportCalls.cashflow, { body })
  return rows.filter(({ done, link }) => !done && link?.includes(orderId))
}
const sumOf = (rows: readonly { amount: string }[]) =>
  M.toDecimal(
    M.sum(
      rows.map(({ amount }) => usd(amount)),
      'USD',
    ),
  )

test('a claim of an order is taken off what its invoices lack once, however many of them lack something', async () => {
  const short = await aFundedOrder(portal, { product: 'payables', faces: ['30000', '5000'], tenors: [20, 20] })
  await credit(portal, short.invoiceIds[1]!, '50.00')
  await runEndOfDay(portal.app, { through: addDays(openingDay, 39) })
  const { total } = await portal.ask(portal.seats.settlement, repaymentCalls.payoff, { body: { orderId: short.orderId } })
  expect(sumOf(await expected(short.orderId))).toBe(total)
  expect(await brokenLaws(portal)).toEqual([])
})
