import type { CurrentRow } from '@usance/wire/config-change/answers'
import { type configChangeCalls, rowsAtOnce } from '@usance/wire/config-change/calls'
import { sentStep } from '@usance/wire/config-change/flow-step'
import type { ConfigKind } from '@usance/wire/config-change/values'
import { type SelectQueryBuilder, sql } from 'kysely'
import { readByStaff } from '../../auth/partner.ts'
import { amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { viewOf } from './kind.ts'
import { currentPapers } from './paper.ts'
import { currentTolerances } from './tolerance.ts'
import { currentFlows } from './workflow.ts'

type Fixing = {
  id: string
  type: string
  effectiveDate: string
  revision: number
  percentRate: string
  source: string
  importedAt: string
}
type Commission = { id: string; partnerId: string | null; partnerName: string | null; effectiveDate: string; ratePct: string }
type Introduced = {
  id: string
  companyId: string
  companyName: string
  partnerId: string | null
  partnerName: string | null
  fromDay: string | null
}
type Asked = Parameters<Handler<typeof configChangeCalls.current>>[0]

/** What is in force now, as the staff pages show it. */
export const current: Handler<typeof configChangeCalls.current> = async (request) => {
  const { kind } = request.body
  if (!request.actor.permissions.has(viewOf(request.app, kind))) throw new Refused('FORBIDDEN')
  return rowsInForce(request)
}

const ofKind = <K extends ConfigKind, R extends object>(kind: K, rows: readonly R[]) => rows.map((row) => ({ kind, ...row }))

/** Whom the rows are read for, and which of them one page has. */
type Reading = Pick<Asked, 'tx' | 'actor'> & { size: number; skipped: number }

async function rowsInForce({ tx, body, today, actor }: Asked): Promise<CurrentRow[]> {
  const { kind, pageNum = 1, countryCode } = body
  const most = rowsAtOnce[kind]
  if (most === undefined && pageNum > 1) return []
  const size = most ?? 0
  const reading: Reading = { tx, actor, size, skipped: (pageNum - 1) * size }
  switch (kind) {
    case 'HOLIDAY':
      return ofKind(kind, await holidays(tx, body.year ?? Number(today.slice(0, 4)), countryCode))
    case 'RATE':
      return ofKind(kind, await fixings(reading))
    case 'FX':
      return ofKind(kind, await fxRates(reading))
    case 'LIMIT':
      return ofKind(kind, await creditLimits(reading))
    case 'ROLE':
      return ofKind(kind, await permissions(reading))
    case 'WORKFLOW':
      return ofKind(
        kind,
        (await currentFlows(tx)).map(({ steps, ...flow }) => ({ ...flow, steps: steps.map(sentStep) })),
      )
    case 'COMMISSION':
      return ofKind(kind, await commissions(reading))
    case 'PARTNER':
      return ofKind(kind, await introductions(reading))
    case 'TEMPLATE':
      return ofKind(kind, await templates(reading))
    case 'COMPANY':
      return ofKind(kind, await companies(reading))
    case 'RELATIONSHIP':
      return ofKind(kind, await relationships(reading))
    case 'PAPER':
      return ofKind(kind, await currentPapers(tx))
    case 'TOLERANCE':
      return ofKind(kind, await currentTolerances(tx))
    case 'PRICING':
      return ofKind(kind, await offers(reading))
    case 'PRODUCT':
      return ofKind(kind, await products(reading))
  }
}

const paged =
  ({ size, skipped }: Reading) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    query.limit(size).offset(skipped)
const page = ({ size, skipped }: Reading) => sql`limit ${size} offset ${skipped}`

const holidays = (tx: Tx, year: number, countryCode: string | undefined) =>
  tx
    .selectFrom('holiday')
    .select(['id', 'countryCode', 'calendarDate', 'type', 'holidayNameEn', 'holidayNameCn', 'source'])
    .where('calendarDate', '>=', `${year}-01-01`)
    .where('calendarDate', '<=', `${year}-12-31`)
    .$if(Boolean(countryCode), (query) => query.where('countryCode', '=', countryCode!))
    .orderBy('calendarDate')
    .execute()

/** The latest revision of each fixing. */
async function fixings(reading: Reading): Promise<Fixing[]> {
  const { rows } = await sql<Fixing>`
    select * from (
      select distinct on (type, effective_date) id, type, effective_date, revision, percent_rate, source, imported_at
      from base_rate_fixing order by type, effective_date desc, revision desc) f
    order by effective_date desc, type ${page(reading)}`.execute(reading.tx)
  return rows.map((row) => ({
    ...row,
    percentRate: String(row.percentRate)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
  }))
}

const fxRates = (reading: Reading) =>
  reading.tx
    .selectFrom('fxRate')
    .select(['id', 'fromCurrency', 'toCurrency', 'rateDate', 'rate', 'inverse'])
    .orderBy('rateDate', 'desc')
    .orderBy('fromCurrency')
    .orderBy('toCurrency')
    .orderBy('id')
    .$call(paged(reading))
    .execute()

async function creditLimits(reading: Reading) {
  const rows = await reading.tx
    .selectFrom('creditLimit as l')
    .leftJoin('company as s', 's.id', 'l.supplierId')
    .leftJoin('company as b', 'b.id', 'l.buyerId')
    .leftJoin('company as f', 'f.id', 'l.funderId')
    .selectAll('l')
    .select(['s.name as supplierName', 'b.name as buyerName', 'f.name as funderName'])
    .orderBy('l.type')
    .orderBy('l.createdAt')
    .orderBy('l.id')
    .$call(paged(reading))
    .execute()
  return rows.map(({ createdAt: _, updatedAt: __, productId: ___, ...row }) => ({
    ...row,
    amount: amountText(row.amount, row.currency),
  }))
}

const permissions = ({ tx }: Reading) =>
  tx
    .selectFrom('rolePermission')
    .select(['permission as id', 'roles', 'alwaysGranted', 'version'])
    .orderBy('permission')
    .execute()

async function commissions(reading: Reading): Promise<Commission[]> {
  const { rows } = await sql<Commission>`
    select k.id, k.partner_id, u.cname as partner_name, k.effective_date, trim_scale(k.rate_pct)::text as rate_pct
    from partner_commission k left join app_user u on u.id = k.partner_id
    order by u.cname nulls first, k.effective_date desc, k.id ${page(reading)}`.execute(reading.tx)
  return rows
}

/** Which partner introduced each company, from which day on. */
async function introductions(reading: Reading): Promise<Introduced[]> {
  const { rows } = await sql<Introduced>`
    select md5(p.seq::text)::uuid as id, p.company_id, c.name as company_name, p.partner_id, u.cname as partner_name,
      nullif(p.from_day, date '1900-01-01') as from_day
    from company_partner p join company c on c.id = p.company_id left join app_user u on u.id = p.partner_id
    order by p.seq desc ${page(reading)}`.execute(reading.tx)
  return rows
}

const templates = (reading: Reading) =>
  reading.tx
    .selectFrom('contractTemplate')
    .select(['id', 'id as templetId', 'name', 'nameCn', 'bodyEn', 'bodyCn'])
    .orderBy('code')
    .orderBy('version', 'desc')
    .orderBy('id')
    .$call(paged(reading))
    .execute()

const companies = (reading: Reading) =>
  reading.tx
    .selectFrom('company as c')
    .select(['c.id', 'c.id as companyId', 'c.name', 'c.nameLocal', 'c.bizRegNo', 'c.country', 'c.riskGrade', 'c.blockFlag'])
    .where('c.isPlatform', '=', false)
    .where(readByStaff(reading.actor))
    .orderBy('c.name')
    .orderBy('c.id')
    .$call(paged(reading))
    .execute()

const relationships = (reading: Reading) =>
  reading.tx
    .selectFrom('relationship as r')
    .innerJoin('company as s', 's.id', 'r.supplierId')
    .innerJoin('company as b', 'b.id', 'r.buyerId')
    .selectAll('r')
    .select(['s.name as supplierName', 'b.name as buyerName'])
    .orderBy('s.name')
    .orderBy('b.name')
    .orderBy('r.id')
    .$call(paged(reading))
    .execute()

const offers = (reading: Reading) =>
  reading.tx
    .selectFrom('pricingOffer as o')
    .innerJoin('company as s', 's.id', 'o.supplierId')
    .innerJoin('financingProduct as p', 'p.id', 'o.productId')
    .select(['o.id', 'o.no', 'o.supplierId', 'o.productId', 'o.margin', 'o.validUntil', 'o.status', 'o.createdAt'])
    .select(['s.name as supplierName', 'p.code as productCode', 'p.name as productName', 'p.nameCn as productNameCn'])
    .orderBy('o.createdAt', 'desc')
    .orderBy('o.id')
    .$call(paged(reading))
    .execute()

/** All products with their fees. */
async function products({ tx }: Reading) {
  const rows = await tx
    .selectFrom('financingProduct as p')
    .innerJoin('company as f', 'f.id', 'p.funderId')
    .selectAll('p')
    .select('f.name as funderName')
    .orderBy('p.code')
    .execute()
  const fees = await tx.selectFrom('feeRule').selectAll().orderBy('code').execute()
  return rows.map(({ createdAt: _, updatedAt: __, ...product }) => ({
    ...product,
    fees: fees.filter(({ productId }) => productId === product.id).map(({ id: _, productId: __, ...fee }) => fee),
  }))
}
