import { contractCalls } from '@usance/wire/contract/calls'
import { contractList } from '@usance/wire/contract/list'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { todoAddress } from '@usance/wire/home/todo-addresses'
import { listCalls } from '@usance/wire/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

// What home counts as contracts to sign, and the list that it leads to.

let portal: Portal
let contractIds: string[]
beforeAll(async () => {
  portal = await openPortal()
  const order = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  await passAll(portal, order.orderNo)
  const { contracts } = await portal.ask(portal.seats.alderChecker, financeOrderCalls.detail, { query: { id: order.id } })
  contractIds = contracts.map(({ id }) => id)
})
afterAll(() => portal.close())

const { pageList } = listCalls(contractList)
const { searchParams } = new URL(
  todoAddress({ kind: 'CONTRACTS_TO_SIGN' }, { today: undefined, isBuyer: false }),
  'http://portal',
)
const conditions = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]))
const counted = async (seat: Seat) =>
  (await portal.ask(seat, homeCalls.summary, { body: {} })).todos.find(({ kind }) => kind === 'CONTRACTS_TO_SIGN')?.count ?? 0
const listed = async (seat: Seat, filterFields = conditions) => {
  const { list = [], total } = await portal.ask(seat, pageList, { body: { filterFields } })
  return { total, offered: list.filter(({ operations }) => Array.isArray(operations) && operations.includes('signoff')).length }
}
/** What home counts, once the list that it leads to has shown the same and offers to sign all of it. */
async function agreed(seat: Seat) {
  const count = await counted(seat)
  expect(await listed(seat)).toEqual({ total: count, offered: count })
  return count
}

test('home counts as many contracts to sign as the list that it leads to, and those that the company has signed are in neither', async () => {
  const { alderChecker, alderMaker, elmChecker } = portal.seats
  const before = await agreed(alderChecker)
  expect(before).toBe(contractIds.length)
  const ofFunder = await agreed(elmChecker)
  const { id, textSha256 } = await portal.ask(alderChecker, contractCalls.detail, { body: { id: contractIds[0]! } })
  await portal.ask(alderChecker, contractCalls.sign, {
    body: { id, name: alderChecker.cname, method: 'TYPED', textSha256, idempotencyKey: newId() },
  })
  expect(await agreed(alderChecker)).toBe(before - 1)
  expect(await agreed(elmChecker)).toBe(ofFunder)
  expect(await agreed(alderMaker)).toBe(0)
})

test('a contract of which another seat of the company signs is neither counted nor listed', async () => {
  const { alderChecker, alderDirector } = portal.seats
  const before = await agreed(alderChecker)
  const [ofChecker, ofDirector] = [before, await agreed(alderDirector)]
  await portal.look((tx) =>
    tx
      .updateTable('contractSignatory')
      .set({ party: 'FUNDER' })
      .where('contractId', '=', contractIds.at(-1)!)
      .where('companyId', '=', portal.world.companies.alder)
      .execute(),
  )
  expect(await agreed(alderChecker)).toBe(ofChecker - 1)
  expect(await agreed(alderDirector)).toBe(ofDirector)
})

test('staff sign nothing, so that their list has no such condition', async () => {
  const { operations } = portal.seats
  expect(await counted(operations)).toBe(0)
  expect((await refusalOf(listed(operations))).error).toBe('FIELD_NOT_ALLOWED')
})
