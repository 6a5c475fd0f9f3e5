import * as M from '@usance/domain/money'
import { listSeparator } from '@usance/wire/list'
import type { PoolKind } from '@usance/wire/pool/calls'
import { bankPoolAssetList, facilityAccountList, interestList, poolAssetList } from '@usance/wire/pool/list'
import { type RawBuilder, sql } from 'kysely'
import { seeingAll } from '../../auth/seeing-all.ts'
import { tradesInSeat } from '../../books/servicing/orders-seen.ts'
import { dayInZoneSql } from '../../calendar/day-in-zone.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { judgedSource, type ListContext, source } from '../../list/source.ts'
import { confirmedNow } from '../contract/pool-receivables.ts'
import { assetsOf, loadPools } from './figures.ts'

const ownColumn = (companyRole: string) =>
  ({ SUPPLIER: 'supplierId', FUNDER: 'funderId' })[companyRole as 'SUPPLIER'] as 'supplierId' | undefined

/** What counts of the receivables of the caller's pools that have these ids, by the rule and on the day of the pools' own figures. */
const judgeAssets =
  (kind: PoolKind) =>
  async (tx: Tx, { actor, today }: ListContext, ids: readonly string[]) => {
    const pools = await loadPools(tx)
      .where('f.poolKind', '=', kind)
      .where(sql<boolean>`p.id in (select pool_id from pool_asset where id = ${anyOf(ids)})`)
      .where(tradesInSeat(actor, 'p'))
      .execute()
    const judged = await seeingAll(tx, actor, async () => {
      const rows: { id: string; eligible: string; reasons: string | null }[] = []
      for (const pool of pools)
        for (const { assetId, eligibility } of await assetsOf(tx, pool, today, { only: ids }))
          rows.push({
            id: assetId,
            eligible: M.toDecimal(eligibility.eligible),
            reasons: eligibility.reasons.join(listSeparator) || null,
          })
      return rows
    })
    return sql`json_to_recordset(${JSON.stringify(judged)}::json) as j(id uuid, eligible numeric, reasons text)`
  }

const assets =
  (kind: PoolKind) =>
  (tx: Tx, { app, actor }: ListContext, judged: RawBuilder<unknown>) =>
    tx
      .selectFrom('poolAsset as a')
      .innerJoin('pool as p', 'p.id', 'a.poolId')
      .innerJoin('financingProduct as f', 'f.id', 'p.productId')
      .innerJoin('invoice as i', 'i.id', 'a.invoiceId')
      .leftJoin('company as b', 'b.id', 'i.buyerId')
      .leftJoin('company as s', 's.id', 'p.supplierId')
      .leftJoin(
        sql<{ id: string; eligible: string; reasons: string | null }>`(select * from ${judged})`.as('today'),
        'today.id',
        'a.id',
      )
      .where('f.poolKind', '=', kind)
      .where('a.releasedAt', 'is', null)
      .where(tradesInSeat(actor, 'p'))
      .select([
        'a.id',
        'a.invoiceId',
        'i.invoiceNo',
        sql<string>`case when today.id is null or today.reasons is not null then 'EXCLUDED' else 'ELIGIBLE' end`.as(
          'eligibility',
        ),
        'today.reasons',
        'b.name as buyerName',
        'i.outstanding',
        confirmedNow('i').as('confirmed'),
        sql<string>`coalesce(today.eligible, 0)`.as('eligibleAmount'),
        'p.currency',
        'i.dueDate',
        dayInZoneSql(sql`a.assigned_at`, app.config.zoneMinutes).as('assignedOn'),
        's.name as supplierName',
        'p.code as poolCode',
      ])

const assetOperations =
  (permission: string) =>
  (_: unknown, { actor }: ListContext) =>
    actor.permissions.has(permission) ? ['WITHDRAW'] : []

const judged = ['eligibility', 'reasons', 'eligibleAmount'] as const

export const poolAssetSource = judgedSource(poolAssetList, {
  judge: judgeAssets('OWN'),
  judged,
  rows: assets('OWN'),
  operations: assetOperations('finance.poolFactoring.withdraw'),
})
export const bankPoolAssetSource = judgedSource(bankPoolAssetList, {
  judge: judgeAssets('DBS'),
  judged,
  rows: assets('DBS'),
  operations: assetOperations('finance.dbsFinance.withdraw'),
})

