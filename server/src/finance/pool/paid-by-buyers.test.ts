import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { poolCalls } from '@usance/wire/pool/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aReceipt, aRepayment, balanceIn, brokenLaws, passAll, takeBack } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passAll as passOrder, passWriteOff, signAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let productId: string
beforeEach(async () => {
  portal = await openPortal()
  productId = await aPoolProduct(portal)
})
afterEach(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const [cedar, dogwood] = ['Cedar Retail Inc', 'Dogwood Stores GmbH']
/** A pool of 30,000 of Cedar and 40,000 of Dogwood. */
async function aPool() {
  const ofCedar = await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'CEDAR' })
  const ofDogwood = await aPooledInvoice(portal, productId, { amount: '40000.00', buyerCode: 'DOGWOOD' })
  return { poolId: ofCedar.poolId, ofCedar: ofCedar.invoiceId, ofDogwood: ofDogwood.invoiceId }
}
const outstanding = (table: 'invoice' | 'financeOrder', id: string) =>
  portal.look(async (tx) =>
    table === 'invoice'
      ? (await tx.selectFrom('invoice').select('outstanding').where('id', '=', id).executeTakeFirstOrThrow()).outstanding
      : (await tx.selectFrom('financeOrder').select('principalOutstanding').where('id', '=', id).executeTakeFirstOrThrow())
          .principalOutstanding,
  )
const paidBy = (id: string) =>
  portal
    .ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })
    .then(({ allocations }) =>
      allocations.filter((one) => !one.reversed).map(({ component, amount }) => `${component} ${amount}`),
    )
const ahead = async (orderId: string, amount: string, buyerCode: string) => {
  const { allocations } = await portal.ask(portal.seats.settlement, repaymentCalls.preview, {
    body: { orderId, amount, valueDate: openingDay, buyerCode },
  })
  return allocations.map((one) => `${one.component} ${one.amount}`)
}
const waiting = () => portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} }).then(({ refunds }) => refunds)
const refund = (repaymentId: string, ofPool?: boolean) =>
  portal.ask(portal.seats.settlement, paymentCalls.addRefund, {
    body: { repaymentId, ...(ofPool === undefined ? {} : { ofPool }) },
  })
const payeeOf = (id: string) =>
  portal.look((tx) =>
    tx.selectFrom('payment').select(['payeeCompanyId', 'amount']).where('id', '=', id).executeTakeFirstOrThrow(),
  )

test('a buyer that pays its invoice twice gets the second payment back, and the drawing stays the supplier’s debt', async () => {
  const { poolId, ofCedar, ofDogwood } = await aPool()
  const drawing = await aFundedDrawing(portal, poolId, '50000.00')
  const once = await aRepayment(portal, drawing.id, '30000', { payerName: cedar })
  expect(await paidBy(once.id)).toEqual(['PRINCIPAL 30000.00'])
  expect(await outstanding('invoice', ofCedar)).toBe('0.0000')

  // Its invoice may have left the pool meanwhile.
  const day = addDays(await runEndOfDay(portal.app, { through: openingDay }), 0)
  expect(await ahead(drawing.id, '30000', 'CEDAR')).toEqual(['REFUND 30000.00'])
  const twice = await aRepayment(portal, drawing.id, '30000', { payerName: cedar, valueDate: day })
  expect(await paidBy(twice.id)).toEqual(['REFUND 30000.00'])
  expect(await outstanding('financeOrder', drawing.id)).toBe('20000.0000')
  expect(await outstanding('invoice', ofDogwood)).toBe('40000.0000')
  expect(await waiting()).toMatchObject([{ no: twice.no, payerName: cedar, amount: '30000.00', ofPool: false, blockedBy: null }])

  // The first one bounces: the second is its payment then.
  await takeBack(portal, once)
  expect(await paidBy(twice.id)).toEqual([expect.stringMatching(/^INTEREST /), expect.stringMatching(/^PRINCIPAL /)])
  expect(await outstanding('invoice', ofCedar)).toBe('0.0000')
  expect(await waiting()).toEqual([])
})

