import { fact } from '../../approval/workflow/facts.ts'
import { factsOnInvoice, namedInvoice, owedAround } from '../invoice/invoice-facts.ts'

/** The facts of an adjustment and of its invoice for the approvers. */
export const adjustmentFacts = factsOnInvoice('invoiceAdjustment', (invoice, instance) => {
  const adjustment = invoice.adjustments.find(({ id }) => id === instance.businessId)
  if (!adjustment) return []
  const { type, amount, refNo, date, reason } = adjustment
  return [
    ...namedInvoice(invoice),
    ...fact.code('adjustmentType', 'word', type),
    ...fact.amount('amount', amount, invoice.currency),
    ...fact.text('reference', refNo),
    ...fact.date('datedOn', date),
    ...owedAround(invoice, { by: amount, raises: type === 'DEBIT_NOTE' }, instance),
    ...fact.text('reason', reason),
  ]
})
