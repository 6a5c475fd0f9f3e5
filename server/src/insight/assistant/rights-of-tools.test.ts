import { arCalls } from '@usance/wire/ar/calls'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { companyCalls } from '@usance/wire/company/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { outlookCalls } from '@usance/wire/outlook/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPartner } from '../../auth/partner.ts'
import type { Actor } from '../../http/context.ts'
import { actAs } from '../../testing/financing.ts'
import { introduce } from '../../testing/introduce.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import { allTools, runTool } from './all-tools.ts'
import type { Args } from './tool.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await introduce(portal)
  await aConfirmedInvoice(portal)
})
afterAll(() => portal.close())

type Rights = readonly string[] | ((actor: Actor) => readonly string[])
const of = ({ access }: { access: { permission: string | readonly string[] } }) => [access.permission].flat()
/** The rights to the lists and figures that show the rows of a tool; null where everybody reads the same, or where each record decides. */
const shownBy: Record<string, Rights | null> = {
  receivables: of(arCalls.queryDueBalance),
  invoices: of(arCalls.queryDueBalanceTable),
  invoice: of(arCalls.queryDueBalanceTable),
  financing: of(arCalls.queryFinancingBalanceAmount),
  available: of(arCalls.availableForFinanceAmount),
  payment_behaviour: of(arCalls.queryPaymentHistoryByBuyer),
  dilution: of(arCalls.queryDilutionByBuyer),
  payments: of(arCalls.queryPaymentHistoryTable),
  orders: ['finance.finance-order.view'],
  order: ['finance.finance-order.view'],
  price: ['finance.finance-order.view'],
  repayments: ['finance.finance-order.view'],
  limits: ['system.limit.view', 'account-overview.view'],
  purchase_orders: ['trading.purchase.view'],
  offers: (actor) => [...of(intentCalls.offers), ...(actor.staff && !isPartner(actor) ? ['system.product.view'] : [])],
  news: of(outlookCalls.queryOutlookByBuyerIds),
  parties: ({ staff }) => (staff ? ['system.company.view', 'org.account.view'] : of(companyCalls.listWithOther)),
  tasks: of(homeCalls.summary),
  contracts: ['contract.info.view'],
  pool: ['finance.poolFactoring.view', 'finance.dbsFinance.view'],
  prepare: ['finance.finance-order.add'],
  base_rate: null,
  business_date: null,
  help: null,
  movement: null,
}
/** What a tool tells rows of besides when it is asked in one way, and the rights to the list of these. */
const besides: readonly [string, Args, readonly string[]][] = [
  ['financing', { by: 'PARTY' }, ['finance.finance-order.view']],
  ['financing', { party: 'ALDER' }, ['finance.finance-order.view']],
  ['financing', { party: 'ELM' }, ['finance.finance-order.view']],
]
const refusal = 'Your role does not open what that question needs.'

test('each tool has its rights', () => {
  expect(allTools.map(({ name }) => name).sort()).toEqual(Object.keys(shownBy).sort())
})

test.each([
  'operations',
  'risk',
  'settlement',
  'bd',
  'administrator',
  'auditor',
  'alderMaker',
  'cedarChecker',
  'elmMaker',
] as const)('%s is told nothing by a tool without the right to the list of its rows, and something with it', async (seat) => {
  const every = await portal.look((tx) => tx.selectFrom('rolePermission').select('permission').execute())
  await actAs(portal, portal.seats[seat], async (context) => {
    const toldWith = async (name: string, permissions: readonly string[], args: Args = {}) =>
      (await runTool({ ...context, actor: { ...context.actor, permissions: new Set(permissions) } }, name, args)).text
    for (const [name, rights] of Object.entries(shownBy)) {
      if (rights === null) continue
      const wanted = typeof rights === 'function' ? rights(context.actor) : rights
      const others = every.map(({ permission }) => permission).filter((permission) => !wanted.includes(permission))
      expect([name, await toldWith(name, others)]).toEqual([name, refusal])
      for (const right of wanted) expect([name, right, (await toldWith(name, [right])) === refusal]).toEqual([name, right, false])
    }
    for (const [name, args, rights] of besides) {
      const others = every.map(({ permission }) => permission).filter((permission) => !rights.includes(permission))
      expect([name, args, await toldWith(name, others, args)]).toEqual([name, args, refusal])
      const whole = every.map(({ permission }) => permission)
      expect([name, args, (await toldWith(name, whole, args)) === refusal]).toEqual([name, args, false])
    }
    // What stands on a buyer is told by the dashboard.
    expect(await toldWith('financing', ['dashboard.ar.view'], { party: 'CEDAR' })).not.toBe(refusal)
  })
})

test('a partner and other staff are told the offers and the companies with the right to their lists alone', async () => {
  const { bd, administrator } = portal.seats
  const ask = async (seat: typeof bd, question: string) =>
    (await portal.ask(seat, assistantCalls.ask, { body: { question } })).text
  expect(await ask(bd, 'Which offers do we have?')).not.toBe(refusal)
  const grant = (permission: string, roles: string) =>
    portal.look((tx) =>
      sql`update role_permission set roles = ${roles}, version = version + 1 where permission = ${permission}`.execute(tx),
    )
  await grant('org.info.view', 'SBFDOU')
  await grant('system.product.view', 'ORTAUP')
  await grant('system.company.view', 'ORTPU')
  await grant('org.account.view', 'DOU')
  // A change of the matrix is in force within a second.
  await expect.poll(() => ask(bd, 'Which offers do we have?'), { timeout: 10_000, interval: 300 }).toBe(refusal)
  expect(await ask(administrator, 'Who are our buyers?')).toBe(refusal)
})
