import { randomUUID } from 'node:crypto'
import { arCalls } from '@usance/wire/ar/calls'
import { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { companyCalls, systemCompanyList } from '@usance/wire/company/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { intentCalls } from '@usance/wire/intent/calls'
import { listCalls } from '@usance/wire/list'
import { monitorCalls } from '@usance/wire/monitor/calls'
import { notificationCalls } from '@usance/wire/notification/calls'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../database/database.ts'
import { notify } from '../notify/notify.ts'
import { aFundedOrder } from '../testing/financing.ts'
import { introduce } from '../testing/introduce.ts'
import { openPortal, type Portal, refusalOf } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../testing/trade.ts'
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
  list_view_default: 'bound to its own user',
  notification_reading: 'bound to its own user',
  partner_commission: 'the rates of commission; their list shows the own',
  payment_file_item: 'read with its file',
  payment_report: 'read with its file',
  payment_return_line: 'read with its file',
  proof_file: 'read with the order that it hangs on',
  provider_event: 'of the payment provider, for settlement',
  sanction_entry: 'public watch lists',
  user_change: 'bound to its own company',
  visit_count: 'how much of a day is kept, for the server alone',
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

  await introduce(portal, { companyId: birch })
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

  await introduce(portal)
  expect(await orders()).toEqual([order!.id])
  expect((await detail()).id).toBe(order!.id)
  expect((await dashboard()).queryFinancingBalanceAmount.count).toBe(1)
  const some = await counts()
  for (const name of ['finance_order', 'finance_order_item', 'invoice', 'payment', 'posting', 'journal', 'rate_period'])
    expect(some[name], name).toBeGreaterThan(0)
  expect((await companies()).sort()).toEqual(['ALDER', 'BIRCH'])
})

test('a company that a partner did not introduce is answered like one that is not there, whatever names it', async () => {
  const { bd, birchMaker, operations, settlement, auditor } = portal.seats
  const { birch, dogwood } = portal.world.companies
  await introduce(portal)
  await portal.look((tx) => tx.updateTable('company').set({ bdUserId: null }).where('id', '=', birch).execute())
  await portal.ask(birchMaker, realNameCalls.personInfo, {
    body: { name: 'Ben Odhiambo', documentType: 'PASSPORT', documentNo: 'E7654321', country: 'KE', expiresOn: '2035-01-01' },
  })
  // By id: the documents of identity of its people, and its admission.
  for (const companyId of [birch, dogwood, randomUUID()]) {
    expect((await refusalOf(portal.ask(bd, realNameCalls.persons, { body: { companyId } }))).code).toBe(404)
    expect((await refusalOf(portal.ask(bd, onboardingCalls.state, { body: { companyId } }))).code).toBe(404)
  }
  expect((await portal.ask(operations, realNameCalls.persons, { body: { companyId: birch } })).list).toHaveLength(1)
  // By code: an intent on its behalf, and its accounts.
  const wish = { type: 'PO_FINANCE', buyerName: 'Any', currency: 'USD', yearlyAmount: '1000.00', tenorDays: 30 } as const
  for (const companyCode of ['BIRCH', 'NOSUCH'])
    expect(await refusalOf(portal.ask(bd, intentCalls.addIntent, { body: { ...wish, companyCode } }))).toMatchObject({
      error: 'PARTY_UNKNOWN',
    })
  const codes = { companyCodes: ['ALDER', 'BIRCH', 'NOSUCH'] }
  const named = await portal.ask(bd, bankAccountCalls.queryBatchBankAccountList, { body: codes })
  expect(named.map(({ code }) => code)).toEqual(['ALDER'])
  // By the lists of buyers: those that trade with the introduced company, and no other.
  const known = async (seat: Seat) =>
    (await portal.ask(seat, outlookCalls.queryBuyersByA8SupplierIds, { body: { supplierIds: [] } })).buyers.map(
      ({ code }) => code,
    )
  const buyersOfAlder = await portal.look((tx) =>
    sql<{
      code: string
    }>`select distinct c.code from company c where c.id in (select buyer_id from relationship where supplier_id = ${portal.world.companies.alder}
      union select buyer_id from invoice where supplier_id = ${portal.world.companies.alder})`.execute(tx),
  )
  expect((await known(bd)).sort()).toEqual(buyersOfAlder.rows.map(({ code }) => code).sort())
  await introduce(portal, { userId: operations.userId })
  expect(await known(bd)).toEqual([])
  expect((await known(operations)).length).toBeGreaterThan(0)
  // The database refuses what a partner would write for it.
  const write = inTransaction(portal.app.db, { kind: 'partner', companyId: bd.companyId, userId: bd.userId }, 'write', (tx) =>
    sql`insert into financing_intent (id, no, company_id, type, buyer_name, currency, yearly_amount, tenor_days, created_by)
      values (${randomUUID()}, 'INT-X', ${birch}, 'PO_FINANCE', 'Any', 'USD', 1000, 30, ${bd.userId})`.execute(tx),
  )
  await expect(write).rejects.toThrow(/row-level security/)
  // The operator's own audit entries name every company.
  const proof = (seat: Seat) => portal.ask(seat, monitorCalls.proof, { query: { from: '2025-01-01' } })
  for (const seat of [bd, settlement, operations]) expect((await refusalOf(proof(seat))).code).toBe(403)
  expect(String(await proof(auditor))).toContain('usance-audit-proof')
})

test('what the operator is told as a company is told to no partner', async () => {
  const { bd, operations } = portal.seats
  const told = (seat: Seat) => portal.ask(seat, notificationCalls.list, { body: { pageNum: 1, pageSize: 100 } })
  await portal.look((tx) =>
    notify(tx, { event: 'PAYMENT_DRAFTED', companyIds: [bd.companyId], params: { no: 'PAY-1', orderNo: 'FO-1' } }),
  )
  await portal.look((tx) => notify(tx, { event: 'API_KEYS_STAY', userIds: [bd.userId], inCompany: null, params: { count: 2 } }))
  expect((await told(bd)).list.map(({ params }) => params)).toEqual([{ count: 2 }])
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

test('a task on a company that a partner did not introduce is answered like one that is not there', async () => {
  const { bd, alderChecker } = portal.seats
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'P', version = version + 1 where permission = 'approval.pass'`.execute(tx),
  )
  const { orderNo: businessNo } = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const decide = (seat: Seat, task: { taskId: string; nodeName: string }) => {
    const body = { businessNo, ...task, reviewType: 'PASSED', approvalComments: 'Seen' } as const
    return portal.ask(seat, workflowCalls.approve, { body })
  }
  const { taskId, currentNode } = await portal.ask(alderChecker, workflowCalls.history, {
    body: { businessNo, ifQueryTask: 'YES' },
  })
  await decide(alderChecker, { taskId: taskId!, nodeName: currentNode! })
  const ofOperator = await portal.look((tx) =>
    tx
      .selectFrom('workflowTask')
      .select(['id as taskId', 'nodeName'])
      .where('status', '=', 'OPEN')
      .where('companyId', '=', bd.companyId)
      .where('instanceId', 'in', tx.selectFrom('workflowInstance').select('id').where('businessNo', '=', businessNo))
      .executeTakeFirstOrThrow(),
  )
  const refusal = async () => (await refusalOf(decide(bd, ofOperator))).error
  await introduce(portal, { userId: null })
  expect(await refusal()).toBe('NOT_FOUND')
  await introduce(portal)
  expect(await refusal()).toBe('NOT_YOUR_TASK')
})
