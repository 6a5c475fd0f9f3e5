import { createHash } from 'node:crypto'
import * as M from '@usance/domain/money'
import { cutText } from '@usance/domain/sound-text'
import type { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { audit } from '../../audit/record.ts'
import { cutOffsOf, timingOf } from '../../books/servicing/payment-timing.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, violatedIndex } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { latinNameOf } from '../../payment-file/latin-text.ts'
import { type FileBatch, type FileTransfer, pain001, writePain001 } from '../../payment-file/write-pain001.ts'
import { grouped } from '../repayment/receipt-index.ts'
import { fileHash } from './decision.ts'
import { bankNameOf, payeeNameOf, payerNameOf } from './names.ts'
import { blockOf, maybeBackOf, refusalOf } from './ready.ts'
import { type Sendable, sendable } from './sendable.ts'

type Planned = Sendable & { executionDate: string; endToEndId: string }

/**
 * Makes one file for each bank that pays: batches of one account, one currency and one day. The payments are locked, and
 * the database keeps each in one live file, so that no two files ever pay the same.
 */
export const makeFiles: Handler<typeof paymentFileCalls.make> = async (request) => {
  const { tx, body } = request
  const wanted = [...new Set(body.paymentIds)].sort()
  const seen = await tx.selectFrom('payment').select('id').where('id', 'in', wanted).execute()
  if (seen.length !== wanted.length) throw new Refused('NOT_FOUND')
  await elevate(tx)
  await tx.selectFrom('payment').select('id').where('id', 'in', wanted).orderBy('id').forUpdate().execute()
  const payments = await sendable(tx).where('p.id', 'in', wanted).execute()
  if (payments.length !== wanted.length) throw new Refused('PAYMENT_IN_FILE')
  const cutOffs = await cutOffsOf(tx)
  const maybeBack = await maybeBackOf(tx, payments)
  const planned: Planned[] = []
  for (const payment of payments) {
    const block = (await blockOf(request, payment)) ?? maybeBack.get(payment.id)
    if (block) throw refusalOf(block, payment)
    const { executionDate } = await timingOf(request, payment, cutOffs)
    planned.push({ ...payment, executionDate, endToEndId: await endToEndIdOf(request, payment) })
  }
  const files: { id: string; no: string; payments: number }[] = []
  for (const group of grouped(planned, (one) => `${one.funderId}|${bankOf(one)}`).values())
    files.push(await makeFile(request, group))
  return { files }
}

/**
 * The reference of a transfer. A bank that refused one, or did not pay it, may refuse the same reference again; one whose file was lost
 * must know it again.
 */
async function endToEndIdOf({ tx }: UseCaseContext, { id, no }: Sendable): Promise<string> {
  const sent = await tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('paymentFile as f', 'f.id', 'i.fileId')
    .select(['i.endToEndId', 'i.status', 'f.status as fileStatus'])
    .where('i.paymentId', '=', id)
    .where('f.takenAt', 'is not', null)
    .orderBy('i.createdAt', 'desc')
    .orderBy('i.id', 'desc')
    .execute()
  const [last] = sent
  if (!last) return no
  if (last.fileStatus === 'VOID' && last.status !== 'REJECTED') return last.endToEndId
  const numbers = sent.map(({ endToEndId }) => Number(endToEndId.slice(no.length + 1)) || 1)
  return `${no}-${Math.max(...numbers) + 1}`
}

/** The bank that a payment leaves: a BIC with and without XXX names one. */
const bankOf = ({ fromBank }: Planned) => {
  const bic = (fromBank ?? '').trim().toUpperCase()
  return bic.length === 8 ? `${bic}XXX` : bic
}

async function makeFile(context: UseCaseContext, payments: readonly Planned[]) {
  const { tx, now, today, actor } = context
  const [first] = payments as [Planned]
  const file = { id: newId(), no: await nextNumber(tx, 'PF', today) }
  const batches = [...grouped(payments, (one) => `${one.fromAccountId}|${one.currency}|${one.executionDate}`).values()].map(
    (group, index) => ({ batch: batchOf(group, `${file.no}-${index + 1}`), group }),
  )
  const content = writePain001({
    messageId: file.no,
    createdAt: `${now.toISOString().slice(0, 19)}Z`,
    initiator: latinNameOf(first.funderName) ?? first.funderName,
    batches: batches.map(({ batch }) => batch),
  })
  const bytes = Buffer.from(content)
  const totals = totalsOf(payments)
  await tx
    .insertInto('paymentFile')
    .values({
      ...file,
      funderId: first.funderId,
      payments: payments.length,
      totals,
      firstDate: payments.map(({ executionDate }) => executionDate).sort()[0]!,
      content,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      createdBy: actor.userId,
    })
    .execute()
  try {
    await tx
      .insertInto('paymentFileItem')
      .values(
        batches.flatMap(({ batch, group }) =>
          group.map((one) => ({
            id: newId(),
            fileId: file.id,
            paymentId: one.id,
            batchId: batch.id,
            fromAccountId: one.fromAccountId!,
            executionDate: one.executionDate,
            instructionId: one.no,
            endToEndId: one.endToEndId,
            amount: one.amount,
            instructedOn: one.instructedOn,
            instructedBy: one.instructedBy,
            toAccount: one.toAccount,
          })),
        ),
      )
      .execute()
  } catch (error) {
    if (violatedIndex(error) === 'payment_file_item_once') throw new Refused('PAYMENT_IN_FILE')
    throw error
  }
  await audit(context, {
    event: 'PAYMENT_FILE_MADE',
    objectType: 'PAYMENT_FILE',
    objectId: file.id,
    objectNo: file.no,
    after: { format: pain001, payments: payments.map(({ no }) => no), totals },
  })
  await startFlow(context, {
    businessType: 'PAYMENT_FILE',
    businessId: file.id,
    businessNo: file.no,
    title: cutText(`${first.funderName} · ${totals}`, 200),
    contentHash: await fileHash(tx, file.id),
    funderId: first.funderId,
    link: `/payment/files?id=${file.id}`,
  })
  return { ...file, payments: payments.length }
}

function batchOf(group: readonly Planned[], id: string): FileBatch {
  const [first] = group as [Planned]
  return {
    id,
    executionDate: first.executionDate,
    currency: first.currency,
    debtor: {
      name: payerNameOf(first) ?? first.funderName,
      account: first.fromAccount!,
      bankCode: first.fromBank!,
      bankName: bankNameOf(first.currency, first.fromBankName, first.fromBankNameEn),
      cnaps: first.currency === 'CNY' ? first.fromCnaps : null,
      country: first.funderCountry,
    },
    transfers: group.map(
      (one): FileTransfer => ({
        instructionId: one.no,
        endToEndId: one.endToEndId,
        amount: amountOf(one.amount, one.currency),
        creditor: {
          name: payeeNameOf(one) ?? one.payeeName,
          account: one.toAccount!,
          bankCode: one.toBank!,
          bankName: bankNameOf(one.currency, one.toBankName, one.toBankNameEn),
          cnaps: one.currency === 'CNY' ? one.toCnaps : null,
          country: one.payeeCountry,
        },
        text: [one.no, one.orderNo].filter(Boolean).join(' '),
      }),
    ),
  }
}

const totalsOf = (payments: readonly Planned[]): string =>
  [...grouped(payments, ({ currency }) => currency).values()]
    .map((group) => {
      const { currency } = group[0]!
      const sum = M.sum(
        group.map(({ amount }) => amountOf(amount, currency)),
        currency,
      )
      return `${currency} ${M.toDecimal(sum)}`
    })
    .sort()
    .join('; ')
