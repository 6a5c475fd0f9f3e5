import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { costCalls } from '@usance/wire/cost/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { businessDate } from '../../calendar/business-date.ts'
import { newId } from '../../database/id.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws, waiversOn } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const productId = portal.world.products.purchaseInArrears
  const part = { productId, basis: 'FLAT', timing: 'SETTLEMENT', payer: 'BUYER', taxPct: '6', value: '41.25' } as const
  await portal.look(async (tx) => {
    await tx.deleteFrom('feeRule').where('productId', '=', productId).execute()
    await tx
      .insertInto('feeRule')
      .values([
        { id: newId(), code: 'SERVICE', beneficiary: 'PLATFORM', ...part },
        { id: newId(), code: 'BANK', beneficiary: 'FUNDER', ...part },
        {
          id: newId(),
          productId: portal.world.products.purchaseOrder,
          code: 'SERVICE',
          basis: 'FLAT',
          value: '50',
          payer: 'SUPPLIER',
          beneficiary: 'PLATFORM',
          timing: 'FUNDING',
        },
      ])
      .execute()
  })
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const balance = (orderId: string, account: string) => balanceIn(portal, orderId, account)
const adjust = async (orderId: string, code: 'SERVICE' | 'BANK', delta: string) => {
  const fee = await portal.look((tx) =>
    tx.selectFrom('orderFee').select('id').where('orderId', '=', orderId).where('code', '=', code).executeTakeFirstOrThrow(),
  )
  const { no } = await portal.ask(portal.seats.operations, costCalls.adjust, {
    body: { id: fee.id, delta, reason: 'It was charged by mistake' },
  })
  await passAll(portal, no, 'FEE_ADJUSTMENT')
}
const refundsOf = (orderId: string) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('payment')
      .select('amount')
      .where('orderId', '=', orderId)
      .where('type', '=', 'REFUND')
      .orderBy('createdAt')
      .execute()
    return rows.map(({ amount }) => Number(amount))
  })
const waiversOf = (orderId: string) => waiversOn(portal, orderId)

test('of a buyer’s bill whose last cent was waived no more goes back than was paid, when its fees are credited', async () => {
  const funded = await businessDate(portal.app)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [20], fundingDate: funded })
  const day = await runEndOfDay(portal.app, { through: addDays(funded, 19) })
  await aRepayment(portal, orderId, '100040.00', { valueDate: day })
  await aRepayment(portal, orderId, '47.45', { valueDate: day })
  await runEndOfDay(portal.app, { through: addDays(day, 6) })
  expect(await waiversOf(orderId)).toEqual(['0.01 POSTED'])

  await adjust(orderId, 'SERVICE', '-41.25')
  await adjust(orderId, 'BANK', '-41.25')
  expect([await refundsOf(orderId), await waiversOf(orderId)]).toEqual([[43.72, 43.73], ['0.01 REVERSED']])
  expect([await balance(orderId, 'F5010'), await balance(orderId, 'F1230')]).toEqual(['0.00', '0.00'])
})

test('a fee that its supplier never paid, as it was waived, is credited without a refund, in parts too', async () => {
  let funded = await businessDate(portal.app)
  while (new Date(`${funded}T00:00:00Z`).getUTCDay() !== 1) funded = await runEndOfDay(portal.app)
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', fundingDate: funded })
  const paidOn = addDays(funded, 1)
  const day = await runEndOfDay(portal.app, { through: addDays(funded, 1) })
  const told = { orderId, valueDate: paidOn, payerRole: 'SUPPLIER' } as const
  const { totals } = await portal.ask(portal.seats.settlement, repaymentCalls.preview, { body: { ...told, amount: '200000.00' } })
  await adjust(orderId, 'SERVICE', '15.00')
  const payoff = M.subtract(M.fromDecimal('200000', 'USD'), M.fromDecimal(totals.refund, 'USD'))
  await aRepayment(portal, orderId, M.toDecimal(payoff), { valueDate: paidOn, payerRole: 'SUPPLIER' })
  expect(await balance(orderId, 'F1220')).toBe('15.00')
  await runEndOfDay(portal.app, { through: addDays(day, 6) })
  expect(await waiversOf(orderId)).toEqual(['15 POSTED'])

  await adjust(orderId, 'SERVICE', '-5.00')
  expect([await refundsOf(orderId), await waiversOf(orderId)]).toEqual([[], ['15 REVERSED', '10 POSTED']])
  await adjust(orderId, 'SERVICE', '-10.00')
  expect([await refundsOf(orderId), await waiversOf(orderId)]).toEqual([[], ['15 REVERSED', '10 REVERSED']])
  expect([await balance(orderId, 'F5010'), await balance(orderId, 'F1220')]).toEqual(['0.00', '0.00'])
})
