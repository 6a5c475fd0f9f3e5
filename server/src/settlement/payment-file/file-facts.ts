import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { cell, fact, factsFrom } from '../../approval/workflow/facts.ts'
import { readFile } from './read-file.ts'

/** The facts of a payment file for its approvers: the sums, the paying accounts, the payees and their amounts. */
export const fileFacts = factsFrom(
  paymentFileCalls.detail,
  (reader, id) => readFile({ ...reader, body: { id } }),
  (file) => [
    ...fact.text('funder', file.funderName),
    ...fact.count('payments', file.payments),
    ...fact.several('totals', file.totals.split('; ').map(cell.sum)),
    ...fact.table(
      'batches',
      ['fromAccount', 'bank', 'valueDate', 'payments', 'amount'],
      file.batches.map((batch) => [
        cell.text(batch.fromAccount),
        cell.text(batch.bankName),
        cell.date(batch.executionDate),
        cell.count(batch.items.length),
        cell.amount(batch.total, batch.currency),
      ]),
    ),
    ...fact.table(
      'payees',
      ['payment', 'payee', 'payeeAccount', 'amount'],
      file.batches.flatMap(({ currency, items }) =>
        items.map((item) => [
          cell.text(item.no),
          cell.text(item.payeeName),
          cell.text(item.payeeAccount),
          cell.amount(item.amount, currency),
        ]),
      ),
    ),
  ],
)
