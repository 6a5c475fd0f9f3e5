import { addDays } from '@usance/domain/local-date'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

const [alder, cedar, elm] = ['Alder Textiles Ltd', 'Cedar Retail Inc', 'Elm Trade Bank']
const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 160), step: 'DAY' as const }
const expectedBy = async (seat: Seat) => {
  const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
  return rows
    .filter(({ done, partyName }) => !done && [alder, cedar, elm].includes(partyName ?? ''))
    .map(({ kind, direction, partyName, amount }) => `${kind} ${direction} ${partyName} ${amount}`)
    .sort()
}
const statusOf = async (orderId: string) =>
  (await portal.look((tx) => tx.selectFrom('financeOrder').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()))
    .status

test('what a buyer left of a settled order is expected by its funder, and passed on to the supplier, as it then is', async () => {
  const { alderMaker, cedarMaker, elmMaker, settlement } = portal.seats
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInAdvance', faces: ['60000', '40000'], tenors: [20, 60] })
  await aRepayment(portal, orderId, '97000.00')
  expect(await statusOf(orderId)).toBe('SETTLED')
  const toSupplier = (rows: string[]) => rows.filter((row) => row.startsWith('RELEASE'))
  const others = (rows: string[]) => rows.filter((row) => !row.startsWith('RELEASE'))
  const sum = (rows: string[]) => rows.reduce((all, row) => all + Number(row.split(' ').at(-1)), 0)
  const seen = async () => ({
    supplier: await expectedBy(alderMaker),
    buyer: await expectedBy(cedarMaker),
    funder: await expectedBy(elmMaker),
    staff: await expectedBy(settlement),
  })
  const before = await seen()
  expect(before.buyer).toEqual([`PAYABLE OUT ${elm} 3000.00`])
  expect(others(before.funder)).toEqual([`REPAYMENT IN ${cedar} 3000.00`])
  expect(others(before.staff)).toEqual(others(before.funder))
  expect(others(before.supplier)).toEqual([])
  expect(sum(toSupplier(before.supplier))).toBe(sum(toSupplier(before.funder)))
  // What is held is released soon, what the buyer still owes not before it is due.
  for (const seat of [alderMaker, elmMaker]) {
    const { rows } = await portal.ask(seat, reportCalls.cashflow, { body })
    const releases = rows.filter(({ kind, done }) => kind === 'RELEASE' && !done)
    const due = releases.filter(({ date }) => date >= addDays(openingDay, 60))
    expect(due.map(({ amount }) => amount)).toEqual(['3000.00'])
    expect(releases.length).toBeGreaterThan(1)
  }

  await aRepayment(portal, orderId, '3000.00')
  const after = await seen()
  expect([after.buyer, others(after.funder), others(after.supplier)]).toEqual([[], [], []])
  // What was expected is what is then held for the supplier.
  expect(sum(toSupplier(after.supplier))).toBe(sum(toSupplier(before.supplier)))
  expect(sum(toSupplier(after.funder))).toBe(sum(toSupplier(before.funder)))
})

test('a buyer that was told nothing of the assignment expects to pay its supplier what its funder expects of it', async () => {
  const { alderMaker, cedarMaker, elmMaker } = portal.seats
  await portal.look((tx) =>
    tx
      .updateTable('financingProduct')
      .set({ disclosed: false })
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .execute(),
  )
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInAdvance' })
  // The buyer knows of the invoice.
  await portal.look((tx) => tx.updateTable('invoice').set({ buyerVisible: true }).where('id', 'in', invoiceIds).execute())
  await aRepayment(portal, orderId, '97000.00')
  expect(await expectedBy(cedarMaker)).toEqual([`PAYABLE OUT ${alder} 3000.00`])
  expect(await expectedBy(elmMaker)).toContain(`REPAYMENT IN ${cedar} 3000.00`)
  expect((await expectedBy(alderMaker)).filter((row) => row.includes(cedar!))).toEqual([])
})
