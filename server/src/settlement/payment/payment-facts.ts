import { type PaymentDetail, paymentCalls } from '@usance/wire/payment/calls'
import type { FactValue } from '@usance/wire/workflow/fact'
import { cell, fact, factsFrom } from '../../approval/workflow/facts.ts'
import { readDecidedPayment, readPayment } from './read-payment.ts'

/** The facts of a payment, a release or a refund for its approvers. */
export const paymentFacts = factsFrom(
  paymentCalls.detail,
  (reader, id) => (reader.takesPart ? readDecidedPayment(reader, id) : readPayment({ ...reader, body: { id } })),
  (payment) => {
    const { currency, newAccount } = payment
    return [
      ...fact.code('paymentType', 'word', payment.type),
      ...fact.amount('amount', payment.amount, currency),
      ...fact.date('valueDate', payment.valueDate ?? payment.timing?.executionDate ?? payment.dueDate),
      ...fact.text('payee', payment.payeeName),
      ...fact.several('payeeAccount', accountOf(payment.payee)),
      ...fact.instant(newAccount?.isChanged ? 'accountChanged' : 'accountAdded', newAccount?.since),
      ...fact.instant('payableFrom', newAccount?.payableFrom),
      ...fact.text('funder', payment.funderName),
      ...fact.several('fromAccount', accountOf(payment.payer)),
      ...fact.text('order', payment.orderNo),
      ...fact.text('receipt', payment.receiptNo),
      ...fact.text('reason', payment.reason),
      ...fact.table(
        'makeUp',
        ['part', 'amount'],
        payment.makeUp.map(({ label, amount }) => [cell.code('part', label), cell.amount(amount, currency)]),
      ),
      ...fact.table(
        'releases',
        ['document', 'amount'],
        payment.releases.map(({ docNo, amount }) => [cell.text(docNo), cell.amount(amount, currency)]),
      ),
    ]
  },
)

/** An account as the page of the payment shows it to the reader: its holder, its bank and its number, masked as there. */
const accountOf = (account: PaymentDetail['payee']): FactValue[] =>
  account
    ? [
        cell.text(account.payeeName),
        cell.name(account.payeeBankNameEn ?? account.payeeBankName, account.payeeBankName),
        cell.text([account.payeeAcctNo, account.payeeBankNo].filter(Boolean).join(' · ')),
      ]
    : []