test('what a buyer pays beyond its invoices goes back to it, what it pays on them beyond the drawing is the supplier’s', async () => {
  const { poolId, ofDogwood } = await aPool()
  const drawing = await aFundedDrawing(portal, poolId, '25000.00')
  const expected = ['PRINCIPAL 25000.00', 'SURPLUS 15000.00', 'REFUND 5000.00']
  expect((await ahead(drawing.id, '45000', 'DOGWOOD')).sort()).toEqual(expected.toSorted())
  const paid = await aRepayment(portal, drawing.id, '45000', { payerName: dogwood })
  expect((await paidBy(paid.id)).sort()).toEqual(expected.toSorted())
  expect(await outstanding('invoice', ofDogwood)).toBe('0.0000')
  expect(await waiting()).toMatchObject([
    { payerName: dogwood, amount: '5000.00', ofPool: false },
    { payerName: 'Alder Textiles Ltd', amount: '15000.00', ofPool: true, blockedBy: null },
  ])
  const { companies } = portal.world
  const back = await refund(paid.id)
  expect(await payeeOf(back.id)).toEqual({ payeeCompanyId: companies.dogwood, amount: '5000.0000' })
  const surplus = await refund(paid.id)
  expect(await payeeOf(surplus.id)).toEqual({ payeeCompanyId: companies.alder, amount: '15000.0000' })
  expect((await refusalOf(refund(paid.id))).error).toBe('NOTHING_TO_REFUND')
})

test('money for a receivable of a pool on which nothing is drawn is matched by way of its last drawing, and is the supplier’s', async () => {
  const { poolId, ofDogwood } = await aPool()
  const drawing = await aFundedDrawing(portal, poolId, '20000.00')
  await aRepayment(portal, drawing.id, '20000', { payerName: 'Alder Textiles Ltd', payerRole: 'SUPPLIER' })
  expect(await outstanding('financeOrder', drawing.id)).toBe('0.0000')

  const { settlement } = portal.seats
  const receipt = await aReceipt(portal, '40000', { payerName: dogwood })
  const { orders } = await portal.ask(settlement, repaymentCalls.candidates, { body: { collectionId: receipt.id } })
  expect(orders).toMatchObject([{ orderId: drawing.id, status: 'SETTLED', owed: '0.00', reason: 'AMOUNT', payer: 'DOGWOOD' }])
  expect(orders[0]!.invoices.map(({ id }) => id)).toContain(ofDogwood)
  const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
    body: {
      collectionId: receipt.id,
      payerRole: 'BUYER',
      parts: [{ orderId: drawing.id, amount: '40000', buyerCode: 'DOGWOOD' }],
    },
  })
  await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  expect(await paidBy(repayments[0]!.id)).toEqual(['SURPLUS 40000.00'])
  expect(await outstanding('invoice', ofDogwood)).toBe('0.0000')
  expect(await waiting()).toMatchObject([{ payerName: 'Alder Textiles Ltd', amount: '40000.00', ofPool: true, blockedBy: null }])
})

test('a supplier repays its drawing with all of its money, and its buyers’ invoices stay open', async () => {
  const { poolId, ofCedar, ofDogwood } = await aPool()
  const drawing = await aFundedDrawing(portal, poolId, '20000.00')
  const paid = await aRepayment(portal, drawing.id, '21000', { payerName: 'Alder Textiles Ltd', payerRole: 'SUPPLIER' })
  expect(await paidBy(paid.id)).toEqual(['PRINCIPAL 20000.00', 'SURPLUS 1000.00'])
  expect([await outstanding('invoice', ofCedar), await outstanding('invoice', ofDogwood)]).toEqual(['30000.0000', '40000.0000'])
})