/** Money that moved on drawings, oldest fact first: what was drawn, and what each receipt paid of it. */
const movements = (tx: Tx, { actor }: ListContext) =>
  tx
    .selectFrom((eb) =>
      eb
        .selectFrom('financeOrder as o')
        .select([
          'o.id',
          'o.id as orderId',
          'o.fundingDate as moveDate',
          sql<string>`'DRAWING'`.as('kind'),
          sql<string>`(select p.no from payment p where p.order_id = o.id and p.type = 'FUNDING' and p.status = 'PAID' limit 1)`.as(
            'reference',
          ),
          'o.financeAmount as drawn',
          sql<string | null>`null::numeric`.as('repaid'),
          sql<string | null>`null::numeric`.as('costs'),
          sql<string | null>`null::numeric`.as('recovered'),
        ])
        .where('o.poolId', 'is not', null)
        .where('o.fundingDate', 'is not', null)
        .unionAll(
          eb
            .selectFrom('allocation as a')
            .innerJoin('repayment as r', 'r.id', 'a.repaymentId')
            .innerJoin('financeOrder as o', 'o.id', 'a.orderId')
            .select([
              'a.id',
              'o.id as orderId',
              'r.valueDate as moveDate',
              'a.component as kind',
              'r.no as reference',
              sql<string>`null::numeric`.as('drawn'),
              sql<string | null>`case when a.component = 'PRINCIPAL' then a.amount end`.as('repaid'),
              sql<string | null>`case when a.component not in ('PRINCIPAL', 'COST') then a.amount end`.as('costs'),
              sql<string | null>`case when a.component = 'COST' then a.amount end`.as('recovered'),
            ])
            .where('o.poolId', 'is not', null)
            .where('a.reversed', '=', false)
            .where('a.source', '<>', 'WAIVER')
            .where('a.component', 'in', ['PRINCIPAL', 'INTEREST', 'PENALTY', 'FEE', 'COST']),
        )
        .as('m'),
    )
    .innerJoin('financeOrder as o', 'o.id', 'm.orderId')
    .leftJoin('company as s', 's.id', 'o.supplierId')
    .leftJoin('company as f', 'f.id', 'o.funderId')
    .where(tradesInSeat(actor, 'o'))
    .select([
      'm.id',
      'm.moveDate',
      'm.kind',
      'm.reference',
      'm.drawn',
      'm.repaid',
      'm.costs',
      'm.recovered',
      'm.orderId',
      'o.orderNo',
      'o.currency',
      's.name as supplierName',
      'f.name as funderName',
    ])
export const facilityAccountSource = source(facilityAccountList, movements)

/**
 * One line an order and calendar month, from the daily accruals that stand and the receipts of that month, which may have no accrual. Its last
 * day is that of the last of them, so that no money is of a later day.
 */
const interest = (tx: Tx, { actor }: ListContext) => {
  const own = ownColumn(actor.companyRole)
  const months = sql<{
    orderId: string
    month: string
    interest: string
    penalty: string
    rate: string | null
    firstDay: string | null
    lastDay: string | null
    paid: string
  }>`(select order_id, date_trunc('month', on_day)::date as month, sum(interest) as interest, sum(penalty) as penalty,
      (array_agg(rate order by on_day desc) filter (where rate is not null))[1] as rate, min(on_day) filter (where rate is not null) as first_day,
      max(on_day) as last_day, sum(paid) as paid
    from (
      select x.order_id, x.accrual_date as on_day, case x.component when 'INTEREST' then x.posted else 0 end as interest,
        case x.component when 'PENALTY' then x.posted else 0 end as penalty, x.rate, 0 as paid
      from interest_accrual x where not x.reversed
      union all
      select a.order_id, r.value_date, 0, 0, null, a.amount from allocation a join repayment r on r.id = a.repayment_id
      where not a.reversed and a.source <> 'WAIVER' and a.component in ('INTEREST', 'PENALTY')) day
    group by 1, 2)`
  return (
    tx
      .selectFrom(months.as('m'))
      .innerJoin('financeOrder as o', 'o.id', 'm.orderId')
      .leftJoin('company as s', 's.id', 'o.supplierId')
      .leftJoin('company as f', 'f.id', 'o.funderId')
      // A buyer and a director see the page and no figure: what a financing costs is between supplier and funder.
      .$if(!actor.staff, (query) => (own ? query.where(`o.${own}`, '=', actor.companyId) : query.where(sql<boolean>`false`)))
      .select([
        sql<string>`md5(m.order_id::text || m.month)::uuid`.as('id'),
        'm.month',
        'm.orderId',
        'o.orderNo',
        'o.type',
        'o.principalOutstanding as principal',
        sql<string | null>`round(m.rate, greatest(2, scale(trim_scale(m.rate))))::text || '%'`.as('rate'),
        'm.interest',
        'm.penalty',
        'm.paid',
        'o.currency',
        'm.firstDay',
        'm.lastDay',
        's.name as supplierName',
        'f.name as funderName',
      ])
  )
}
export const interestSource = source(interestList, interest)
