import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, brokenLaws, takeBack } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aSubmittedOrder, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const businessDay = () =>
  portal.look(async (tx) => (await tx.selectFrom('businessDay').select('businessDate').executeTakeFirstOrThrow()).businessDate)
const shown = (ids: string[]) =>
  portal.look((tx) =>
    tx
      .selectFrom('invoice')
      .select(['invoiceNo', 'paidAmount', 'outstanding'])
      .where('id', 'in', ids)
      .orderBy('invoiceNo')
      .execute(),
  )

/** An order of two invoices of 40,000 and 30,000 whose advance the supplier has repaid in full. */
async function boughtBack() {
  const on = await businessDay()
  const order = await aFundedOrder(portal, {
    product: 'purchaseInAdvance',
    fundingDate: on,
    faces: ['40000', '30000'],
    tenors: [60, 70],
  })
  await aRepayment(portal, order.orderId, '63000', { valueDate: on, payerRole: 'SUPPLIER' })
  const { status } = await portal.look((tx) =>
    tx.selectFrom('financeOrder').select('status').where('id', '=', order.orderId).executeTakeFirstOrThrow(),
  )
  expect(status).toBe('SETTLED')
  return { ...order, on }
}

/** The split of a payment as the funder's staff and the buyer read it. */
const readings = (id: string) =>
  Promise.all(
    [portal.seats.settlement, portal.seats.cedarChecker].map((seat) => portal.ask(seat, repaymentCalls.detail, { body: { id } })),
  )

for (const [title, parts] of [
  [
    'one by one, one of them by name',
    [
      ['40000', [0]],
      ['30000', []],
    ],
  ],
  [
    'each by name',
    [
      ['30000', [1]],
      ['40000', [0]],
    ],
  ],
  ['at once', [['70000', []]]],
  [
    'in parts',
    [
      ['65000', []],
      ['5000', []],
    ],
  ],
] as [string, [string, number[]][]][])
  test(`a buyer pays invoices that its supplier has bought back, ${title}, and gets nothing back`, async () => {
    const { orderId, invoiceIds, on } = await boughtBack()
    const paid = []
    for (const [amount, named] of parts) {
      paid.push(
        await aRepayment(portal, orderId, amount, { valueDate: on, invoiceIds: named.map((index) => invoiceIds[index]!) }),
      )
      expect(await brokenLaws(portal)).toEqual([])
    }
    for (const { id } of paid) for (const { surplus } of await readings(id)) expect(surplus).toBe('0.00')
    expect(await shown(invoiceIds)).toMatchObject([
      { paidAmount: '40000.0000', outstanding: '0.0000' },
      { paidAmount: '30000.0000', outstanding: '0.0000' },
    ])
    // The first payment comes back: its buyer owes as much again, and a payment of it is taken whole.
    await takeBack(portal, paid[0]!)
    expect(await brokenLaws(portal)).toEqual([])
    const again = await aRepayment(portal, orderId, parts[0]![0], { valueDate: on })
    expect((await readings(again.id))[0]!.surplus).toBe('0.00')
    expect((await shown(invoiceIds)).map((one) => one.outstanding)).toEqual(['0.0000', '0.0000'])
  })

test("a buyer's fee is no payment of an invoice that is financed anew", async () => {
  const financingProductId = portal.world.products.purchaseInAdvance
  await portal.look((tx) =>
    tx
      .updateTable('feeRule')
      .set({ payer: 'BUYER', timing: 'SETTLEMENT' })
      .where('code', '=', 'SERVICE')
      .where('productId', '=', financingProductId)
      .execute(),
  )
  const { orderId, invoiceIds, on } = await boughtBack()
  const { openAmount } = await portal.look((tx) =>
    tx.selectFrom('feeBill').select('openAmount').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  expect(Number(openAmount)).toBeGreaterThan(0)
  await aSubmittedOrder(portal, requestFor(portal, [invoiceIds[0]!], { financingProductId, fundingDate: on }))
  const amount = (30_000 + Number(openAmount)).toFixed(2)
  const { id } = await aRepayment(portal, orderId, amount, { valueDate: on })
  expect(await shown(invoiceIds)).toMatchObject([
    { paidAmount: '0.0000', outstanding: '40000.0000' },
    { paidAmount: '30000.0000', outstanding: '0.0000' },
  ])
  for (const { allocations } of await readings(id))
    expect(allocations.reduce((sum, one) => sum + Number(one.amount), 0).toFixed(2)).toBe(amount)
})
