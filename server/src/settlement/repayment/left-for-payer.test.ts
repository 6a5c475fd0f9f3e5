import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { aFundedOrder, aReceipt, aRepayment, payDrafted, toldApart } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aSeat, type Seat } from '../../testing/world.ts'

// A payer sees its receipt, and not always the repayment or the return that has taken it: what is left is one sum all the same.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

async function sumsOf(seat: Seat, no: string) {
  const { list } = await portal.ask(seat, listCalls(collectionList).pageList, { body: { pageSize: 100 } })
  return list?.filter((row) => row.no === no).map(({ status, matched, left }) => ({ status, matched, left }))
}

test('who paid on a financing that it was not told of reads nothing of its receipt as left', async () => {
  const { cedar } = portal.world.companies
  const { orderId } = await aFundedOrder(portal, { product: 'undisclosed' })
  const { collectionId } = await aRepayment(portal, orderId, '500.00')
  // The company sells too, and a seat that sells reads the list.
  const supplying = { id: newId(), companyId: cedar, role: 'SUPPLIER' as const }
  await portal.asOwner((db) => db.insertInto('companyRole').values(supplying).execute())
  const sells = await portal.look((tx) => aSeat(tx, 'cedar.sells', { companyId: cedar, role: 'SUPPLIER', userRoles: ['Maker'] }))
  const { no } = await portal.look((tx) =>
    tx.selectFrom('collection').select('no').where('id', '=', collectionId).executeTakeFirstOrThrow(),
  )
  const taken = [{ status: 'ALLOCATED', matched: '500.00', left: '0.00' }]
  expect(await sumsOf(portal.seats.settlement, no)).toEqual(taken)
  expect(await sumsOf(sells, no)).toEqual(taken)
})

test('who got a receipt back whole reads nothing of it as left', async () => {
  const { settlement, birchMaker } = portal.seats
  const receipt = await aReceipt(portal, '777.00', { payerName: 'Birch Components Ltd' })
  await portal.look((tx) => tx.updateTable('collection').set({ status: 'UNIDENTIFIED' }).where('id', '=', receipt.id).execute())
  const sender = { payeeName: 'Birch Components Ltd', payeeAccount: '6222020200002', payeeBankCode: 'TESTCNBJ' }
  const drafted = await portal.ask(settlement, paymentCalls.addReturn, {
    body: { collectionId: receipt.id, ...toldApart(receipt), ...sender, reason: 'Sent here in error' },
  })
  await payDrafted(portal, drafted, 'REFUND')
  const back = [{ status: 'REFUNDED', matched: '0.00', left: '0.00' }]
  expect(await sumsOf(settlement, receipt.no)).toEqual(back)
  expect(await sumsOf(birchMaker, receipt.no)).toEqual(back)
})
