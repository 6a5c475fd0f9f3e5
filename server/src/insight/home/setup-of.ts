import { standingApprovals } from '@usance/domain/states/bank-account'
import type { Answer } from '@usance/wire/call'
import { type homeCalls, type SetupStep, signer } from '@usance/wire/home/calls'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
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

/** The setting of a portal that was seen complete: what is missing later is no longer what a new one needs. */
const completeKey = 'setUpComplete'

type Found = {
  staff: Record<string, number>
  staffInvited: Record<string, number>
  staffWaiting: Record<string, number>
  companies: string[] | null
  directed: string[] | null
  directorsInvited: string[] | null
  directorsWaiting: string[] | null
  admitted: string[] | null
  banked: string[] | null
  fixings: boolean
  relationship: boolean
}

/** What is there and what is missing before a first invoice can be financed, for those who see to it. */
export async function setupOf(context: UseCaseContext): Promise<Setup> {
  const { rows } = await sql<{ over: boolean }>`select exists (select from finance_order where funded_at is not null)
    or ${context.actor.staff} and exists (select from setting where key = ${completeKey}) as over`.execute(context.tx)
  if (rows[0]!.over) return []
  return context.actor.staff ? setupOfPortal(context) : setupOfCompany(context)
}

/** Roles of which so many are missing, each as often as it is. */
const repeated = (counts: Record<string, number>): string[] =>
  Object.entries(counts).flatMap(([role, count]) => Array<string>(Math.max(0, count)).fill(role))

