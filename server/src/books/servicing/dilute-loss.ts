import { diluteLost } from '@usance/domain/ledger/templates'
import * as M from '@usance/domain/money'
import { asBooked } from '@usance/domain/servicing/pay-by-invoice'
import { splitOfLoss } from '@usance/domain/servicing/recovery'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { post } from '../ledger/post.ts'
import { lossOf } from './exposure.ts'
import { type Financing, funderBalances } from './load-order.ts'
import { dealWith } from './owed-by.ts'
import { debtsOf, ownedOfLoss } from './recovery.ts'
import { itemDebts } from './reserves.ts'

/** What a loss is judged anew for: the source of the journals, the invoice where it is one. */
type Cause = { sourceType: string; sourceId: string; invoiceId?: string | null; today: string; by: string | null }

/**
 * L6 after a loss: what the funder still owns of the receivable is at most what its buyers still owe of its part of their invoices.
 * Books what is beyond as diluted, and answers what of it was covered by the receivable and what the supplier owes (decision 098).
 */
export async function diluteLoss(
  tx: Tx,
  financing: Financing,
  { sourceType, sourceId, invoiceId = null, today, by }: Cause,
): Promise<{ absorbed: M.Money; claim: M.Money }> {
  const { row, kind, deal } = financing
  const none = M.zero(row.currency)
  let split = { absorbed: none, claim: none }
  if (kind === 'LOAN') return split
  const left = M.atLeastZero((await funderBalances(tx, row.id, row.currency))('5000'))
  const lost = await lossOf(tx, row)
  const owns = await ownedOfLoss(tx, financing)
  const sum = (amounts: readonly M.Money[]) => M.sum(amounts, row.currency)
  let owned = sum(owns.map(({ amount }) => amount))
  let seq = 0
  for (const { buyer, amount } of owns) {
    const debts = await debtsOf(tx, financing, { buyer, invoiceIds: [] })
    const most = await partsOfFunder(tx, financing, { buyer, owned: amount })
    const parts = debts.map(({ itemId, debt }) => {
      const part = most.get(itemId) ?? none
      const owed = M.min(debt, part)
      return { invoiceId: financing.invoiceOf.get(itemId) ?? null, owed, gone: M.subtract(part, owed) }
    })
    const note = M.atLeastZero(M.subtract(amount, sum(parts.map(({ owed }) => owed))))
    for (const one of invoiceId ? [{ invoiceId, amount: note }] : byInvoice(note, parts)) {
      if (M.isZero(one.amount)) continue
      const { absorbed, excess } = splitOfLoss({ lost, left, owned }, one.amount)
      const key = { eventType: 'DILUTION', sourceType, sourceId, seq: seq++ }
      const added = await post(tx, diluteLost(key, dealWith(deal, buyer), { absorbed, excess }), {
        valueDate: today,
        postedOn: today,
        orderId: row.id,
        invoiceId: one.invoiceId,
        by,
        memo: { ended: { [buyer]: M.toDecimal(one.amount) } },
      })
      if (!added) continue
      owned = M.subtract(owned, one.amount)
      split = { absorbed: M.add(split.absorbed, absorbed), claim: M.add(split.claim, excess) }
    }
  }
  return split
}

/** A sum by the invoices of which it is owed no more, the first ones first; what is of none of them comes last. */
function byInvoice(note: M.Money, parts: readonly { invoiceId: string | null; gone: M.Money }[]) {
  let left = note
  const found = parts.map(({ invoiceId, gone }) => {
    const amount = M.min(left, gone)
    left = M.subtract(left, amount)
    return { invoiceId, amount }
  })
  return [...found, { invoiceId: null, amount: left }]
}

/**
 * What the funder may own of each invoice of a buyer, by item: what it bought, less payments, reductions and what the supplier took
 * back before the loss. What the supplier has taken back since is of no one invoice and is in all of them.
 */
async function partsOfFunder(
  tx: Tx,
  { row, invoiceOf, buyerOf }: Financing,
  { buyer, owned }: { buyer: string; owned: M.Money },
): Promise<Map<string, M.Money>> {
  const { rows } = await sql<{ invoiceId: string; amount: string }>`
    select j.invoice_id, sum(e.value::numeric)::text as amount from journal j, jsonb_each_text(j.memo -> 'ended') e
    where j.order_id = ${row.id} and j.event = 'DILUTION' and j.invoice_id is not null and j.reversal_of is null
      and not exists (select from journal m where m.reversal_of = j.id) group by 1`.execute(tx)
  const noted = new Map(rows.map(({ invoiceId, amount }) => [invoiceId, amountOf(amount, row.currency)]))
  const none = M.zero(row.currency)
  const own = (await itemDebts(tx, row.id, row.currency)).filter(({ itemId }) => buyerOf.get(itemId) === buyer)
  const owes = own.map(({ itemId, owes }) => {
    const note = noted.get(invoiceOf.get(itemId) ?? '') ?? none
    return [itemId, M.atLeastZero(M.subtract(owes, note))] as const
  })
  const total = M.sum(
    owes.map(([, amount]) => amount),
    row.currency,
  )
  const told = new Map(own.map((one) => [one.itemId, one]))
  return asBooked(new Map(owes), M.exceeds(owned, total) ? owned : total, own, told)
}
