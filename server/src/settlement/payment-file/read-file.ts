import * as M from '@usance/domain/money'
import type { PaymentFileDetail, paymentFileCalls } from '@usance/wire/payment-file/calls'
import { sql } from 'kysely'
import { staffNames } from '../../audit/doer.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { maskedAccount } from '../../party/bank-account/account-number.ts'
import { fileOperations, reportedOn, sentInFile } from './list.ts'

/** A payment file as its page shows it: what it sends, whatever its payments became. Whole account numbers stand in the file alone. */
export const readFile: Handler<typeof paymentFileCalls.detail> = async ({ tx, actor, body }) => {
  const file = await tx
    .selectFrom('paymentFile as f')
    .selectAll('f')
    .select([sentInFile.as('sentByReader'), reportedOn.as('isReported')])
    .where('f.id', '=', body.id)
    .executeTakeFirst()
  if (!file) throw new Refused('NOT_FOUND')
  await elevate(tx)
  const funder = await tx.selectFrom('company').select('name').where('id', '=', file.funderId).executeTakeFirstOrThrow()
  const items = await itemsOf(tx, file.id)
  const reports = await tx.selectFrom('paymentReport').selectAll().where('fileId', '=', file.id).orderBy('importedAt').execute()
  const done = [
    { userId: file.createdBy, at: file.createdAt },
    { userId: file.takenBy, at: file.takenAt },
    ...reports.map(({ importedBy, importedAt }) => ({ userId: importedBy, at: importedAt })),
  ]
  const [makerName = null, takenByName = null, ...importers] = await staffNames(tx, actor, done)
  return {
    id: file.id,
    no: file.no,
    status: file.status,
    funderName: funder.name,
    payments: file.payments,
    totals: file.totals,
    sha256: file.sha256,
    bytes: file.bytes,
    makerName: makerName ?? '',
    createdAt: file.createdAt,
    takenByName,
    takenAt: file.takenAt,
    voidReason: file.voidReason,
    batches: batchesOf(items),
    reports: reports.map((one, index) => ({
      messageId: one.messageId,
      importedAt: one.importedAt,
      lines: one.lines,
      importedBy: importers[index] ?? '',
    })),
    operations: fileOperations(file, { actor }),
  }
}

/** What a file sends, batch by batch. */
const itemsOf = (tx: Tx, fileId: string) =>
  tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('payment as p', 'p.id', 'i.paymentId')
    .leftJoin('company as c', 'c.id', 'p.payeeCompanyId')
    .leftJoin('bankAccount as from', 'from.id', 'i.fromAccountId')
    .select([
      'i.batchId',
      'i.paymentId',
      'p.no',
      'i.amount',
      'p.currency',
      sql<string>`coalesce(c.name, p.payee_name, '')`.as('payeeName'),
      'from.bankName',
      'from.bankAccount as fromAccount',
      sql<string>`coalesce(i.to_account, '')`.as('toAccount'),
      'i.executionDate',
      'i.endToEndId',
      'i.status',
      'i.bankStatus',
      'i.reasonCode',
      'i.reasonText',
    ])
    .where('i.fileId', '=', fileId)
    .orderBy('i.batchId')
    .orderBy('p.no')
    .execute()
type Item = Awaited<ReturnType<typeof itemsOf>>[number]

/** The payments of a file by batch, each from one account in one currency on one day. */
function batchesOf(items: readonly Item[]): PaymentFileDetail['batches'] {
  return [...new Set(items.map(({ batchId }) => batchId))].map((id) => {
    const own = items.filter(({ batchId }) => batchId === id)
    const { currency, bankName, fromAccount, executionDate } = own[0]!
    const total = M.sum(
      own.map(({ amount }) => amountOf(amount, currency)),
      currency,
    )
    return {
      id,
      fromAccount: maskedAccount(fromAccount ?? ''),
      bankName: bankName ?? '',
      currency,
      executionDate,
      total: M.toDecimal(total),
      items: own.map((one) => ({
        paymentId: one.paymentId,
        no: one.no,
        payeeName: one.payeeName,
        payeeAccount: maskedAccount(one.toAccount),
        amount: amountText(one.amount, currency),
        endToEndId: one.endToEndId,
        status: one.status,
        bankStatus: one.bankStatus,
        reasonCode: one.reasonCode,
        reasonText: one.reasonText,
      })),
    }
  })
}
