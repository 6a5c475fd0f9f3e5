import { fact } from '../../approval/workflow/facts.ts'
import { factsOnInvoice, namedInvoice, owedAround } from '../../trade/invoice/invoice-facts.ts'

/** The facts of a direct payment and of its invoice, for the people who confirm it or agree to take it back. */
export const directPaymentFacts = factsOnInvoice('directPayment', (invoice, instance) => {
  const payment = invoice.directPayments.find(({ id }) => id === instance.businessId)
  if (!payment) return []
  const { amount, date, reference, takeBackReason } = payment
  const isTakenBack = instance.businessType === 'DIRECT_PAYMENT_REVERSAL'
  return [
    ...namedInvoice(invoice),
    ...fact.text('paidBy', invoice.buyer.name),
    ...fact.amount('amount', amount, invoice.currency),
    ...fact.date('paidOn', date),
    ...fact.text('reference', reference),
    ...owedAround(invoice, { by: amount, raises: isTakenBack }, instance),
    ...fact.text('reason', isTakenBack ? takeBackReason : null),
  ]
})
