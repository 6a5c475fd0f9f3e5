import * as M from '@usance/domain/money'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { cell, fact, factsFrom } from '../../approval/workflow/facts.ts'
import { amountOf } from '../../database/amount.ts'
import { readRepayment } from './read-repayment.ts'

/** What of a receipt pays a debt on an order. The rest of it is reserve, which the supplier has yet to get, or goes back. */
const debts = ['COST', 'PENALTY', 'FEE', 'INTEREST', 'PRINCIPAL', 'BUYER_FEE']

/**
 * The facts of a reversal for its approvers: the receipt, its payer, what it settled, and until they have decided what is owed again without
 * it. A fee for repaying early is not: it was owed for the repayment alone. Once the reversal has passed, nothing stands settled by it.
 */
export const reversalFacts = factsFrom(
  repaymentCalls.detail,
  (reader, id) => readRepayment({ ...reader, body: { id } }),
  (repayment, _, { status }) => {
    const { currency } = repayment
    const money = (text: string) => amountOf(text, currency)
    const standing = repayment.allocations.filter(({ reversed }) => !reversed)
    const settled = M.sum(
      standing.filter(({ component }) => debts.includes(component)).map(({ amount }) => money(amount)),
      currency,
    )
    const owedAgain = M.subtract(settled, money(repayment.earlyFee ?? '0'))
    return [
      ...fact.text('order', repayment.orderNo),
      ...fact.several('receipt', [cell.text(repayment.collectionNo), cell.text(repayment.bankRef)]),
      ...fact.amount('amount', repayment.amount, currency),
      ...fact.several('paidBy', [cell.text(repayment.payerName), cell.code('word', repayment.payerRole)]),
      ...fact.date('paidOn', repayment.valueDate),
      ...fact.text('reason', repayment.reversalReason),
      // What tops a conversion up is booked on no order yet.
      ...fact.amount('topUp', repayment.orderId === null ? repayment.amount : null, currency),
      ...fact.amount('owedAgain', status === 'IN_APPROVE' && M.isPositive(owedAgain) ? M.toDecimal(owedAgain) : null, currency),
      ...fact.table(
        'settled',
        ['document', 'part', 'amount', 'source'],
        standing.map(({ docNo, component, amount, source }) => [
          cell.text(docNo),
          cell.code('word', component),
          cell.amount(amount, currency),
          cell.code('word', source === 'RECEIPT' ? null : source),
        ]),
      ),
    ]
  },
)
