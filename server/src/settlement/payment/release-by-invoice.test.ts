import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  aFundedOrder,
  aRepayment,
  balanceIn,
  brokenLaws,
  credit,
  orderStatus,
  passAll,
  payDrafted,
  takeBack,
  waiversOn,
} from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { runEndOfDay } from '../end-of-day/run-end-of-day.ts'

let portal: Portal
let day = openingDay
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const closeDays = async (count: number) => {
  day = await runEndOfDay(portal.app, { through: addDays(day, count - 1) })
}
const isWeekend = () => ['Sat', 'Sun'].includes(new Date(`${day}T00:00:00Z`).toUTCString().slice(0, 3))
const anOrder = async (tenors: number[], faces = tenors.map(() => '100000')) => {
  while (isWeekend()) await closeDays(1)
  return aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, faces, tenors })
}
const statusOf = (id: string) => orderStatus(portal, id)
const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const paidParts = async (id: string) =>
  (await portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })).allocations
    .filter((one) => !one.reversed)
    .map((one) => `${one.component} ${one.amount}`)
const waiting = async (orderId: string) =>
  (await portal.ask(portal.seats.settlement, paymentCalls.releasable, { body: {} })).releases.filter(
    (one) => one.orderId === orderId,
  )
const draft = (body: { orderId: string; itemId?: string; amount?: string }) =>
  portal.ask(portal.seats.settlement, paymentCalls.addRelease, { body: body })
const paid = (drafted: { id: string; no: string }) => payDrafted(portal, drafted, 'RELEASE', day)
const reduce = (invoiceId: string, amount: string) => credit(portal, invoiceId, amount)

test('parts of the reserve of one invoice take the people whom the whole takes', async () => {
  await portal.asOwner((db) => db.deleteFrom('workflowDefinition').where('businessType', '=', 'RELEASE').execute())
  const { orderId } = await anOrder([20], ['20000000'])
  await closeDays(20)
  await aRepayment(portal, orderId, '20000000', { valueDate: day })
  await closeDays(6)
  const deciders = async ({ id, no }: { id: string; no: string }) => {
    await portal.ask(portal.seats.settlement, paymentCalls.instruct, { body: { id } })
    const { steps } = await portal.look((tx) =>
      tx.selectFrom('workflowInstance').select('steps').where('businessNo', '=', no).executeTakeFirstOrThrow(),
    )
    return (steps as { node: string; needed: boolean }[]).filter((one) => one.needed).map((one) => one.node)
  }
  const first = await draft({ orderId, amount: '900000' })
  expect(await deciders(first)).not.toContain('FUNDER_SECOND_CHECK')
  await passAll(portal, first.no, 'RELEASE')
  const second = await draft({ orderId, amount: '900000' })
  expect(await deciders(second)).toContain('FUNDER_SECOND_CHECK')
})

test('a cent that is waived keeps no reserve that was free', async () => {
  const { orderId } = await anOrder([20])
  await closeDays(20)
  await aRepayment(portal, orderId, '99999.99', { valueDate: day })
  await closeDays(5)
  const [free] = await waiting(orderId)
  expect(free).toMatchObject({ blockedBy: null })
  for (let nights = 0; (await waiversOn(portal, orderId)).length === 0 && nights < 15; nights++) await closeDays(1)
  expect(await waiversOn(portal, orderId)).toEqual(['0.01 POSTED'])
  // The cent is no receipt, on the day after the close as before it.
  expect(await waiting(orderId)).toEqual([free])
  await paid(await draft({ orderId }))
  expect(await waiting(orderId)).toEqual([])
})