test('money of an unknown sender pays no drawing before settlement has named the buyer', async () => {
  const { poolId, ofCedar, ofDogwood } = await aPool()
  const drawing = await aFundedDrawing(portal, poolId, '20000.00')
  const { settlement } = portal.seats
  const receipt = await aReceipt(portal, '10000', { payerName: 'Somebody Else Ltd' })
  const { orders } = await portal.ask(settlement, repaymentCalls.candidates, {
    body: { collectionId: receipt.id, search: drawing.orderNo },
  })
  expect(orders[0]).toMatchObject({ buyers: [{ code: 'CEDAR' }, { code: 'DOGWOOD' }], payer: null })
  expect(orders[0]!.invoices.map(({ buyerCode }) => buyerCode).sort()).toEqual(['CEDAR', 'DOGWOOD'])
  const match = (part: { buyerCode?: string; invoiceIds?: string[] }, collectionId = receipt.id) =>
    portal.ask(settlement, repaymentCalls.match, {
      body: { collectionId, payerRole: 'BUYER', parts: [{ orderId: drawing.id, amount: '5000', ...part }] },
    })
  const unnamed = { message: 'PAYER_UNNAMED' }
  expect((await refusalOf(match({}))).data.fields).toEqual([{ field: 'parts.0.buyerCode', ...unnamed }])
  expect((await refusalOf(match({ invoiceIds: [ofCedar, ofDogwood] }))).data.fields).toMatchObject([unnamed])
  expect((await refusalOf(match({ buyerCode: 'ELM' }))).data.fields).toMatchObject([{ message: 'PARTY_UNKNOWN' }])
  const preview = portal.ask(settlement, repaymentCalls.preview, {
    body: { orderId: drawing.id, amount: '5000', valueDate: openingDay },
  })
  expect((await refusalOf(preview)).data.fields).toEqual([{ field: 'buyerCode', ...unnamed }])
  const another = await aReceipt(portal, '5000', { payerName: 'Somebody Else Ltd' })
  for (const { repayments } of [await match({ buyerCode: 'CEDAR' }), await match({ invoiceIds: [ofDogwood] }, another.id)])
    await passAll(portal, repayments[0]!.no, 'REPAYMENT')
  expect([await outstanding('invoice', ofCedar), await outstanding('invoice', ofDogwood)]).toEqual(['25000.0000', '35000.0000'])
})

test('no surplus is paid out of a pool, by hand or in a file, while it does not cover its drawings', async () => {
  const { poolId } = await aPool()
  const [first] = [await aFundedDrawing(portal, poolId, '20000.00'), await aFundedDrawing(portal, poolId, '30000.00')]
  // Dogwood pays all it owes: what remains of the pool does not carry the other drawing.
  const paid = await aRepayment(portal, first.id, '41000', { payerName: dogwood })
  expect(await paidBy(paid.id)).toEqual(expect.arrayContaining(['SURPLUS 20000.00', 'REFUND 1000.00']))
  const { pools } = await portal.ask(portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })
  expect(pools[0]!.availability).toBe('-15600.00')
  expect((await waiting()).map(({ ofPool, blockedBy }) => [ofPool, blockedBy])).toEqual([
    [false, null],
    [true, 'POOL_SHORT'],
  ])
  const short = { error: 'POOL_SHORT', amount: '15600.00', currency: 'USD' }
  expect((await refusalOf(refund(paid.id, true))).data).toMatchObject(short)
  // The money of the buyer is its own and goes back all the same.
  await refund(paid.id, false)

  const { invoiceId } = await aPooledInvoice(portal, productId, { amount: '90000.00', buyerCode: 'DOGWOOD' })
  const draft = await refund(paid.id, true)
  const cover = (docStatus: 'CONFIRMED' | 'DISPUTED') =>
    portal.look((tx) => tx.updateTable('invoice').set({ docStatus }).where('id', '=', invoiceId).execute())
  const { settlement } = portal.seats
  const instruct = () => portal.ask(settlement, paymentCalls.instruct, { body: { id: draft.id } })
  await cover('DISPUTED')
  expect((await refusalOf(instruct())).data).toMatchObject(short)
  await cover('CONFIRMED')
  await instruct()
  await passAll(portal, draft.no, 'REFUND')

  await cover('DISPUTED')
  const ready = async () =>
    (await portal.ask(settlement, paymentFileCalls.ready, { body: {} })).payments.find(({ id }) => id === draft.id)!.blockedBy
  expect(await ready()).toBe('POOL_SHORT')
  const make = () => portal.ask(settlement, paymentFileCalls.make, { body: { paymentIds: [draft.id] } })
  expect((await refusalOf(make())).error).toBe('POOL_SHORT')
  await cover('CONFIRMED')
  expect(await ready()).toBeNull()
  expect((await make()).files).toHaveLength(1)
})

