import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, answerTask, aReceipt, aRepayment, brokenLaws, passAll, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

test('a repayment that was sent back tells what its receipt has for it, and is submitted again with that and no more', async () => {
  const { settlement, settlement2 } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const other = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const receipt = await aReceipt(portal, '900.00')
  const { repayments } = await portal.ask(settlement, repaymentCalls.match, {
    body: {
      collectionId: receipt.id,
      ...toldApart(receipt),
      parts: [
        { orderId, amount: '400.00' },
        { orderId: other.orderId, amount: '300.00' },
      ],
    },
  })
  const [first, second] = repayments
  if (!first || !second) throw new Error('Two repayments are matched.')
  const detail = () => portal.ask(settlement, repaymentCalls.detail, { body: { id: first.id } })
  const again = (amount: string) => portal.ask(settlement, repaymentCalls.resubmit, { body: { id: first.id, amount } })
  expect((await detail()).mostAgain).toBeNull()
  await answerTask(portal, settlement2, { businessId: first.id, reviewType: 'REJECTED', comment: 'It pays more' })
  // The other order's part stays with it; what nobody has taken is for this one.
  expect((await detail()).mostAgain).toBe('600.00')
  expect(await refusalOf(again('600.01'))).toMatchObject({ data: { fields: [{ field: 'amount', message: 'OVER_ALLOCATION' }] } })
  await again('600.00')
  await passAll(portal, first.no, 'REPAYMENT')
  await passAll(portal, second.no, 'REPAYMENT')
  expect(await detail()).toMatchObject({ amount: '600.00', mostAgain: null })
})

test('what a receipt has for a repayment is told to nobody who does not match', async () => {
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  const id = await aRepayment(portal, orderId, '100.00').then(() =>
    portal.look((tx) => tx.selectFrom('repayment').select('id').where('orderId', '=', orderId).executeTakeFirstOrThrow()),
  )
  const seen = await portal.ask(portal.seats.alderMaker, repaymentCalls.detail, { body: { id: id.id } })
  expect(seen).not.toHaveProperty('mostAgain')
})
