import { arCalls } from '@usance/wire/ar/calls'
import { companyCalls, systemCompanyList } from '@usance/wire/company/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { notificationCalls } from '@usance/wire/notification/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../database/database.ts'
import { notify } from '../notify/notify.ts'
import { aFundedOrder } from '../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import type { Seat } from '../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await aFundedOrder(portal, { product: 'purchaseInArrears' })
})
afterAll(() => portal.close())

/** Tables with row-level security that partners read whole, with the reason. */
const readWhole: Record<string, string> = {
  bank_account_call_back: 'read with its account',
  bank_verification_amount: 'read with its verification',
  buyer_watch: 'news of buyers, for staff',
  config_change: 'rates, products and limits put forward by staff',
  notification_reading: 'bound to its own user',
  partner_commission: 'the rates of commission; their list shows the own',
  payment_file_item: 'read with its file',
  payment_report: 'read with its file',
  person_identity: 'bound to its own user',
  proof_file: 'read with the order that it hangs on',
  provider_event: 'of the payment provider, for settlement',
  sanction_entry: 'public watch lists',
  user_change: 'bound to its own company',
  workflow_task: 'tasks of the operator; partners decide nothing',
}

test('each table with row-level security is restricted for partners, or says why not', async () => {
  const { rows } = await portal.look((tx) =>
    sql<{
      name: string
    }>`select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      and c.relkind in ('r', 'p') and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'introduced')
      order by 1`.execute(tx),
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(readWhole))
})

test('a partner reads the rows of the companies they introduced and no other, whatever table holds them', async () => {
  const { bd } = portal.seats
  const { alder, birch } = portal.world.companies
  const introduce = (id: string, bdUserId: string | null) =>
    portal.look((tx) => tx.updateTable('company').set({ bdUserId }).where('id', '=', id).execute())
  const orders = async () => (await portal.ask(bd, listCalls(financeOrderList).pageList, { body: {} })).list!.map(({ id }) => id)
  const { rows: tables } = await portal.look((tx) =>
    sql<{
      name: string
    }>`select relname::text as name from pg_class c join pg_policy p on p.polrelid = c.oid where p.polname = 'introduced'`.execute(
      tx,
    ),
  )
  const counts = () =>
    inTransaction(portal.app.db, { kind: 'partner', companyId: bd.companyId, userId: bd.userId }, 'read', async (tx) => {
      const found: Record<string, number> = {}
      for (const { name } of tables) {
        const own = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}`.execute(tx)
        found[name] = own.rows[0]!.n
      }
      return found
    })
  const [order] = await portal.look((tx) => tx.selectFrom('financeOrder').select(['id', 'supplierId']).execute())
  expect(order!.supplierId).toBe(alder)
  const dashboard = () => portal.ask(bd, arCalls.queryDashboard, { body: { currency: 'USD', buyerCode: 'ALL' } })
  const detail = () => portal.ask(bd, financeOrderCalls.detail, { query: { id: order!.id } })

  await introduce(birch, bd.userId)
  expect(await orders()).toEqual([])
  expect((await refusalOf(detail())).code).toBe(404)
  expect((await dashboard()).queryFinancingBalanceAmount).toMatchObject({ amount: '0.00', count: 0 })
  const nothing = await counts()
  for (const name of ['finance_order', 'invoice', 'payment', 'contract', 'posting', 'journal', 'allocation', 'rate_period'])
    expect(nothing[name], name).toBe(0)
  const companies = async () =>
    (await portal.ask(bd, listCalls(systemCompanyList).pageList, { body: {} })).list!.map(({ code }) => code)
  expect(await companies()).toEqual(['BIRCH'])
  expect((await refusalOf(portal.ask(bd, companyCalls.anyDetail, { body: { id: alder } }))).code).toBe(404)

  await introduce(alder, bd.userId)
  expect(await orders()).toEqual([order!.id])
  expect((await detail()).id).toBe(order!.id)
  expect((await dashboard()).queryFinancingBalanceAmount.count).toBe(1)
  const some = await counts()
  for (const name of ['finance_order', 'finance_order_item', 'invoice', 'payment', 'posting', 'journal', 'rate_period'])
    expect(some[name], name).toBeGreaterThan(0)
  expect((await companies()).sort()).toEqual(['ALDER', 'BIRCH'])
})

test('what the operator is told as a company is told to no partner', async () => {
  const { bd, operations } = portal.seats
  const told = (seat: Seat) => portal.ask(seat, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })
  await portal.look((tx) =>
    notify(tx, { event: 'PAYMENT_DRAFTED', companyIds: [bd.companyId], params: { no: 'PAY-1', orderNo: 'FO-1' } }),
  )
  await portal.look((tx) =>
    notify(tx, { event: 'PAYMENT_DRAFTED', userIds: [bd.userId], params: { no: 'PAY-2', orderNo: 'FO-2' } }),
  )
  expect((await told(bd)).list.map(({ params }) => params)).toEqual([{ no: 'PAY-2', orderNo: 'FO-2' }])
  expect((await told(operations)).list.map(({ params }) => params)).toContainEqual({ no: 'PAY-1', orderNo: 'FO-1' })
})

test('the seat of the whole company reads its receivables by its trade', async () => {
  const { alderDirector, alderMaker } = portal.seats
  const body = { currency: 'USD', buyerCode: 'ALL' }
  const seats = [alderDirector, alderMaker]
  const [director, maker] = await Promise.all(seats.map((seat) => portal.ask(seat, arCalls.queryDashboard, { body })))
  expect(Number(maker!.queryFinancingBalanceAmount.amount)).toBeGreaterThan(0)
  expect(director).toEqual(maker)
})
