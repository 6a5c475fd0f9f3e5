import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { listCalls } from '@usance/wire/list'
import { collectList } from '@usance/wire/report/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aRightConfirmedOrder, passAll, requestFor } from '../../testing/trade.ts'
import { ofBoth, passedOfBoth } from '../../testing/two-buyers.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const proofsOf = async (seat: Seat, orderId: string) => {
  const { list } = await portal.ask(seat, listCalls(collectList).pageList, { body: { pageSize: 1000 } })
  return list!.filter((row) => row.orderId === orderId).map(({ kind, amount }) => `${kind} ${amount}`)
}

test('the list of collection proofs says of an order what each of its papers does', async () => {
  const { alderMaker, elmMaker } = portal.seats
  await aConfirmedInvoice(portal, { amount: '900000.00' })
  const invoiceId = await aConfirmedInvoice(portal)
  await portal.look((tx) => tx.updateTable('invoice').set({ confirmedAmount: '80000' }).where('id', '=', invoiceId).execute())
  const { no } = await portal.ask(alderMaker, adjustmentCalls.add, {
    body: { invoiceId, type: 'CREDIT_NOTE', refNo: 'CN-PROOFS', amount: '5000.00', date: openingDay },
  })
  await passAll(portal, no, 'INVOICE_ADJUSTMENT')
  const { id } = await aRightConfirmedOrder(portal, requestFor(portal, [invoiceId]))
  await portal.look((tx) => tx.updateTable('financeOrder').set({ fundingDate: openingDay }).where('id', '=', id).execute())
  for (const seat of [alderMaker, elmMaker]) {
    const proofs = await proofsOf(seat, id)
    expect(proofs).toEqual(expect.arrayContaining(['CONFIRMATION 80000.00', 'REGISTRY 95000.00', 'ASSIGNMENT 95000.00']))
    expect(proofs.filter((proof) => proof.endsWith(' 100000.00'))).toEqual([])
  }
})

test('the notice to one of several buyers is listed with what that buyer owes', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const { request } = await ofBoth(portal)
  const { id } = await passedOfBoth(portal, request)
  for (const seat of [alderMaker, elmMaker]) {
    const proofs = await proofsOf(seat, id)
    expect(proofs.filter((proof) => proof.startsWith('NOA')).sort()).toEqual(['NOA 100000.00', 'NOA 50000.00'])
    expect(proofs).toContain('CONFIRMATION 150000.00')
  }
})
