import { invoiceCalls } from '@usance/wire/invoice/calls'
import { type FactsReader, fact, factsFrom } from '../../approval/workflow/facts.ts'
import { Refused } from '../../http/refused.ts'
import { invoiceDetail } from '../invoice/detail.ts'
import { namedInvoice, owedAround } from '../invoice/invoice-facts.ts'

/** What whoever decides on an adjustment reads of it and of its invoice. */
export const adjustmentFacts = factsFrom(
  invoiceCalls.detail,
  async (reader, id) => invoiceDetail({ ...reader, query: { id: await invoiceOf(reader, id) } }),
  (invoice, _, instance) => {
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
  },
)

async function invoiceOf({ tx }: FactsReader, id: string): Promise<string> {
  const row = await tx.selectFrom('invoiceAdjustment').select('invoiceId').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row.invoiceId
}
