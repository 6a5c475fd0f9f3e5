import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'

const orderNo = 'FO-2025-009001'
let portal: Portal
let orderId: string
beforeAll(async () => {
  portal = await openPortal()
  orderId = (await aFundedOrder(portal, { faces: ['100000'] })).orderId
  await portal.look((tx) => tx.updateTable('financeOrder').set({ orderNo }).where('id', '=', orderId).execute())
})
afterAll(() => portal.close())

const linesOf = async (question: string) =>
  (await portal.ask(portal.seats.alderMaker, assistantCalls.ask, { body: { question } })).text.split('\n')

test('an early repayment fee is explained by what was repaid early, not by a percentage of nothing', async () => {
  const early = { code: 'EARLY', basis: 'PCT_ADVANCE', value: '0', base: '0', amount: '180', tax: '10.8' } as const
  const rest = { payer: 'SUPPLIER', beneficiary: 'FUNDER', timing: 'SETTLEMENT', charged: true } as const
  await portal.look((tx) =>
    tx
      .insertInto('orderFee')
      .values({ id: newId(), orderId, ...early, ...rest })
      .execute(),
  )
  expect(await linesOf(`What does ${orderNo} cost?`)).toContain(
    'Early repayment fee USD 180.00: on principal repaid early, and tax of USD 10.80',
  )
  expect(await linesOf(`${orderNo} 的费用构成是什么？`)).toContain(
    '提前还款费 USD 180.00：按提前偿还的本金收取，另计税 USD 10.80',
  )
})

test('a fee is told as it is charged, with its corrections and what was agreed', async () => {
  await portal.look(async (tx) => {
    const { id: orderFeeId } = await tx
      .selectFrom('orderFee')
      .select('id')
      .where('orderId', '=', orderId)
      .where('code', '=', 'SERVICE')
      .executeTakeFirstOrThrow()
    await tx.updateTable('orderFee').set({ value: '0.25', base: '100000' }).where('id', '=', orderFeeId).execute()
    const made = { orderId, orderFeeId, reason: 'Agreed' }
    await tx
      .insertInto('feeAdjustment')
      .values([
        { id: newId(), ...made, delta: '-40', status: 'PASSED' },
        { id: newId(), ...made, delta: '-5', status: 'REFUSED' },
      ])
      .execute()
  })
  expect(await linesOf(`What does ${orderNo} cost?`)).toContain(
    'Service fee USD 210.00: 0.25 % of the face amount USD 100,000.00, corrected since from USD 250.00',
  )
  expect(await linesOf(`${orderNo} 的费用构成是什么？`)).toContain(
    '服务费 USD 210.00：票面 USD 100,000.00 的 0.25%，由 USD 250.00 更正而来',
  )
})