test('a drawing keeps no surplus back before its payment is with the bank: what it lacks refuses the drawing itself', async () => {
  const { poolId } = await aPool()
  const first = await aFundedDrawing(portal, poolId, '20000.00')
  const maker = portal.seats.alderMaker
  const body = { poolId, amount: '30000.00', fundingDate: openingDay, maturity: addDays(openingDay, 60) }
  const { pricingHash } = await portal.ask(maker, poolCalls.trial, { body })
  const coming = await portal.ask(maker, poolCalls.draw, {
    body: { ...body, pricingHash, payeeBankAccountId: portal.world.accounts.alder },
  })
  await passOrder(portal, coming.orderNo)
  await signAll(portal, coming.id)
  const paid = await aRepayment(portal, first.id, '41000', { payerName: dogwood })
  // What is left of the pool does not carry the drawing that is signed, and no money is out on it.
  const { settlement } = portal.seats
  const funding = await portal.look((tx) =>
    tx.selectFrom('payment').select(['id', 'no']).where('orderId', '=', coming.id).executeTakeFirstOrThrow(),
  )
  const instruct = (id: string) => portal.ask(settlement, paymentCalls.instruct, { body: { id } })
  const overdrawn = { error: 'POOL_OVERDRAWN', data: { amount: '14400.00', currency: 'USD' } }
  expect(await refusalOf(instruct(funding.id))).toMatchObject(overdrawn)
  expect((await waiting()).map(({ ofPool, blockedBy }) => [ofPool, blockedBy])).toEqual([
    [false, null],
    [true, null],
  ])
  const surplus = await refund(paid.id, true)

  const { invoiceId } = await aPooledInvoice(portal, productId, { amount: '90000.00', buyerCode: 'DOGWOOD' })
  await instruct(funding.id)
  await passAll(portal, funding.no, 'PAYMENT')
  const cover = (docStatus: 'CONFIRMED' | 'DISPUTED') =>
    portal.look((tx) => tx.updateTable('invoice').set({ docStatus }).where('id', '=', invoiceId).execute())
  // Now the bank is told to pay it.
  await cover('DISPUTED')
  expect((await refusalOf(instruct(surplus.id))).data).toMatchObject({ error: 'POOL_SHORT', amount: '15600.00' })
  await cover('CONFIRMED')
  await instruct(surplus.id)
})

test('no surplus is paid out of a pool while another drawing on it is overdue or lost, however well the rest is covered', async () => {
  const dueDate = addDays(openingDay, 175)
  const { poolId } = await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'CEDAR', dueDate })
  await aPooledInvoice(portal, productId, { amount: '40000.00', buyerCode: 'DOGWOOD', dueDate })
  const [first, second] = [await aFundedDrawing(portal, poolId, '20000.00'), await aFundedDrawing(portal, poolId, '3000.00')]
  const late = await runEndOfDay(portal.app, { through: addDays(openingDay, 67) })
  const paid = await aRepayment(portal, first.id, '40000', { payerName: dogwood, valueDate: late })
  const kept = async () => {
    expect(await waiting()).toMatchObject([{ ofPool: true, blockedBy: 'POOL_IN_ARREARS' }])
    expect((await refusalOf(refund(paid.id, true))).error).toBe('POOL_IN_ARREARS')
  }
  await kept()
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 151) })
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body: { orderId: second.id, reason: 'It does not pay.' } })
  await passWriteOff(portal, second.orderNo)
  await kept()
  const loss = await balanceIn(portal, second.id, 'F5000')
  await aRepayment(portal, second.id, loss, { payerName: 'Alder Textiles Ltd', payerRole: 'SUPPLIER', valueDate: today })
  expect(await waiting()).toMatchObject([{ ofPool: true, blockedBy: null }])
  await refund(paid.id, true)
})

