import { addDays } from '@usance/domain/local-date'
import { feeBillList } from '@usance/wire/fee-bill/list'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { listCalls } from '@usance/wire/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, brokenLaws, credit, takeBack, type WantedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'

// Fees at settlement are due with the first money, after a loss too. 90,000.00 at 6.80 % from 3 March until the loss on 5 August,
// 95 days of it late, are 2,635.00 of interest and 712.50 of penalty; 2 % of 100,000.00 and 6 % of tax are 2,120.00.

const day = '2025-08-05'
let portal: Portal
let orders: Record<'recourse' | 'without' | 'untouched' | 'billed' | 'loan' | 'older' | 'olderWithout', string>

async function funded(
  product: 'purchaseInArrears' | 'purchaseOrder',
  fee: { value: string; payer: 'SUPPLIER' | 'BUYER' } | null,
  { isRecourse = true, ...wanted }: WantedOrder & { isRecourse?: boolean } = {},
): Promise<string> {
  const productId = portal.world.products[product]
  const part = { basis: 'PCT_FACE', taxPct: '6', beneficiary: 'PLATFORM', timing: 'SETTLEMENT' } as const
  await portal.look(async (tx) => {
    await tx.deleteFrom('feeRule').where('productId', '=', productId).execute()
    if (fee)
      await tx
        .insertInto('feeRule')
        .values({ id: newId(), productId, code: 'SERVICE', ...part, ...fee })
        .execute()
    await tx.updateTable('financingProduct').set({ recourse: isRecourse }).where('id', '=', productId).execute()
  })
  return (await aFundedOrder(portal, { product, ...wanted })).orderId
}

beforeAll(async () => {
  portal = await openPortal()
  await portal.look((tx) => tx.updateTable('financingProduct').set({ graceDays: 5, penaltyMargin: '3' }).execute())
  const fee = { value: '2', payer: 'SUPPLIER' } as const
  orders = {
    recourse: await funded('purchaseInArrears', fee),
    without: await funded('purchaseInArrears', fee, { isRecourse: false }),
    untouched: await funded('purchaseInArrears', fee, { isRecourse: false }),
    billed: await funded('purchaseInArrears', { value: '0.9', payer: 'BUYER' }, { faces: ['30000'] }),
    loan: await funded('purchaseOrder', fee),
    older: await funded('purchaseInArrears', null),
    olderWithout: await funded('purchaseInArrears', null, { isRecourse: false }),
  }
  await runEndOfDay(portal.app, { through: addDays(day, -1) })
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const booksOf = async (orderId: string) => {
  const { balances } = await portal.ask(portal.seats.auditor, ledgerCalls.order, { body: { orderId } })
  return (...accounts: string[]) =>
    accounts.map((account) => balances.find((one) => one.book + one.account === account)?.balance ?? '0.00')
}
const previewLoss = (orderId: string) => portal.ask(portal.seats.elmMaker, writeOffCalls.preview, { body: { orderId } })
const payoff = (orderId: string) => portal.ask(portal.seats.settlement, repaymentCalls.payoff, { body: { orderId } })
async function lose(orderId: string) {
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, {
    body: { orderId, reason: 'The buyer is insolvent.' } as never,
  })
  const order = await portal.ask(portal.seats.elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  await passWriteOff(portal, order.orderNo)
}
const told = (orderId: string, amount: string, payerRole: 'BUYER' | 'SUPPLIER' = 'BUYER') =>
  portal.ask(portal.seats.settlement, repaymentCalls.preview, {
    body: { orderId, amount, valueDate: day, payerRole, fundSource: 'COLLECTION' },
  })
const pays = (orderId: string, amount: string, payerRole: 'BUYER' | 'SUPPLIER' = 'BUYER') =>
  aRepayment(portal, orderId, amount, { valueDate: day, payerRole })
const partsOf = async (id: string) =>
  (await portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })).allocations
    .filter((one) => !one.reversed)
    .map(({ component, amount }) => `${component} ${amount}`)
const named = (preview: Awaited<ReturnType<typeof told>>) =>
  preview.allocations.map(({ component, amount }) => `${component} ${amount}`)

test.each(['recourse', 'without'] as const)(
  'a fee at settlement is charged with the first money after a loss, %s',
  async (one) => {
    const orderId = orders[one]
    expect((await payoff(orderId)).total).toBe('95467.50')
    await lose(orderId)
    // Without any money it is not due, and no part of the loss.
    expect(await previewLoss(orderId)).toMatchObject({ loss: '93347.50' })
    expect((await payoff(orderId)).total).toBe('95467.50')
    expect((await told(orderId, '100000')).totals).toMatchObject({
      fees: '2120.00',
      interest: '2635.00',
      penalty: '712.50',
      principal: '90000.00',
      reserve: '4532.50',
      refund: '0.00',
    })

    const first = await pays(orderId, '1000')
    expect((await booksOf(orderId))('F5000', 'F1220', 'P4010', 'P2100')).toEqual(['94467.50', '0.00', '2000.00', '120.00'])
    expect(await previewLoss(orderId)).toMatchObject({ loss: '95467.50', writeOff: { recovered: '1000.00' } })
    expect(await brokenLaws(portal)).toEqual([])
    // As on a running order, the fee stays charged when that money is taken back, and is charged once.
    await takeBack(portal, first)
    expect((await booksOf(orderId))('F5000', 'P4010')).toEqual(['95467.50', '2000.00'])

    const preview = named(await told(orderId, '100000'))
    const paid = await pays(orderId, '100000')
    expect(await payoff(orderId)).toMatchObject({ owed: [], total: '0.00', onConversion: null })
    expect(await partsOf(paid.id)).toEqual(['COST 95467.50', 'RESERVE 4532.50'])
    expect(preview).toEqual(await partsOf(paid.id))
    expect((await booksOf(orderId))('F5000', 'F2000', 'F2300', 'P4010', 'P2100', 'S5010', 'S1200')).toEqual([
      '0.00',
      '4532.50',
      '2120.00',
      '2000.00',
      '120.00',
      '2120.00',
      '4532.50',
    ])
  },
)

