import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aReceipt, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import { untilSomebodyWaits } from '../../testing/waiting.ts'
import { openingDay } from '../../testing/world.ts'

// A long statement of one funder kept the numbers of receipts to itself until its last line was booked.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

const linesOf = (mark: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${openingDay},${at + 1}.00,,USD,${mark}-${at + 1},for ${mark} ${at + 1}\n`).join('')
const statement = async (lines: string) => {
  const file = Buffer.from(`Date,Credit,Debit,Currency,Reference,Description\n${lines}`)
  const { data } = await uploadAs(portal, portal.seats.settlement, 'lines.csv', file)
  return { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey as string }
}
const book = async (lines: string) => {
  const body = await statement(lines)
  return portal.ask(portal.seats.settlement, repaymentCalls.importStatement, { body })
}

/** How many statements some work asks on connections that may be open already. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Query.prototype, 'submit')
  try {
    await work()
    return spy.mock.calls.length
  } finally {
    spy.mockRestore()
  }
}

test('while a statement is booked a receipt of another funder is recorded', async () => {
  await aReceipt(portal, '1.00', {})
  const body = await statement(linesOf('HELD', 3))
  let held: Promise<{ counts: { BOOKED: number } }> | undefined
  await portal.asOwner(async (db) => {
    await db.transaction().execute(async (tx) => {
      // An entry in the book of a company refers to the company.
      await sql`select from company where id = ${portal.world.companies.elm} for update`.execute(tx)
      held = portal.ask(portal.seats.settlement, repaymentCalls.importStatement, { body })
      await untilSomebodyWaits(portal)
      // Nobody has the series: whoever takes a number now waits for nothing.
      await portal.look((other) => sql`select from number_series where series like 'RC-%' for update nowait`.execute(other))
      const receipt = await portal.ask(portal.seats.settlement, repaymentCalls.recordReceipt, {
        body: {
          bankAccountId: portal.world.accounts.fir,
          bankRef: 'FIR-1',
          valueDate: openingDay,
          amount: '5.00',
          currency: 'USD',
        },
      })
      expect(receipt.no).toMatch(/^RC-/)
    })
  })
  expect((await held!).counts).toMatchObject({ BOOKED: 3, FAULTY: 0 })
})

test('while it is asked which payments a receipt may bring back nobody has the numbers of receipts', async () => {
  await aReceipt(portal, '2.00', {})
  const body = await statement(linesOf('BACK', 2))
  let held: Promise<{ counts: { BOOKED: number } }> | undefined
  await portal.asOwner(async (db) => {
    await db.transaction().execute(async (tx) => {
      await sql`lock table payment_file in access exclusive mode`.execute(tx)
      held = portal.ask(portal.seats.settlement, repaymentCalls.importStatement, { body })
      await untilSomebodyWaits(portal)
      await portal.look((other) => sql`select from number_series where series like 'RC-%' for update nowait`.execute(other))
    })
  })
  expect((await held!).counts).toMatchObject({ BOOKED: 2, FAULTY: 0 })
})

test('a line of a statement costs one question to the database: what it may pay', async () => {
  const [few, many] = [await statement(linesOf('FEW', 5)), await statement(linesOf('MANY', 105))]
  const asked = (body: typeof few) =>
    statementsOf(async () => {
      const { counts } = await portal.ask(portal.seats.settlement, repaymentCalls.importStatement, { body })
      expect(counts.FAULTY).toBe(0)
    })
  const [short, long] = [await asked(few), await asked(many)]
  // Jobs of the server may ask a few of their own meanwhile.
  expect(long - short).toBeLessThan(120)
})

test('the receipts of a statement have numbers in its order, and each names the one before that it may be', async () => {
  const twins = `${openingDay},777.00,,USD,TWIN-A,a\n${openingDay},777.00,,USD,OTHER-B,b\n`
  const { rows } = await book(twins)
  const [first, second] = rows.map(({ no }) => Number(no!.slice(-6)))
  expect(second).toBe(first! + 1)
  expect(rows.map(({ maybeSameAs }) => maybeSameAs?.no ?? null)).toEqual([null, rows[0]!.no])
})
