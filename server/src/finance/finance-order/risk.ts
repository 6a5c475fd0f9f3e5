import { parseDecimal, type Rational } from '@usance/domain/rational'
import { isAdmitted, type KycStatus } from '@usance/domain/states/kyc'
import { type BuyerStop, isBuyerStop, type StopReason, stopReasonOf } from '@usance/domain/stop-purchase'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import { isToldToParties } from '@usance/wire/invoice/untold-flags'
import { sql } from 'kysely'
import { owedLosses } from '../../books/servicing/losses.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { addressesNamed, directorsNamed } from '../../party/company/named-before.ts'

type Business = { supplierId: string; buyerIds: string[]; funderId: string; today: string }

type MayStop = {
  oldestOverdue: string | null
  kycExpiresOn: string | null
  kycStatus: KycStatus
  isBlocked: boolean
  expired: { type: string; buyerId: string | null }[]
}

// Found late, reserve that is owed back is due on an earlier day: nobody could pay it before it was booked. One that was taken off and
// charged again on the same day only moved; after a day that ended without any, it is another debt.
const owedBackSince = sql`(with day as (
    select j.posted_on, sum(sum(case p.side when 'D' then p.amount else -p.amount end)) over (order by j.posted_on) as charged
    from journal j join posting p on p.journal_id = j.id and p.book = 'F' and p.account = '1220'
    where j.order_id = c.order_id and j.event = ${sql.lit(reserveOwedBack)} and j.value_date >= c.due_date group by j.posted_on)
  select min(posted_on) from day where posted_on > coalesce((select max(posted_on) from day where charged = 0), '-infinity'))`

/** What may stand against buying more from a supplier: a block, an old order that is overdue or lost, its review, limits that have ended. */
export async function whatMayStop(tx: Tx, { supplierId, buyerIds, funderId, today }: Business): Promise<MayStop> {
  // Only the supplier's own orders with this funder count: what a buyer owes others is not told to it.
  const { rows } = await sql<MayStop>`
    select
      least((select min(i.maturity) from finance_order o join finance_order_item i on i.order_id = o.id
          where o.supplier_id = ${supplierId} and o.funder_id = ${funderId} and o.status = 'OVERDUE' and i.principal_outstanding > 0),
        (select min(o.maturity) from ${owedLosses} and o.supplier_id = ${supplierId} and o.funder_id = ${funderId}),
        (select min(greatest(c.due_date, ${owedBackSince})) from recourse_claim c where c.supplier_id = ${supplierId} and c.funder_id = ${funderId}
          and c.status = 'OPEN' and c.reason = ${reserveOwedBack})) as oldest_overdue,
      (select kyc_expires_on from company where id = ${supplierId}) as kyc_expires_on,
      (select kyc_status from company where id = ${supplierId}) as kyc_status,
      (select block_flag from company where id = ${supplierId}) as is_blocked,
      coalesce((select jsonb_agg(jsonb_build_object('type', x.type, 'buyerId', x.buyer_id)) from (select l.type, l.buyer_id from credit_limit l
        where l.status = 'ENABLE' and (l.funder_id = ${funderId} or l.funder_id is null)
          and ((l.type = 'SUPPLIER_FACILITY' and l.supplier_id = ${supplierId}) or (l.type = 'BUYER' and l.buyer_id = any(${buyerIds}::uuid[]))
            or (l.type = 'RELATIONSHIP' and l.supplier_id = ${supplierId} and l.buyer_id = any(${buyerIds}::uuid[])))
        group by l.type, l.supplier_id, l.buyer_id having max(l.expiry_date) < ${today}::date) x), '[]') as expired`.execute(tx)
  return rows[0]!
}

type Standing = { dilution: Rational | null; dilutionThreshold: string; isLimitExpired: boolean }

const stopOf = (supplier: Omit<MayStop, 'expired'>, today: string, { dilution, dilutionThreshold, ...standing }: Standing) =>
  stopReasonOf({
    ...supplier,
    ...standing,
    today,
    isAdmitted: isAdmitted(supplier.kycStatus, supplier.kycExpiresOn),
    dilution12m: dilution,
    dilutionThreshold: parseDecimal(dilutionThreshold),
  })

type Dilution = { dilutionOf: (buyerId: string) => Rational | null; dilutionThreshold: string }

/** What stands against buying more of what each buyer owes; null where nothing does. */
export const stopsAgainst = (
  { expired, ...supplier }: MayStop,
  { buyerIds, today }: Pick<Business, 'buyerIds' | 'today'>,
  { dilutionOf, dilutionThreshold }: Dilution,
): { buyerId: string; reason: StopReason | null }[] =>
  buyerIds.map((buyerId) => ({
    buyerId,
    reason: stopOf(supplier, today, {
      isLimitExpired: expired.some((limit) => limit.buyerId === null || limit.buyerId === buyerId),
      dilution: dilutionOf(buyerId),
      dilutionThreshold,
    }),
  }))

/**
 * Refuses where nothing more is bought: a block, an old overdue order, an ended review or limit, too much dilution. Where
 * something stands against some of the buyers alone, answers what, by the buyer's id.
 */
