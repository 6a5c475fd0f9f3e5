import { readFileSync } from 'node:fs'
import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { owedAfterLoss } from '../../books/servicing/losses.ts'
import { migrationsFolder } from '../../database/migrate.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, balanceIn, brokenLaws } from '../../testing/financing.ts'
import { ordersOwedReserve } from '../../testing/owed-reserve.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'
import { judgeEarlierRests } from './judge-earlier-rests.ts'

// What an upgrade makes of rows that earlier versions wrote.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

let day = openingDay
const migrateAgain = async (name: string, functionName: string) => {
  const text = readFileSync(`${migrationsFolder()}/${name}`, 'utf8')
  const end = `drop function ${functionName}();`
  const update = text.slice(text.indexOf(`create function ${functionName}`), text.indexOf(end) + end.length)
  await portal.asOwner((db) => sql.raw(update).execute(db))
}
async function writeOff(orderId: string) {
  const { elmMaker } = portal.seats
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'It does not pay.' } })
  await passWriteOff(portal, (await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })).orderNo)
}

test('reserve owed back within the tolerance is no debt of a loss from before, whatever the tolerance becomes', async () => {
  const product = portal.world.products.purchaseInArrears
  await portal.asOwner((db) => db.updateTable('financingProduct').set({ recourse: false }).where('id', '=', product).execute())
  const { day: on, orders } = await ordersOwedReserve(portal, { from: day, count: 2 })
  const ids = orders.map(({ orderId }) => orderId)
  const due = async (orderId: string) =>
    Number(await balanceIn(portal, orderId, 'F1210')) + Number(await balanceIn(portal, orderId, 'F1220'))
  for (const [at, left] of [0.01, 25].entries())
    await aRepayment(portal, ids[at]!, ((await due(ids[at]!)) - left).toFixed(2), { valueDate: on, payerRole: 'SUPPLIER' })
  day = await runEndOfDay(portal.app, { through: addDays(on, 91) })
  for (const id of ids) await writeOff(id)
  const debts = () =>
    portal.look(async (tx) => {
      const found = []
      for (const id of ids) {
        const { owedBack } = await tx
          .selectFrom('writeOff')
          .select('owedBack')
          .where('orderId', '=', id)
          .executeTakeFirstOrThrow()
        const { costs } = await owedAfterLoss(tx, { id, currency: 'USD' })
        found.push([Number(owedBack), Number(M.toDecimal(costs))])
      }
      return found
    })
  const right = await debts()
  expect(right).toEqual([
    [0, 0],
    [25, 25],
  ])

  await portal.asOwner((db) => sql`update write_off set owed_back = 0`.execute(db))
  await migrateAgain('1337-owed-after-a-loss.sql', 'name_reserve_owed_back')
  expect(await debts()).toEqual([
    [0.01, 0.01],
    [25, 25],
  ])
  await migrateAgain('1354-reserve-of-earlier-losses.sql', 'judge_reserve_owed_back')
  expect(await judgeEarlierRests(portal.app.db)).toBe(1)
  expect(await debts()).toEqual(right)
  await portal.asOwner((db) =>
    sql`insert into tolerance (currency, total, principal, version) values ('USD', 100, 0.01, 1)
      on conflict (currency) do update set total = 100`.execute(db),
  )
  expect(await judgeEarlierRests(portal.app.db)).toBe(0)
  expect(await debts()).toEqual(right)
  expect(await brokenLaws(portal)).toEqual([])
})

test('receipts from before round the interest of their order as they did, but for what came in on a loss', async () => {
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) day = await runEndOfDay(portal.app, { through: day })
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [10] })
  const before = await aRepayment(portal, orderId, '20000', { valueDate: day })
  const other = await aFundedOrder(portal, { product: 'purchaseInArrears', fundingDate: day, tenors: [60] })
  day = await runEndOfDay(portal.app, { through: addDays(day, 101) })
  const paid = await aRepayment(portal, other.orderId, '10000', { valueDate: day })
  await writeOff(orderId)
  const recovered = await aRepayment(portal, orderId, '5000', { valueDate: day })
  const rounding = () =>
    portal.look(async (tx) => {
      const rows = await tx.selectFrom('repayment').select('no').where('cutsInterest', '=', true).execute()
      return [before, paid, recovered].filter(({ no }) => rows.some((row) => row.no === no)).map(({ no }) => no)
    })
  await portal.asOwner((db) => sql`update repayment set cuts_interest = false`.execute(db))
  expect(await rounding()).toEqual([])
  await migrateAgain('1347-receipts-that-round-interest.sql', 'keep_earlier_cuts')
  expect(await rounding()).toEqual([before.no, paid.no])
  expect(await brokenLaws(portal)).toEqual([])
})
