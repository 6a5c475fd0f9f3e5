import { addDays } from '@usance/domain/local-date'
import { grantMayChange, permissionRows } from '@usance/domain/permissions'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { overviewFigures, reportCalls } from '@usance/wire/report/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmedOrder, aFundedOrder, aReceipt, aRepayment, credit, payFunding } from '../testing/financing.ts'
import { introduce } from '../testing/introduce.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../testing/trade.ts'
import { openingDay } from '../testing/world.ts'
import { answersTo } from './buyer-readings.ts'

// Administrators give rights. A partner that was given every one of them reads of the companies that it introduced, and whatever others
// do changes no answer.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  const given = permissionRows.filter((row) => grantMayChange(row, 'P')).map(({ permission }) => permission)
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'P', version = version + 1
      where permission = any(${given}::text[]) and not roles like '%P%'`.execute(tx),
  )
}, 120_000)
afterAll(() => portal.close())

/** An order of Birch that its buyer and funder share with Alder. */
async function anOrderOfBirch() {
  const { orderId, invoiceIds } = await aConfirmedOrder(portal, { product: 'purchaseInArrears' })
  const { birch } = portal.world.companies
  await portal.asOwner(async (db) => {
    const parties = { supplierId: birch }
    await db
      .updateTable('financeOrder')
      .set({ ...parties, payeeBankAccountId: portal.world.accounts.birch })
      .where('id', '=', orderId)
      .execute()
    await db.updateTable('financeOrderItem').set(parties).where('orderId', '=', orderId).execute()
    await db.updateTable('invoice').set(parties).where('id', 'in', invoiceIds).execute()
  })
  const payment = await payFunding(portal, orderId)
  return [orderId, payment.id, ...invoiceIds]
}

async function tradeOfAlder() {
  const funded = []
  for (const product of ['purchaseInAdvance', 'purchaseInArrears', 'payables', 'purchaseOrder', 'undisclosed'] as const)
    funded.push(await aFundedOrder(portal, { product, tenors: [5] }))
  const [over, part] = [funded[0]!, funded[1]!]
  await aRepayment(portal, over.orderId, '100700')
  await aRepayment(portal, part.orderId, '40000', { invoiceIds: part.invoiceIds })
  await aReceipt(portal, '512.00')
  await credit(portal, funded[2]!.invoiceIds[0]!, '100.00')
  await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
}

/** The addresses of the people of companies that nobody introduced. */
async function strangers(): Promise<string[]> {
  const people = await portal.look((tx) =>
    sql<{ email: string }>`select u.email from app_user u where u.email <> '' and not exists (select from user_company_role r
      join company c on c.id = r.company_id where r.user_id = u.id and (c.is_platform or c.bd_user_id is not null))`.execute(tx),
  )
  expect(people.rows.length).toBeGreaterThan(5)
  return people.rows.map(({ email }) => email)
}

async function told(ids: readonly string[]) {
  const { bd } = portal.seats
  const answers = await answersTo(portal, bd, ids)
  const ask = async (name: string, answer: Promise<unknown>) => answers.set(name, JSON.stringify(await answer))
  for (const figure of overviewFigures)
    await ask(`rows ${figure}`, portal.ask(bd, reportCalls.accountOverviewRows, { body: { figure, currency: 'USD' } }))
  const days = { from: addDays(openingDay, -30), to: addDays(openingDay, 90) }
  for (const step of ['DAY', 'WEEK'] as const)
    await ask(`cash flow ${step}`, portal.ask(bd, reportCalls.cashflow, { body: { currency: 'USD', step, ...days } }))
  return answers
}

/** An answer without the hashes and the signature of a close pack, which are of the instant. */
const withoutSignature = (answer: string | undefined) => answer?.replace(/^"(hashes|signature)":.*$/gm, '')

test('a partner with every right hears nothing of what companies do that it did not introduce, in no list and no reading', async () => {
  const { bd } = portal.seats
  await introduce(portal, { companyId: portal.world.companies.birch })
  const own = await anOrderOfBirch()
  const { list = [] } = await portal.ask(bd, listCalls(financeOrderList).pageList, { body: {} })
  expect(list.map(({ id }) => id)).toEqual([own[0]])
  const was = await told(own.slice(0, 1))
  const people = await strangers()
  const named = [...was].flatMap(([asked, answer]) =>
    people.filter((one) => answer.includes(one)).map((one) => `${asked}: ${one}`),
  )
  expect(named).toEqual([])
  await tradeOfAlder()
  const is = await told(own.slice(0, 1))
  expect(is.size).toBeGreaterThan(1000)
  for (const name of ['system.audit.', 'monitor.entry '])
    expect(
      [...is.keys()].some((asked) => asked.startsWith(name)),
      name,
    ).toBe(true)
  const changed = [...is].flatMap(([asked, answer]) => {
    const [before, after] = [was.get(asked), answer].map(withoutSignature)
    return before === after ? [] : [`${asked}: ${before?.slice(0, 500)}\n${after?.slice(0, 500)}`]
  })
  expect(changed).toEqual([])
}, 1_200_000)

test('a partner reads the surpluses and the dues to the platform of the companies that it introduced, in list and cash flow alike', async () => {
  const { bd } = portal.seats
  const { alder, elm } = portal.world.companies
  const read = async () => {
    const { refunds, remittances } = await portal.ask(bd, paymentCalls.releasable, { body: {} })
    const body = { currency: 'USD', from: openingDay, to: openingDay, step: 'DAY' as const }
    const { rows } = await portal.ask(bd, reportCalls.cashflow, { body })
    const expected = (kind: string) => rows.filter((row) => row.kind === kind && !row.done).map(({ amount }) => amount)
    return {
      refunds: [refunds.map(({ amount }) => amount), expected('REFUND')],
      dues: [remittances.map(({ amount }) => amount), expected('FEE_REMIT')],
    }
  }
  await introduce(portal, { companyId: alder })
  expect(await read()).toEqual({ refunds: [['700.00'], ['700.00']], dues: [[], []] })
  await introduce(portal, { companyId: elm })
  const { dues } = await read()
  expect(dues[0]).toHaveLength(1)
  expect(dues[1]).toEqual(dues[0])
})