describe('an order of three invoices', () => {
  test('pays out the reserve of the first while the others are open, and of each as it is paid', async () => {
    const { orderId } = await anOrder([20, 50, 80])
    await closeDays(20)
    const first = await aRepayment(portal, orderId, '100000', { valueDate: day })
    expect(await paidParts(first.id)).toEqual(['INTEREST 340.00', 'PRINCIPAL 90000.00', 'RESERVE 9660.00'])
    expect(await statusOf(orderId)).toBe('PARTIALLY_REPAID')
    expect(await waiting(orderId)).toMatchObject([{ amount: '9660.00', blockedBy: 'DATE' }])
    await closeDays(5)
    const [free] = await waiting(orderId)
    expect(free).toMatchObject({ amount: '9660.00', blockedBy: null })
    const drafted = await draft({ orderId, itemId: free!.itemId })
    expect((await portal.ask(portal.seats.settlement, paymentCalls.detail, { body: { id: drafted.id } })).releases).toEqual([
      { docNo: free!.docNo, amount: '9660.00' },
    ])
    await paid(drafted)
    expect(await balance(orderId, 'F2000')).toBe('20000.00')
    expect(await waiting(orderId)).toEqual([])

    // The payout depends on the first receipt alone.
    const second = await aRepayment(portal, orderId, '100000', { valueDate: day })
    expect(await waiting(orderId)).toHaveLength(1)
    await takeBack(portal, second)
    expect(await waiting(orderId)).toEqual([])

    await closeDays(30)
    await aRepayment(portal, orderId, '100000', { valueDate: day })
    await closeDays(30)
    await aRepayment(portal, orderId, '100000', { valueDate: day })
    expect(await statusOf(orderId)).toBe('SETTLED')
    await closeDays(6)
    // Without an item, one payment takes all free reserve.
    const rest = await waiting(orderId)
    expect(rest.map((one) => one.blockedBy)).toEqual([null, null])
    await paid(await draft({ orderId }))
    expect(await balance(orderId, 'F2000')).toBe('0.00')
  })

  test('is paid by the invoice that is named, and a receipt that is taken back takes its reserve back', async () => {
    const { orderId, invoiceIds } = await anOrder([30, 60, 90])
    await closeDays(10)
    const named = await aRepayment(portal, orderId, '100000', { valueDate: day, invoiceIds: [invoiceIds[2]!] })
    expect(await paidParts(named.id)).toEqual(['INTEREST 170.00', 'PRINCIPAL 90000.00', 'RESERVE 9830.00'])
    const paidInvoice = await portal.look((tx) =>
      tx.selectFrom('invoice').select('payStatus').where('id', '=', invoiceIds[2]!).executeTakeFirstOrThrow(),
    )
    expect(paidInvoice.payStatus).toBe('PAID')
    await takeBack(portal, named)
    expect(await waiting(orderId)).toEqual([])
    expect(await statusOf(orderId)).toBe('FUNDED')
    expect(await balance(orderId, 'F2000')).toBe('30000.00')
  })

  test('releases nothing while it is overdue, and overdue debts are paid first', async () => {
    const { orderId, invoiceIds } = await anOrder([5, 60, 90])
    const early = await aRepayment(portal, orderId, '100000', { valueDate: day, invoiceIds: [invoiceIds[2]!] })
    expect(await paidParts(early.id)).toEqual(['PRINCIPAL 90000.00', 'RESERVE 10000.00'])
    for (let nights = 0; (await statusOf(orderId)) !== 'OVERDUE' && nights < 30; nights++) await closeDays(1)
    const [blocked] = await waiting(orderId)
    expect(blocked).toMatchObject({ amount: '10000.00', blockedBy: 'OVERDUE' })
    expect((await refusalOf(draft({ orderId }))).data).toMatchObject({ error: 'RESERVE_NOT_FREE', reason: 'OVERDUE' })
    const second = await aRepayment(portal, orderId, '100000', { valueDate: day, invoiceIds: [invoiceIds[1]!] })
    expect((await paidParts(second.id)).some((one) => one.startsWith('RESERVE'))).toBe(false)
    await aRepayment(portal, orderId, '100000', { valueDate: day, invoiceIds: [invoiceIds[0]!] })
    expect(await statusOf(orderId)).toBe('SETTLED')
    await closeDays(6)
    expect((await waiting(orderId)).every((one) => one.blockedBy === null)).toBe(true)
  })

  test('holds the reserve of a paid invoice while a reduction has left principal of another uncovered', async () => {
    const { orderId, invoiceIds } = await anOrder([10, 60, 90])
    await closeDays(10)
    await aRepayment(portal, orderId, '100000', { valueDate: day })
    await closeDays(5)
    expect(await waiting(orderId)).toMatchObject([{ blockedBy: null }])
    await reduce(invoiceIds[1]!, '15000')
    expect(await waiting(orderId)).toMatchObject([{ amount: '9830.00', blockedBy: 'DILUTION' }])
    expect((await refusalOf(draft({ orderId }))).data).toMatchObject({ reason: 'DILUTION' })
    // Beyond the reserves of the open invoices it is a claim, never a burden of the paid one.
    await reduce(invoiceIds[1]!, '10000')
    expect(await balance(orderId, 'F2000')).toBe('9830.00')
    expect(await balance(orderId, 'F1300')).toBe('5000.00')
    expect(await waiting(orderId)).toMatchObject([{ blockedBy: 'CLAIM' }])
  })

  test('marks the invoices paid by its receipts, after a short payment and in another order of receipts too', async () => {
    const { orderId, invoiceIds } = await anOrder([30, 60])
    const open = () =>
      portal.look(async (tx) => {
        const rows = await tx.selectFrom('invoice').select(['id', 'outstanding']).where('id', 'in', invoiceIds).execute()
        return invoiceIds.map((id) => Number(rows.find((one) => one.id === id)!.outstanding))
      })
    await closeDays(10)
    await aRepayment(portal, orderId, '96000', { valueDate: day, invoiceIds: [invoiceIds[0]!] })
    await closeDays(2)
    // Principal of the second is out: money without a named invoice pays it, not the shortfall of the first.
    await aRepayment(portal, orderId, '4000', { valueDate: day })
    expect(await open()).toEqual([4000, 96000])
    // The same money, recorded late, comes first: the receipts after it are split anew.
    const early = await aRepayment(portal, orderId, '30000', { valueDate: addDays(day, -5) })
    expect(await open()).toEqual([0, 70000])
    await takeBack(portal, early)
    expect(await open()).toEqual([4000, 96000])
  })

  test('ignores an invoice of another order', async () => {
    const mine = await anOrder([10, 60])
    const other = await anOrder([10, 60])
    await closeDays(10)
    for (const { orderId } of [mine, other]) await aRepayment(portal, orderId, '100000', { valueDate: day })
    await closeDays(5)
    const [theirs] = await waiting(other.orderId)
    expect((await refusalOf(draft({ orderId: mine.orderId, itemId: theirs!.itemId }))).error).toBe('NOT_FOUND')
  })
})
