import { writeOffCalls } from '@usance/wire/write-off/calls'
import { cell, type FactsReader, fact, factsFrom } from '../../approval/workflow/facts.ts'
import { amountText } from '../../database/amount.ts'
import { Refused } from '../../http/refused.ts'
import { orderDetail } from '../finance-order/detail.ts'
import { showWriteOff } from './request-write-off.ts'

/**
 * The facts of a write-off for its approvers: the order and who bears the loss, as of now while they decide, and as it was taken once they have
 * passed it. A request that ended without a loss is told with the one that it was asked for (decision 211).
 */
export const writeOffFacts = factsFrom(
  writeOffCalls.preview,
  async (reader, id) => showWriteOff(reader, { orderId: await orderOf(reader, id), id }),
  async ({ currency, parts, loss, nothingLost, writeOff }, reader, { businessId, amount }) => {
    const order = await orderDetail(reader, await orderOf(reader, businessId))
    const waits = writeOff?.status === 'IN_APPROVE'
    const isTaken = writeOff?.status === 'PASSED'
    return [
      ...fact.text('order', order.orderNo),
      ...fact.text('supplier', order.supplier.name),
      ...fact.text('buyer', order.buyerName),
      ...fact.text('bornBy', order.funder.name),
      ...fact.code('recourse', 'word', String(order.recourse)),
      ...fact.amount('loss', waits || isTaken ? loss : null, currency),
      ...fact.code('nothingLost', 'nothingLost', waits ? nothingLost : null),
      ...fact.amount('lossThen', waits || isTaken || amount === null ? null : amountText(amount, currency), currency),
      ...fact.amount('principalThen', writeOff?.principal, currency),
      ...fact.amount('recovered', isTaken ? writeOff.recovered : null, currency),
      ...fact.date('writtenOffOn', isTaken ? writeOff.writtenOffOn : null),
      ...fact.text('reason', writeOff?.reason),
      ...fact.table(
        'lossParts',
        ['part', 'amount'],
        (waits || isTaken ? parts : []).map(({ name, amount }) => [cell.code('loss', name), cell.amount(amount, currency)]),
      ),
    ]
  },
)

async function orderOf({ tx }: FactsReader, id: string): Promise<string> {
  const row = await tx.selectFrom('writeOff').select('orderId').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row.orderId
}
