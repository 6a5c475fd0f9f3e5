import { invoiceCalls } from '@usance/wire/invoice/calls'
import { type FactsReader, fact, factsFrom } from '../../approval/workflow/facts.ts'
import { Refused } from '../../http/refused.ts'
import { invoiceDetail } from '../../trade/invoice/detail.ts'
import { namedInvoice, owedAround } from '../../trade/invoice/invoice-facts.ts'

/** What whoever confirms a direct payment, or agrees to take it back, reads of it and of its invoice. */
export const directPaymentFacts = factsFrom(
  invoiceCalls.detail,
  async (reader, id) => invoiceDetail({ ...reader, query: { id: await invoiceOf(reader, id) } }),
  (invoice, _, instance) => {
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
  },
)

async function invoiceOf({ tx }: FactsReader, id: string): Promise<string> {
  const row = await tx.selectFrom('directPayment').select('invoiceId').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row.invoiceId
}
