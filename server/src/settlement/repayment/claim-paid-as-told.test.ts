import * as M from '@usance/domain/money'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

// A supplier that pays a claim as it is told owes no claim, on whichever invoice its payment is principal (decision 280).
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

/** What is claimed of an order and what settles it today, as its supplier reads them; nothing where nothing is claimed. */
async function claimOn(orderId: string) {
  const body = { figure: 'CLAIMS' as const, currency: 'USD' }
  const { rows } = await portal.ask(portal.seats.alderMaker, reportCalls.accountOverviewRows, { body })
  const row = rows.find(({ id }) => id === orderId)
  return row && { amount: row.amount, settles: row.settles! }
}
const paysAsTold = async (orderId: string) => {
  const claim = await claimOn(orderId)
  await aRepayment(portal, orderId, claim!.settles, { valueDate: openingDay, payerRole: 'SUPPLIER' })
  return claim!.amount
}
const owedOn = async (invoiceIds: readonly string[]) => {
  const owed: M.Money[] = []
  for (const id of invoiceIds) {
    const { outstanding } = await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })
    owed.push(M.fromDecimal(outstanding, 'USD'))
  }
  return M.toDecimal(M.sum(owed, 'USD'))
}
const inBooks = async (orderId: string) => [await balanceIn(portal, orderId, 'F1100'), await balanceIn(portal, orderId, 'F1300')]

test.each([
  ['before', [15, 60]],
  ['after', [60, 15]],
])(
  'a claim that is paid as told is settled, where an invoice that falls due %s the other is paid by its buyer',
  async (_, tenors) => {
    const { orderId, invoiceIds } = await aFundedOrder(portal, { faces: ['10000', '8000'], tenors })
    const [first, second] = invoiceIds as [string, string]
    await credit(portal, first, '1000.00')
    await credit(portal, second, '900.00')
    expect(await paysAsTold(orderId)).toBe('100.00')
    expect([await claimOn(orderId), await inBooks(orderId)]).toEqual([undefined, [await owedOn(invoiceIds), '0.00']])

    await credit(portal, first, '500.00')
    await aRepayment(portal, orderId, '8500.00', { valueDate: openingDay, invoiceIds: [first] })
    await paysAsTold(orderId)
    expect([await claimOn(orderId), await inBooks(orderId)]).toEqual([undefined, [await owedOn([second]), '0.00']])

    await credit(portal, second, '250.00')
    expect((await claimOn(orderId))?.amount).toBe('250.00')
    await paysAsTold(orderId)
    expect([await claimOn(orderId), await inBooks(orderId)]).toEqual([undefined, [await owedOn([second]), '0.00']])

    await aRepayment(portal, orderId, await owedOn([second]), { valueDate: openingDay, invoiceIds: [second] })
    expect([await claimOn(orderId), await inBooks(orderId)]).toEqual([undefined, ['0.00', '0.00']])
  },
)