async function setupOfPortal({ app, tx, actor, today }: UseCaseContext): Promise<Setup> {
  const may = (step: StaffStep) => doers[step].some((permission) => actor.permissions.has(permission))
  const steps = Object.keys(doers) as StaffStep[]
  if (!steps.some(may)) return []
  const held = sql`select distinct r.role from company_role r join company c on c.id = r.company_id
    where r.role in ('SUPPLIER', 'BUYER', 'FUNDER') and r.status = 'ENABLE'`
  const staff = (status: string) => sql`(select coalesce(jsonb_object_agg(role, people), '{}') from (
      select held.role, count(distinct u.id)::int as people from user_company_role s join app_user u on u.id = s.user_id, unnest(s.user_roles) as held (role)
      where s.role = 'PLATFORM' and s.status = 'ENABLE' and u.status = ${status} group by held.role) x)`
  const directed = (status: string) => sql`(select array_agg(role) from (${held} and exists (select from user_company_role s
      join app_user u on u.id = s.user_id where s.company_id = c.id and s.role = 'COMPANY' and s.status = 'ENABLE'
        and u.status = ${status} and 'Director' = any(s.user_roles))) x)`
  // Whoever is put forward has no seat before a second person has passed it.
  const staffWaiting = sql`(select coalesce(jsonb_object_agg(role, people), '{}') from (
      select given.role, count(distinct x.user_id)::int as people from user_change x join company c on c.id = x.company_id,
        jsonb_array_elements(x.after -> 'seats') seat, jsonb_array_elements_text(seat -> 'userRoles') as given (role)
      where x.status = 'IN_APPROVE' and c.is_platform and not exists (select from user_company_role s
        where s.user_id = x.user_id and s.company_id = c.id and s.status = 'ENABLE' and given.role = any(s.user_roles))
      group by given.role) y)`
  const directorsWaiting = sql`(select array_agg(role) from (${held} and exists (select from user_change x
      where x.company_id = c.id and x.status = 'IN_APPROVE' and x.after -> 'seats' @> '[{"role": "COMPANY", "userRoles": ["Director"]}]')) x)`
  const { rows } = await sql<Found>`select
    ${staff('active')} as staff, ${staff('unActive')} as staff_invited, ${staffWaiting} as staff_waiting,
    (select array_agg(role) from (${held}) x) as companies,
    ${directed('active')} as directed, ${directed('unActive')} as directors_invited, ${directorsWaiting} as directors_waiting,
    (select array_agg(role) from (${held} and (c.kyc_status = 'PASSED' or c.kyc_expires_on is not null)) x) as admitted,
    (select array_agg(role) from (${held} and exists (select from bank_account b where b.company_id = c.id and b.status = 'ENABLE')) x) as banked,
    exists (select from base_rate_fixing) as fixings,
    exists (select from relationship where status = 'ENABLE') as relationship`.execute(tx)
  const found = rows[0]!
  const product = await readiestProduct(tx, today)
  const without = (roles: readonly string[] | null, of: readonly string[] = parties) =>
    of.filter((role) => !roles?.includes(role))
  const lacking: Record<string, number> = {}
  for (const [role, count] of Object.entries(wanted)) lacking[role] = count - (found.staff[role] ?? 0)
  const missing: Partial<Record<StaffStep, string[]>> = {
    STAFF: repeated(lacking),
    COMPANIES: without(found.companies),
    DIRECTORS: without(found.directed),
    ADMISSION: without(found.admitted),
    // A buyer is paid nothing.
    ACCOUNTS: without(found.banked, ['SUPPLIER', 'FUNDER']),
  }
  const invited: Partial<Record<StaffStep, string[]>> = {
    STAFF: repeated(
      Object.fromEntries(Object.entries(lacking).map(([role, count]) => [role, Math.min(count, found.staffInvited[role] ?? 0)])),
    ),
    DIRECTORS: without(found.directed).filter((role) => found.directorsInvited?.includes(role)),
  }
  const waiting: Partial<Record<StaffStep, string[]>> = {
    STAFF: repeated(
      Object.fromEntries(
        Object.entries(lacking).map(([role, count]) => [
          role,
          Math.min(count - (found.staffInvited[role] ?? 0), found.staffWaiting[role] ?? 0),
        ]),
      ),
    ),
    DIRECTORS: without(found.directed).filter(
      (role) => !found.directorsInvited?.includes(role) && found.directorsWaiting?.includes(role),
    ),
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
    invited: invited[step] ?? [],
    waiting: waiting[step] ?? [],
    mine: may(step),
  }))
  if (!setup.every(({ step, done }) => done || step === 'LIMITS')) return setup
  // A reading writes nothing, so this is kept beside it.
  await app.asideDb
    .insertInto('setting')
    .values({ key: completeKey, value: 'true' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
    .select(['s.role', 's.userRoles', 'u.status', 'g.userId as signs'])
    .where('s.companyId', '=', actor.companyId)
    .where('s.status', '=', 'ENABLE')
    .execute()
  type Given = { role: string; userRoles: readonly string[]; signs: boolean }
  const filledBy = async (of: readonly Given[]) => {
    const roles = ['Maker', 'Checker'].filter((one) =>
      of.some(({ role, userRoles }) => role !== 'COMPANY' && userRoles.includes(one)),
    )
    const signers = await Promise.all(of.filter(({ signs }) => signs).map((seat) => maySign(app, seat)))
    return signers.includes(true) ? [...roles, signer] : roles
  }
  const filled = (status: 'active' | 'unActive') =>
    filledBy(seats.filter((seat) => seat.status === status).map((seat) => ({ ...seat, signs: seat.signs !== null })))
  const [joined, asked, proposed] = [
    await filled('active'),
    await filled('unActive'),
    await filledBy(await seatsThatWait(tx, actor.companyId)),
  ]
  const missing = ['Maker', 'Checker', signer].filter((one) => !joined.includes(one))
  const invited = missing.filter((one) => asked.includes(one))
  const waiting = missing.filter((one) => !asked.includes(one) && proposed.includes(one))
  const nobody = { missing: [], invited: [], waiting: [] }
  const setup: Setup = [
    { step: 'STATEMENT', done: !['NONE', 'REJECTED'].includes(kycStatus), ...nobody, mine: true },
    { step: 'PEOPLE', done: missing.length === 0, missing, invited, waiting, mine: true },
    ...(isPaid ? [{ step: 'ACCOUNT' as const, done: account, ...nobody, mine: true }] : []),
  ]
  return setup.every(({ done }) => done) ? [] : setup
}

/** The seats that a person of a company gets, or gets the right to sign in, once a second person has passed the change. */
async function seatsThatWait(tx: Tx, companyId: string) {
  const { rows } = await sql<{ role: string; userRoles: string[]; signs: boolean }>`
    select seat ->> 'role' as role, seat -> 'userRoles' as user_roles,
      coalesce((x.after ->> 'signatory')::boolean, exists (select from signing_right g where g.user_id = x.user_id and g.company_id = x.company_id)) as signs
    from user_change x cross join lateral jsonb_array_elements(coalesce(x.after -> 'seats', x.before -> 'seats')) seat
    where x.company_id = ${companyId} and x.status = 'IN_APPROVE'`.execute(tx)
  return rows
}
