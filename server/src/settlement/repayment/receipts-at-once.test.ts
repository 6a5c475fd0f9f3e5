import { money } from '@usance/domain/money'
import { receiveUnmatched } from '@usance/domain/servicing/journals'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { post } from '../../books/ledger/post.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { foldBooks } from '../../jobs/fold-books.ts'
import { aFundedOrder, aReceipt, brokenLaws, passAll } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'
import { dealOfNobody } from './repayment-row.ts'

// A hundred repayments of one funder that were confirmed at once waited for one balance of its account, and some were told to come back.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => expect(await brokenLaws(portal)).toEqual([]))

async function bookReceipt(tx: Tx): Promise<void> {
  const key = { eventType: 'COLLECTION', sourceType: 'COLLECTION', sourceId: newId(), seq: 0 }
  const deal = await dealOfNobody(tx, portal.world.companies.elm)
  await post(tx, receiveUnmatched(key, deal, money(100n, 'USD')), { valueDate: openingDay, postedOn: openingDay })
}
async function aMatchedRepayment(amount: string) {
  const { orderId } = await aFundedOrder(portal, { faces: [amount] })
  const receipt = await aReceipt(portal, amount)
  const { repayments } = await portal.ask(portal.seats.settlement, repaymentCalls.match, {
    body: { collectionId: receipt.id, payerRole: 'BUYER', parts: [{ orderId, amount }] },
  })
  return repayments[0]!
}
const statusOf = async ({ id }: { id: string }) =>
  (await portal.ask(portal.seats.settlement, repaymentCalls.detail, { body: { id } })).status

test('a repayment is confirmed while another transaction books money of the same funder', async () => {
  const repayment = await aMatchedRepayment('20000')
  const undone = new Error('Nothing of it stays.')
  const other = portal.look(async (tx) => {
    await bookReceipt(tx)
    await passAll(portal, repayment.no, 'REPAYMENT')
    throw undone
  })
  await expect(other).rejects.toBe(undone)
  expect(await statusOf(repayment)).toBe('POSTED')
})

test('what is booked without an order is folded into one balance of each account, while more of it is booked', async () => {
  const balances = () =>
    portal.look(async (tx) => {
      const { rows } = await sql<{ account: string; balance: string; rows: number }>`
        select account, sum(balance)::text as balance, count(*)::int as rows from ledger_balance
        where owner_id = ${portal.world.companies.elm} and order_id = '00000000-0000-0000-0000-000000000000' and currency = 'USD'
        group by 1 order by 1`.execute(tx)
      return rows
    })
  const before = await balances()
  const amounts = Array.from({ length: 12 }, (_, n) => `${31 + n}.00`)
  await Promise.all([...amounts.map((amount) => aReceipt(portal, amount)), foldBooks(portal.app), foldBooks(portal.app)])
  const unfolded = await balances()
  const sumOf = (account: string, all: typeof before) => Number(all.find((one) => one.account === account)?.balance ?? 0)
  const received = amounts.reduce((sum, amount) => sum + Number(amount), 0)
  expect(sumOf('1010', unfolded) - sumOf('1010', before)).toBe(received)
  expect(sumOf('2900', unfolded) - sumOf('2900', before)).toBe(-received)
  await foldBooks(portal.app)
  expect(await balances()).toEqual(unfolded.map((one) => ({ ...one, rows: 1 })))
})
