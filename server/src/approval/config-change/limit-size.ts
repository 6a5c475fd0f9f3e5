import { add, type Money, max, toDecimal } from '@usance/domain/money'
import { sql } from 'kysely'
import { amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { usdValue } from '../workflow/usd-value.ts'
import { besideThem, type LimitValues, limitParties, partiesOf } from './limit-parties.ts'

type Sized = { amount: string; currency: string }
type Asked = { changeId: string; limitId: string | null; today: string }

/**
 * What a change of a limit counts as for those who decide on it, in US dollars: all limits of its kind between the same parties in force
 * beside it, those that wait too, each as the larger of what it is and what it becomes. So an end or a cut takes those who decide on a
 * limit of that size, and parts in several currencies add up. Without a rate it is that limit itself, and the flow asks everybody.
 */
export async function judgedSize(tx: Tx, after: LimitValues, { changeId, limitId, today }: Asked): Promise<Sized> {
  const sizes = [{ id: limitId ?? '', ...after }, ...(await besides(tx, after, { changeId, limitId }))]
  const values = new Map<string, Money>()
  for (const { id, amount, currency } of sizes) {
    const exact = amountText(amount, currency)
    const usd = await usdValue(tx, exact, currency, today)
    if (!usd) return { amount: exact, currency }
    const other = values.get(id)
    values.set(id, other ? max(other, usd) : usd)
  }
  const total = [...values.values()].reduce(add)
  return { amount: toDecimal(total), currency: 'USD' }
}

/** The limits beside a change, and the limit itself as it stands, with the amounts that wait for their approval. */
async function besides(
  tx: Tx,
  after: LimitValues,
  { changeId, limitId }: Omit<Asked, 'today'>,
): Promise<(Sized & { id: string })[]> {
  const parties = partiesOf(after)
  const same = limitParties[after.type].map((party) => sql`c.after->'values'->>${sql.lit(party)} = ${parties[party]}`)
  const { rows } = await sql<Sized & { id: string }>`
    select l.id::text, l.amount::text, l.currency from credit_limit l
      where ${besideThem(after)} or (l.id = ${limitId}::uuid and l.status = 'ENABLE')
    union all select coalesce(c.target_id, c.id::text), c.after->'values'->>'amount', c.after->'values'->>'currency' from config_change c
      where c.kind = 'LIMIT' and c.status = 'IN_APPROVE' and c.id <> ${changeId}::uuid and c.after->'values'->>'type' = ${after.type}
        and c.after->'values'->>'status' = 'ENABLE' and ${sql.join(same, sql` and `)}`.execute(tx)
  return rows
}
