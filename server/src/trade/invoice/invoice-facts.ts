import { add, atLeastZero, fromDecimal, subtract, toDecimal } from '@usance/domain/money'
import { type InvoiceDetail, invoiceCalls } from '@usance/wire/invoice/calls'
import type { ApprovalFact } from '@usance/wire/workflow/fact'
import { type Facts, fact, factsFrom } from '../../approval/workflow/facts.ts'
import type { Instance } from '../../approval/workflow/instance.ts'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { invoiceDetail } from './detail.ts'

/** The facts of a record that hangs on an invoice, from the page of the invoice. */
export const factsOnInvoice = (
  table: 'invoiceAdjustment' | 'directPayment',
  tell: (invoice: InvoiceDetail, instance: Instance) => ApprovalFact[],
): Facts =>
  factsFrom(
    invoiceCalls.detail,
    async (reader, id) => invoiceDetail({ ...reader, query: { id: await invoiceOf(reader.tx, table, id) } }),
    (invoice, _, instance) => tell(invoice, instance),
  )

async function invoiceOf(tx: Tx, table: 'invoiceAdjustment' | 'directPayment', id: string): Promise<string> {
  const row = await tx.selectFrom(table).select('invoiceId').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row.invoiceId
}

/** The invoice that a decision is about, as its page names it. */
export const namedInvoice = ({ invoiceNo, supplier, buyer, amount, currency }: InvoiceDetail): ApprovalFact[] => [
  ...fact.text('document', invoiceNo),
  ...fact.text('supplier', supplier.name),
  ...fact.text('buyer', buyer.name),
  ...fact.amount('face', amount, currency),
]

/** What is owed on an invoice before a decision and after it, until it is decided. */
export function owedAround(
  { outstanding, currency }: InvoiceDetail,
  change: { by: string; raises: boolean },
  { status }: { status: string },
): ApprovalFact[] {
  if (status !== 'IN_APPROVE') return []
  const [owed, by] = [fromDecimal(outstanding, currency), fromDecimal(change.by, currency)]
  const after = change.raises ? add(owed, by) : atLeastZero(subtract(owed, by))
  return [...fact.amount('owedBefore', outstanding, currency), ...fact.amount('owedAfter', toDecimal(after), currency)]
}