test('what a buyer has paid on an invoice that was withdrawn since stays paid when an earlier receipt comes in', async () => {
  const gone = await aPooledInvoice(portal, productId, {
    amount: '10000.00',
    buyerCode: 'CEDAR',
    dueDate: addDays(openingDay, 30),
  })
  const { poolId, ofCedar } = await aPool()
  const drawing = await aFundedDrawing(portal, poolId, '20000.00')
  const today = await runEndOfDay(portal.app, { through: addDays(openingDay, 1) })
  await aRepayment(portal, drawing.id, '30000', { payerName: cedar, valueDate: today })
  const asset = await portal.look((tx) =>
    tx.selectFrom('poolAsset').select('id').where('invoiceId', '=', gone.invoiceId).executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.alderMaker, poolCalls.withdraw, { body: { assetId: asset.id } })
  const last = await aRepayment(portal, drawing.id, '10000', { payerName: cedar, valueDate: today })
  expect(await paidBy(last.id)).toEqual(['SURPLUS 10000.00'])
  await aRepayment(portal, drawing.id, '5000', { payerName: cedar, valueDate: addDays(today, -1) })
  expect((await paidBy(last.id)).sort()).toEqual(['REFUND 5000.00', 'SURPLUS 5000.00'])
  expect([await outstanding('invoice', gone.invoiceId), await outstanding('invoice', ofCedar)]).toEqual(['0.0000', '0.0000'])
})

test('an invoice that left its pool as paid is back in it once its payment is taken back, and carries the drawing', async () => {
  const { poolId, ofCedar, ofDogwood } = await aPool()
  const drawing = await aFundedDrawing(portal, poolId, '40000.00')
  const availability = async () =>
    (await portal.ask(portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })).pools[0]!.availability
  const before = await availability()
  const [first, second] = [
    await aRepayment(portal, drawing.id, '30000', { payerName: cedar }),
    await aRepayment(portal, drawing.id, '40000', { payerName: dogwood }),
  ]
  await runEndOfDay(portal.app, { through: openingDay })
  const held = () =>
    portal.look((tx) =>
      tx
        .selectFrom('poolAsset as a')
        .innerJoin('invoice as v', 'v.id', 'a.invoiceId')
        .select(['v.id', 'v.docStatus', 'v.financeStatus'])
        .where('a.releasedAt', 'is', null)
        .execute(),
    )
  expect(await held()).toEqual([])
  await takeBack(portal, second)
  expect(await held()).toEqual([{ id: ofDogwood, docStatus: 'CONFIRMED', financeStatus: 'LOCKED' }])
  await takeBack(portal, first)
  expect((await held()).map(({ id }) => id).sort()).toEqual([ofCedar, ofDogwood].sort())
  // Only the interest of the night has come to it.
  expect(Number(before) - Number(await availability())).toBeLessThan(20)
  // Withdrawn by its supplier on the day of its payment, it is back all the same.
  const third = await aRepayment(portal, drawing.id, '40000', { payerName: dogwood })
  const { id: assetId } = await portal.look((tx) =>
    tx.selectFrom('poolAsset').select('id').where('invoiceId', '=', ofDogwood).executeTakeFirstOrThrow(),
  )
  await portal.ask(portal.seats.alderMaker, poolCalls.withdraw, { body: { assetId } })
  expect((await held()).map(({ id }) => id)).toEqual([ofCedar])
  await takeBack(portal, third)
  expect((await held()).map(({ id }) => id).sort()).toEqual([ofCedar, ofDogwood].sort())
  // Paid again, it leaves again.
  await aRepayment(portal, drawing.id, '40000', { payerName: dogwood })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 1) })
  expect((await held()).map(({ id }) => id)).toEqual([ofCedar])
})
