import { standingApprovals } from '@usance/domain/states/bank-account'
import type { Answer } from '@usance/wire/call'
import { type homeCalls, type SetupStep, signer } from '@usance/wire/home/calls'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { maySign } from '../../party/account/may-sign.ts'
import { readiestProduct } from './ready-products.ts'

type Setup = Answer<typeof homeCalls.summary>['setup']

/** Who may do a step; what others do is shown to them too, so that they see what they wait for. */
const doers = {
  STAFF: ['org.account.add'],
  COMPANIES: ['system.company.edit'],
  DIRECTORS: ['org.account.add'],
  ADMISSION: ['system.company.edit', 'system.company.approve'],
  ACCOUNTS: ['system.bank.edit', 'payment.management.instruct'],
  RATES: ['system.rate.edit'],
  PRODUCT: ['system.product.edit'],
  RELATIONSHIP: ['system.limit.edit'],
  LIMITS: ['system.limit.edit'],
  PRICES: ['system.product.edit'],
} satisfies Partial<Record<SetupStep, readonly string[]>>
type StaffStep = keyof typeof doers

/** How many of the staff an order needs before nobody has to check their own work. */
const wanted = { Operations: 2, Risk: 1, Settlement: 3 } as const
const parties = ['SUPPLIER', 'BUYER', 'FUNDER'] as const

/** Portals that were seen ready: what is set up once needs no more looking. */
const ready = new WeakSet<App>()

type Found = {
  staff: Record<string, number>
  companies: string[] | null
  directed: string[] | null
  admitted: string[] | null
  banked: string[] | null
  fixings: boolean
  relationship: boolean
}

/** What is there and what is missing before a first invoice can be financed, for those who see to it. */
export const setupOf = (context: UseCaseContext): Promise<Setup> =>
  context.actor.staff ? setupOfPortal(context) : setupOfCompany(context)

async function setupOfPortal({ app, tx, actor, today }: UseCaseContext): Promise<Setup> {
  const may = (step: StaffStep) => doers[step].some((permission) => actor.permissions.has(permission))
  const steps = Object.keys(doers) as StaffStep[]
  if (ready.has(app) || !steps.some(may)) return []
  const held = sql`select distinct r.role from company_role r join company c on c.id = r.company_id
    where r.role in ('SUPPLIER', 'BUYER', 'FUNDER') and r.status = 'ENABLE'`
  const { rows } = await sql<Found>`select
    (select coalesce(jsonb_object_agg(role, people), '{}') from (
      select held.role, count(distinct u.id)::int as people from user_company_role s join app_user u on u.id = s.user_id, unnest(s.user_roles) as held (role)
      where s.role = 'PLATFORM' and s.status = 'ENABLE' and u.status = 'active' group by held.role) x) as staff,
    (select array_agg(role) from (${held}) x) as companies,
    (select array_agg(role) from (${held} and exists (select from user_company_role s join app_user u on u.id = s.user_id
      where s.company_id = c.id and s.role = 'COMPANY' and s.status = 'ENABLE' and u.status = 'active' and 'Director' = any(s.user_roles))) x) as directed,
    (select array_agg(role) from (${held} and (c.kyc_status = 'PASSED' or c.kyc_expires_on is not null)) x) as admitted,
    (select array_agg(role) from (${held} and exists (select from bank_account b where b.company_id = c.id and b.status = 'ENABLE')) x) as banked,
    exists (select from base_rate_fixing) as fixings,
    exists (select from relationship where status = 'ENABLE') as relationship`.execute(tx)
  const found = rows[0]!
  const product = await readiestProduct(tx, today)
  const without = (roles: readonly string[] | null, of: readonly string[] = parties) =>
    of.filter((role) => !roles?.includes(role))
  const missing: Partial<Record<StaffStep, string[]>> = {
    STAFF: Object.entries(wanted).flatMap(([role, count]) => Array(Math.max(0, count - (found.staff[role] ?? 0))).fill(role)),
    COMPANIES: without(found.companies),
    DIRECTORS: without(found.directed),
    ADMISSION: without(found.admitted),
    // A buyer is paid nothing.
    ACCOUNTS: without(found.banked, ['SUPPLIER', 'FUNDER']),
  }
  const isDone: Partial<Record<StaffStep, boolean>> = {
    // Which benchmark and currency it takes is known once there is a product.
    RATES: product?.rates ?? found.fixings,
    PRODUCT: product !== undefined,
    RELATIONSHIP: found.relationship,
    LIMITS: product?.limits ?? false,
    PRICES: product?.prices ?? false,
  }
  const setup = steps.map((step) => ({
    step,
    done: isDone[step] ?? missing[step]!.length === 0,
    missing: missing[step] ?? [],
    mine: may(step),
  }))
  if (!setup.every(({ done }) => done)) return setup
  ready.add(app)
  return []
}

/** What a director sees to: that the company is stated, has people who make, check and sign, and an account to be paid on. */
async function setupOfCompany({ app, tx, actor }: UseCaseContext): Promise<Setup> {
  if (actor.companyRole !== 'COMPANY' || !actor.userRoles.includes('Director')) return []
  const { rows } = await sql<{
    kycStatus: string
    isPaid: boolean
    account: boolean
  }>`select c.kyc_status,
    exists (select from company_role r where r.company_id = c.id and r.role in ('SUPPLIER', 'FUNDER') and r.status = 'ENABLE') as is_paid,
    exists (select from bank_account b where b.company_id = c.id and b.approval = any(${standingApprovals}::text[])) as account
    from company c where c.id = ${actor.companyId}`.execute(tx)
  const { kycStatus, isPaid, account } = rows[0]!
  const seats = await tx
    .selectFrom('userCompanyRole as s')
    .innerJoin('appUser as u', 'u.id', 's.userId')
    .leftJoin('signingRight as g', (on) => on.onRef('g.userId', '=', 's.userId').onRef('g.companyId', '=', 's.companyId'))
    .select(['s.role', 's.userRoles', 'g.userId as signs'])
    .where('s.companyId', '=', actor.companyId)
    .where('s.status', '=', 'ENABLE')
    .where('u.status', '=', 'active')
    .execute()
  const missing: string[] = ['Maker', 'Checker'].filter(
    (one) => !seats.some(({ role, userRoles }) => role !== 'COMPANY' && userRoles.includes(one)),
  )
  const signers = await Promise.all(seats.filter(({ signs }) => signs !== null).map((seat) => maySign(app, seat)))
  if (!signers.includes(true)) missing.push(signer)
  const setup: Setup = [
    { step: 'STATEMENT', done: !['NONE', 'REJECTED'].includes(kycStatus), missing: [], mine: true },
    { step: 'PEOPLE', done: missing.length === 0, missing, mine: true },
    ...(isPaid ? [{ step: 'ACCOUNT' as const, done: account, missing: [], mine: true }] : []),
  ]
  return setup.every(({ done }) => done) ? [] : setup
}
