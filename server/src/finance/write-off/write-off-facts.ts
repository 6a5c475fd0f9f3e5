import { writeOffCalls } from '@usance/wire/write-off/calls'
import { cell, type FactsReader, fact, factsFrom } from '../../approval/workflow/facts.ts'
import { Refused } from '../../http/refused.ts'
import { orderDetail } from '../finance-order/detail.ts'
import { previewWriteOff } from './request-write-off.ts'

/** The facts of a write-off for its approvers: the order, the loss as of now or as it was booked, and who bears it. */
export const writeOffFacts = factsFrom(
  writeOffCalls.preview,
  async (reader, id) => previewWriteOff({ ...reader, body: { orderId: await orderOf(reader, id) } }),
  async ({ currency, parts, loss, nothingLost, writeOff }, reader, { businessId }) => {
    const order = await orderDetail(reader, await orderOf(reader, businessId))
    return [
      ...fact.text('order', order.orderNo),
      ...fact.text('supplier', order.supplier.name),
      ...fact.text('buyer', order.buyerName),
      ...fact.text('bornBy', order.funder.name),
      ...fact.code('recourse', 'word', String(order.recourse)),
      ...fact.amount('loss', loss, currency),
      ...fact.code('nothingLost', 'nothingLost', nothingLost),
      ...fact.amount('principalThen', writeOff?.principal, currency),
      ...fact.amount('recovered', writeOff?.status === 'PASSED' ? writeOff.recovered : null, currency),
      ...fact.text('reason', writeOff?.reason),
      ...fact.table(
        'lossParts',
        ['part', 'amount'],
        parts.map(({ name, amount }) => [cell.code('loss', name), cell.amount(amount, currency)]),
      ),
    ]
  },
)

async function orderOf({ tx }: FactsReader, id: string): Promise<string> {
  const row = await tx.selectFrom('writeOff').select('orderId').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row.orderId
}
