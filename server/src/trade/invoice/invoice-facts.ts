import { add, atLeastZero, fromDecimal, subtract, toDecimal } from '@usance/domain/money'
import type { InvoiceDetail } from '@usance/wire/invoice/calls'
import type { ApprovalFact } from '@usance/wire/workflow/fact'
import { fact } from '../../approval/workflow/facts.ts'

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
