import { earnFee } from '@usance/domain/ledger/fee-lines'
import { journalOf } from '@usance/domain/ledger/journal'
import { accrue } from '@usance/domain/ledger/templates'
import { addDays, type LocalDate } from '@usance/domain/local-date'
import type { Money } from '@usance/domain/money'
import * as M from '@usance/domain/money'
import { toDecimalText } from '@usance/domain/rational'
import { accrualOfDay } from '@usance/domain/servicing/accrued'
import { joined } from '@usance/domain/servicing/journals'
import { principalOn, rateOfDay } from '@usance/domain/servicing/life'
import { feeOfNight } from '@usance/domain/servicing/period-fees'
import { sql } from 'kysely'
import { anyOf, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { type Entry, postAll } from '../ledger/post.ts'
import { periodFees } from './earn-fees.ts'
import type { Financing } from './load-order.ts'

/** How often each order's day has been accrued before: a day that was taken back is accrued again under the next number. */
async function roundsOf(tx: Tx, orderIds: readonly string[], from: LocalDate): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('interestAccrual')
    .select(({ fn }) => ['orderId', 'accrualDate', fn.max('seq').as('seq')])
    .where('orderId', '=', anyOf(orderIds))
    .where('accrualDate', '>=', from)
    .where('reversed', '=', true)
    .groupBy(['orderId', 'accrualDate'])
    .execute()
  return new Map(rows.map((row) => [`${row.orderId}|${row.accrualDate}`, Number(row.seq) + 1]))
}

/**
 * L3: posts the interest, the penalty and the fees of closed days, `from` to `to` inclusive, one journal for each order and day.
 * A day that is posted already stays unchanged, so that a killed job may begin again.
 */
export async function accrueDays(
  tx: Tx,
  financings: readonly Financing[],
  { from, to, postedOn }: { from: LocalDate; to: LocalDate; postedOn: LocalDate },
): Promise<number> {
  const rounds = await roundsOf(
    tx,
    financings.map((one) => one.row.id),
    from,
  )
  const entries: Entry[] = []
  const rows: Record<string, string | number>[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const financing of financings) {
      const { life, row, deal } = financing
      if (day < row.fundingDate!) continue
      const seq = rounds.get(`${row.id}|${day}`) ?? 0
      const key = { eventType: 'ACCRUAL', sourceType: 'ORDER_DAY', sourceId: `${row.id}@${day}`, seq }
      const journals = life.items.flatMap((item) => {
        const post = accrualOfDay(life, item, day)
        const itemDeal = { ...deal, itemId: item.itemId }
        const line = (component: string, posted: Money, raw = '0', cumulative = '0') =>
          rows.push({
            id: newId(),
            order_id: row.id,
            item_id: item.itemId,
            accrual_date: day,
            component,
            principal: M.toDecimal(principalOn(item, day)),
            rate: toDecimalText(rateOfDay(item, life.rates, day), 6),
            raw,
            cumulative,
            posted: M.toDecimal(posted),
            seq,
          })
        const earned = M.add(post.interest, post.earned)
        const fund = M.add(post.fund, post.earnedFund)
        if (M.isPositive(principalOn(item, day)) || !M.isZero(earned))
          line('INTEREST', earned, toDecimalText(post.interestRaw, 10), toDecimalText(post.after.interestRaw, 10))
        if (!M.isZero(post.penalty))
          line('PENALTY', post.penalty, toDecimalText(post.penaltyRaw, 10), toDecimalText(post.after.penaltyRaw, 10))
        if (!M.equals(fund, earned)) line('FUND', fund)
        const none = M.zero(life.currency)
        return [
          accrue(key, itemDeal, {
            method: 'IN_ADVANCE',
            fund: post.earnedFund,
            spread: M.subtract(post.earned, post.earnedFund),
            penalty: none,
          }),
          accrue(key, itemDeal, {
            method: 'IN_ARREARS',
            fund: post.fund,
            spread: M.subtract(post.interest, post.fund),
            penalty: post.penalty,
          }),
          journalOf(
            key,
            itemDeal,
            periodFees(financing, item.itemId).flatMap(({ income, amount }) =>
              earnFee(income, feeOfNight(amount, item, day, addDays(day, 1))),
            ),
          ),
        ]
      })
      entries.push({ journal: joined(key, journals), facts: { valueDate: day, postedOn, orderId: row.id } })
    }
  if (rows.length > 0)
    await sql`insert into interest_accrual (id, order_id, item_id, accrual_date, component, principal, rate, raw, cumulative, posted, seq)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as x (id uuid, order_id uuid, item_id uuid, accrual_date date, component text, principal numeric, rate numeric, raw numeric, cumulative numeric, posted numeric, seq int)
      on conflict do nothing`.execute(tx)
  return postAll(tx, entries)
}