test('a fee at settlement is told to a supplier only where it stands before a debt of its own', async () => {
  const bySupplier = async (orderId: string) =>
    (await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })).total
  await lose(orders.untouched)
  // Its funder counts on the fee with the rest, and its supplier owes nothing of the loss.
  expect([(await payoff(orders.untouched)).total, await bySupplier(orders.untouched)]).toEqual(['95467.50', '0.00'])
  const { invoiceId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('invoiceId').where('orderId', '=', orders.untouched).executeTakeFirstOrThrow(),
  )
  await credit(portal, String(invoiceId), '24000')
  // All costs are paid before the 14,000.00 that the reserve does not bear.
  expect(await bySupplier(orders.untouched)).toBe('19467.50')
  expect((await told(orders.untouched, '19467.50', 'SUPPLIER')).totals).toMatchObject({ fees: '2120.00', refund: '0.00' })
  await pays(orders.untouched, '19467.50', 'SUPPLIER')
  expect(await bySupplier(orders.untouched)).toBe('0.00')
})

test("a buyer's fee at settlement is billed with the first money after a loss, and paid before anything goes back", async () => {
  const orderId = orders.billed
  await lose(orderId)
  const bills = async () => {
    const { list = [] } = await portal.ask(portal.seats.cedarMaker, listCalls(feeBillList).pageList, { body: {} })
    return list.filter((bill) => bill.orderId === orderId)
  }
  expect(await bills()).toEqual([])
  const preview = await told(orderId, '30300')
  expect(preview.totals).toMatchObject({ buyerFees: '286.20', refund: '13.80' })
  const paid = await pays(orderId, '30300')
  expect(named(preview)).toEqual(await partsOf(paid.id))
  expect(await bills()).toMatchObject([{ amount: '286.20', openAmount: '0.00', status: 'PAID' }])
  expect((await booksOf(orderId))('F5000', 'F1230', 'F2200', 'P4010', 'P2100')).toEqual([
    '0.00',
    '0.00',
    '13.80',
    '270.00',
    '16.20',
  ])
})

test('a fee at settlement of a lost loan is part of what its supplier pays back', async () => {
  const orderId = orders.loan
  const { total } = await payoff(orderId)
  await lose(orderId)
  const { loss } = await previewLoss(orderId)
  expect(Number(total) - Number(loss)).toBeCloseTo(2120, 2)
  const over = (Number(total) + 10).toFixed(2)
  expect((await told(orderId, over, 'SUPPLIER')).totals).toMatchObject({ fees: '2120.00', refund: '10.00' })
  const paid = await pays(orderId, over, 'SUPPLIER')
  expect(await partsOf(paid.id)).toEqual([`COST ${total}`, 'REFUND 10.00'])
  expect((await booksOf(orderId))('F5000', 'F1220', 'P4010', 'S2000', 'S5010')).toEqual([
    '0.00',
    '0.00',
    '2000.00',
    '0.00',
    '2120.00',
  ])
})

test.each(['older', 'olderWithout'] as const)(
  'an earlier recovery left the fee out: the next money charges it, %s',
  async (one) => {
    const orderId = orders[one]
    await lose(orderId)
    await pays(orderId, '40000')
    const part = { code: 'SERVICE', basis: 'PCT_FACE', payer: 'SUPPLIER', beneficiary: 'PLATFORM', timing: 'SETTLEMENT' } as const
    await portal.look((tx) =>
      tx
        .insertInto('orderFee')
        .values({ id: newId(), orderId, ...part, value: '2', base: '100000', amount: '2000', tax: '120' })
        .execute(),
    )
    await pays(orderId, '20000')
    expect(await brokenLaws(portal)).toEqual([])
    await pays(orderId, '40000')
    expect((await booksOf(orderId))('F5000', 'F2000', 'F2300', 'S5010')).toEqual(['0.00', '4532.50', '2120.00', '2120.00'])
  },
)

test('the books name a written-off order whose loss is back and whose fee was never charged', async () => {
  const orderId = orders.recourse
  const charged = (value: boolean) =>
    portal.look((tx) => tx.updateTable('orderFee').set({ charged: value }).where('orderId', '=', orderId).execute())
  await charged(false)
  expect(JSON.stringify(await brokenLaws(portal))).toContain('its fee SERVICE of USD 2,120.00 was never charged')
  await charged(true)
})
