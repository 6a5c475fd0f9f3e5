import { readFileSync } from 'node:fs'
import { addDays } from '@usance/domain/local-date'
import { costCalls } from '@usance/wire/cost/calls'
import { feeBillList } from '@usance/wire/fee-bill/list'
import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, billBuyers, brokenLaws, credit } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passAll } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await billBuyers(portal)
})
afterAll(() => portal.close())

test('a buyer is told that its paid bill grew, and what was added is due no earlier than that day', async () => {
  const { cedarMaker, elmMaker, alderMaker, operations } = portal.seats
  const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', tenors: [5] })
  const fee = await portal.look((tx) =>
    tx
      .selectFrom('orderFee')
      .select(['id', 'amount', 'tax'])
      .where('orderId', '=', orderId)
      .where('payer', '=', 'BUYER')
      .executeTakeFirstOrThrow(),
  )
  const billed = Number(fee.amount) + Number(fee.tax)
  const adjust = async (delta: string) => {
    const { no } = await portal.ask(operations, costCalls.adjust, { body: { id: fee.id, delta, reason: 'Agreed anew' } })
    await passAll(portal, no, 'FEE_ADJUSTMENT')
  }
  const bill = async () => (await portal.ask(cedarMaker, listCalls(feeBillList).pageList, { body: {} })).list![0]
  const told = async (seat: typeof cedarMaker) =>
    (await portal.ask(seat, notificationCalls.list, { body: { pageNum: 1, pageSize: 50 } })).list
      .filter(({ event }) => event === 'FEE_BILL_CHANGED')
      .map(({ params }) => params)
  // The buyer owes less than was advanced, so that the order runs on after it has paid all.
  await credit(portal, invoiceIds[0]!, '20000')
  await aRepayment(portal, orderId, (80_000 + billed).toFixed(2))
  expect(await bill()).toMatchObject({ status: 'PAID', formerAmount: null, dueOn: addDays(openingDay, 5) })

  const day = await runEndOfDay(portal.app, { through: addDays(openingDay, 8) })
  await adjust('10.00')
  const amount = (billed + 10.6).toFixed(2)
  expect(await bill()).toMatchObject({ amount, openAmount: '10.60', dueOn: day })
  for (const seat of [cedarMaker, elmMaker])
    expect(await told(seat)).toMatchObject([{ amount, openAmount: '10.60', dueOn: day, currency: 'USD' }])
  expect(await told(alderMaker)).toEqual([])

  // The same bill, late by then, keeps its day; a credit is told like a charge.
  await runEndOfDay(portal.app, { through: addDays(day, 2) })
  await adjust('-5.00')
  const changed = { amount: (billed + 5.3).toFixed(2), formerAmount: billed.toFixed(2), openAmount: '5.30', dueOn: day }
  expect(await bill()).toMatchObject(changed)
  // A bill from before the upgrade shows the same.
  await portal.look((tx) => tx.updateTable('feeBill').set({ issuedAmount: '0' }).execute())
  const text = readFileSync(`${migrationsFolder()}/1318-what-a-bill-came-to.sql`, 'utf8')
  const ofEarlier = text.slice(text.indexOf('create function'), text.indexOf('alter table fee_bill alter'))
  await portal.asOwner((db) => sql.raw(ofEarlier).execute(db))
  expect(await bill()).toMatchObject(changed)
  expect(await told(cedarMaker)).toHaveLength(2)
  expect(await brokenLaws(portal)).toEqual([])
})