export function refuseStopped(mayStop: MayStop, business: Business, dilution: Dilution): Map<string, BuyerStop> {
  const stops = stopsAgainst(mayStop, business, dilution)
  const against = new Map<string, BuyerStop>()
  for (const { buyerId, reason } of stops) {
    if (reason === null) continue
    if (!isBuyerStop(reason) || stops.every((one) => one.reason !== null)) throw new Refused(reason)
    against.set(buyerId, reason)
  }
  return against
}

/** Refuses a drawing where nothing more is bought from its supplier. The dilution is the pool's, and no limit of one buyer counts. */
export function refuseStoppedDrawing(
  { expired, ...supplier }: MayStop,
  today: string,
  standing: Omit<Standing, 'isLimitExpired'>,
): void {
  const reason = stopOf(supplier, today, { ...standing, isLimitExpired: expired.some(({ buyerId }) => buyerId === null) })
  if (reason !== null) throw new Refused(reason)
}

/** What stands against the supplier itself with a funder, whoever the buyer is; null where nothing does. The transaction sees every company. */
export async function stopOfSupplier(tx: Tx, business: Omit<Business, 'buyerIds'>): Promise<StopReason | null> {
  const { expired, ...supplier } = await whatMayStop(tx, { ...business, buyerIds: [] })
  return stopOf(supplier, business.today, { isLimitExpired: expired.length > 0, dilution: null, dilutionThreshold: '0' })
}

/**
 * Why the orders of a supplier are neither approved nor paid now: the operator has blocked it, or its review has ended or was refused;
 * null where nothing stands against them. Limits have their own rule, and an overdue order stops submissions only. The transaction
 * sees every company.
 */
export async function stoppedSince(tx: Tx, supplierId: string, today: string): Promise<StopReason | null> {
  const supplier = await tx
    .selectFrom('company')
    .select(['kycStatus', 'kycExpiresOn', 'blockFlag as isBlocked'])
    .where('id', '=', supplierId)
    .executeTakeFirstOrThrow()
  return stopOf({ ...supplier, oldestOverdue: null }, today, {
    isLimitExpired: false,
    dilution: null,
    dilutionThreshold: '0',
  })
}

/** Refuses to approve or pay an order of a supplier that was stopped since its submission (`SUPPLIER_STOPPED`). */
export async function refuseStoppedSince(tx: Tx, supplierId: string, today: string): Promise<void> {
  const reason = await stoppedSince(tx, supplierId, today)
  if (reason !== null) throw new Refused('SUPPLIER_STOPPED', { reason })
}

type RiskFacts = { director: boolean; address: boolean; account: boolean }

/**
 * What a supplier and its buyers have in common that two companies at arm's length have not. What one of them took back itself counts until
 * the staff have reviewed it (decision 309).
 */
export async function riskFacts(tx: Tx, { supplierId, buyerIds }: Pick<Business, 'supplierId' | 'buyerIds'>): Promise<RiskFacts> {
  const { rows } = await sql<RiskFacts>`
    select
      bool_or(exists (select 1 from ${directorsNamed('s')} x, ${directorsNamed('b')} y
        where lower(btrim(x.name)) = lower(btrim(y.name)) and btrim(x.name) <> '')) as director,
      bool_or(exists (select 1 from ${addressesNamed('s')} x, ${addressesNamed('b')} y
        where lower(regexp_replace(x.address, '[^[:alnum:]]', '', 'g')) = lower(regexp_replace(y.address, '[^[:alnum:]]', '', 'g'))
          and x.address ~ '[[:alnum:]]')) as address,
      bool_or(exists (select 1 from bank_account x join bank_account y
        on plain_account(y.bank_account) = plain_account(x.bank_account) and full_bic(y.bank_code) = full_bic(x.bank_code)
        where x.company_id = s.id and y.company_id = b.id)) as account
    from company s, company b where s.id = ${supplierId} and b.id = any(${buyerIds}::uuid[])`.execute(tx)
  return rows[0]!
}

/** The answer to the supplier with the warnings that it may read, and the codes of all of them. */
export function withWarnings(answer: TrialAnswer, more: TrialAnswer['warnings']): { answer: TrialAnswer; signs: string[] } {
  const warnings = [...answer.warnings, ...more]
  return {
    answer: { ...answer, warnings: warnings.filter(({ code }) => isToldToParties(code)) },
    signs: [...new Set(warnings.map(({ code }) => code))],
  }
}

/**
 * Warnings for the approvers of an order: oddities of the documents it takes, and what supplier and buyers have in common. They stop
 * nothing, and bring the order before risk staff.
 */
export function riskWarnings(
  shared: RiskFacts,
  taken: readonly { docType: 'INVOICE' | 'PO' | 'POOL'; docId: string; riskFlags: readonly string[] }[],
): TrialAnswer['warnings'] {
  return [
    ...[...taken]
      .sort((a, b) => (a.docId < b.docId ? -1 : 1))
      .flatMap(({ docType, docId, riskFlags }) => riskFlags.map((flag) => ({ code: `${docType}_${flag}`, docId }))),
    ...(shared.director ? [{ code: 'SHARED_DIRECTOR' }] : []),
    ...(shared.address ? [{ code: 'SHARED_ADDRESS' }] : []),
    ...(shared.account ? [{ code: 'SHARED_ACCOUNT' }] : []),
  ]
}
