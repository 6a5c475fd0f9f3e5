import { equals, readAmount } from '@usance/domain/money'
import { cutText } from '@usance/domain/sound-text'
import type { PaymentStatus } from '@usance/domain/states/payment'
import { type paymentFileCalls, type ReportAnswer, reportResults } from '@usance/wire/payment-file/calls'
import { type Selectable, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { lockPayment } from '../../books/servicing/payment-row.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { PaymentFileItemTable } from '../../database/tables.ts'
import { afterwards, type Before, type UseCaseContext } from '../../http/context.ts'
import { refuseFormerSender } from '../../http/payment-senders.ts'
import { Refused } from '../../http/refused.ts'
import type { ReportLine, StatusReport } from '../../payment-file/read-pain002.ts'
import { saysDuplicate } from '../../payment-file/says-duplicate.ts'
import { parseOwnFile } from '../../platform/file/parse-file.ts'
import { fileOf } from '../../platform/file/stored-file.ts'
import { acknowledge } from '../payment/acknowledge.ts'
import { failInstructed } from '../payment/mark-paid.ts'
import { saidIn } from './said-in.ts'
import { tellWithBank } from './tell-with-bank.ts'

/**
 * What the bank says of a file: what it took is marked, what it refused fails with the bank's reason. A report that was read
 * before changes nothing, nor does a line that says what is known; a line against what was booked is left to a person. A file that was
 * handed out and declared void is reported on as well: then the bank has it after all, and its payments are not sent again; those that were
 * declared failed meanwhile are with the bank as before, and settlement is told. So is what it takes after it had refused it, or after it
 * came back. Those who sent the payments do not import what the bank says of them, since an upload may be of their own making.
 */
export const importReport = afterwards<typeof paymentFileCalls.importReport, StatusReport>(reportOf, async (request) => {
  const { tx, actor, body, prepared: report } = request
  const stored = await fileOf(request, body.fileKey)
  await elevate(tx)
  const file = await tx
    .selectFrom('paymentFile')
    .select(['id', 'no', 'status', 'takenAt'])
    .where('no', '=', report.fileNo)
    .executeTakeFirst()
  if (!file?.takenAt) throw new Refused('REPORT_OF_NO_FILE', { fileNo: report.fileNo })
  const items = await itemsOf(tx, file.id)
  const paymentIds = items.map(({ paymentId }) => paymentId)
  await refuseFormerSender(request, paymentIds)
  const added = await tx
    .insertInto('paymentReport')
    .values({
      id: newId(),
      fileId: file.id,
      messageId: report.messageId,
      sha256: stored.sha256,
      lines: report.lines.length,
      importedBy: actor.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const rows: ReportAnswer['rows'] = []
  const said = saidIn(report.lines, items)
  for (const item of items) {
    const lines = said.on(item)
    const line = lineFor(lines)
    if (line) rows.push(await applyLine(request, item, line, { isOdd: isAgainst(lines, item), isKnown: !added }))
  }
  // The payments are locked now: the caller may have sent one again since the first look.
  await refuseFormerSender(request, paymentIds)
  for (const line of said.ofNone)
    rows.push({
      no: line.endToEndId ?? line.instructionId ?? line.batchId ?? '',
      amount: null,
      currency: null,
      bankStatus: line.status,
      reasonCode: line.reasonCode,
      reasonText: line.reasonText,
      result: 'UNKNOWN',
    })
  const counts = Object.fromEntries(
    reportResults.map((result) => [result, rows.filter((row) => row.result === result).length]),
  ) as ReportAnswer['counts']
  if (added)
    await audit(request, {
      event: 'PAYMENT_REPORT_READ',
      objectType: 'PAYMENT_FILE',
      objectId: file.id,
      objectNo: file.no,
      after: { messageId: report.messageId, ...counts },
    })
  return { format: report.format, messageId: report.messageId, fileNo: report.fileNo, isKnown: !added, counts, rows }
})

function reportOf(request: Before): Promise<StatusReport> {
  return parseOwnFile(request, request.body.fileKey, 'status-report')
}

const itemsOf = (tx: Tx, fileId: string) =>
  tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('payment as p', 'p.id', 'i.paymentId')
    .select(['i.id', 'i.fileId', 'i.paymentId', 'i.batchId', 'i.instructionId', 'i.endToEndId', 'p.no', 'i.amount', 'p.currency'])
    .where('i.fileId', '=', fileId)
    // Payments are locked in one order, whoever locks them.
    .orderBy('i.paymentId')
    .execute()
type Item = Awaited<ReturnType<typeof itemsOf>>[number]

/** Of several lines on a transfer the one that says most of where the money is: settled, taken, pending, refused. */
function lineFor(lines: readonly ReportLine[]): ReportLine | undefined {
  return (
    lines.find(({ status }) => saysSettled(status)) ??
    lines.find(({ outcome }) => outcome === 'ACCEPTED') ??
    lines.find(({ outcome }) => outcome === 'PENDING') ??
    lines[0]
  )
}

/** Whether a report contradicts itself on a transfer, or repeats another amount than the one that was sent. */
function isAgainst(lines: readonly ReportLine[], item: Item): boolean {
  const refusals = lines.filter(({ outcome }) => outcome === 'REJECTED').length
  if (refusals > 0 && refusals < lines.length) return true
  return lines.some(({ level, asked }) => level === 'TRANSFER' && asked !== null && !isAmountOf(asked, item))
}

function isAmountOf(asked: NonNullable<ReportLine['asked']>, { amount, currency }: Item): boolean {
  const read = readAmount(asked.amount, currency)
  return asked.currency === currency && read.ok && equals(read.value, amountOf(amount, currency))
}

/** Whether a status of the bank says that a transfer is settled; a refusal may still follow the earlier ones. */
const saysSettled = (status: string | null) => status === 'ACSC' || status === 'ACCC'

/** The transfers of a payment by other files that were handed out, which the bank has not refused. */
const otherTransfers = (tx: Tx, { id, paymentId }: Item) =>
  tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('paymentFile as f', 'f.id', 'i.fileId')
    .select(['i.endToEndId', 'i.status'])
    .where('i.paymentId', '=', paymentId)
    .where('i.id', '<>', id)
    .where('i.status', '<>', 'REJECTED')
    .where('f.takenAt', 'is not', null)
    .execute()

/**
 * Whether the bank is to have carried out a transfer that nobody counts on: its file no longer holds it (`isLive`) and no person has
 * recorded the payment as paid, or it was sent under another reference as well.
 */
async function isUnexpected(
  tx: Tx,
  item: Item,
  { isLive, status }: { isLive: boolean; status: PaymentStatus },
): Promise<boolean> {
  if (!isLive && status !== 'PAID') return true
  const elsewhere = (await otherTransfers(tx, item)).filter(({ endToEndId }) => endToEndId !== item.endToEndId)
  return elsewhere.some((other) => !isLive || other.status === 'ACCEPTED')
}

/**
 * A line on a transfer. Where `isOdd` says that the report cannot be right about it, a person has to look. Where the file no longer holds
 * the payment, what the bank took is with the bank again, though it refused it before, and what it refused lets nothing fail.
 */
async function applyLine(
  context: UseCaseContext,
  item: Item,
  line: ReportLine,
  { isOdd, isKnown }: { isOdd: boolean; isKnown: boolean },
): Promise<ReportAnswer['rows'][number]> {
  const { tx } = context
  const payment = await lockPayment(tx, item.paymentId)
  const current = await tx
    .selectFrom('paymentFileItem')
    .select(['status', 'live', 'bankStatus'])
    .where('id', '=', item.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const answer = (result: ReportAnswer['rows'][number]['result']) => ({
    no: item.no,
    amount: amountText(item.amount, item.currency),
    currency: item.currency,
    bankStatus: line.status,
    reasonCode: line.reasonCode,
    reasonText: line.reasonText,
    result,
  })
  const remember = (status: Selectable<PaymentFileItemTable>['status']) =>
    tx
      .updateTable('paymentFileItem')
      .set({
        status,
        bankStatus: line.status,
        reasonCode: line.reasonCode,
        reasonText: line.reasonText,
        reportedAt: sql<string>`app_now()`,
      })
      .where('id', '=', item.id)
      .execute()

  const hasSettled = saysSettled(current.bankStatus)
  // What was refused, or came back, is not with the bank because an old report is read again, or settled twice.
  const isNewTo = (status: typeof current.status) => status === 'SENT' || (status === 'REJECTED' && !isKnown && !hasSettled)
  if (isOdd) {
    // Whatever else it says, a payment that the bank may have by a file that let go of it is not sent again.
    if (!current.live && isNewTo(current.status) && line.outcome !== 'REJECTED') {
      await remember('PENDING')
      await acknowledge(context, payment)
      if (payment.status !== 'PAID') await tellWithBank(tx, payment, item, line)
    }
    return answer('CONFLICT')
  }
  if (line.outcome === 'REJECTED') {
    if (current.status === 'REJECTED') return answer('KNOWN')
    // What the bank took after this refusal is not freed because the refusal is read again.
    if (isKnown && current.status !== 'SENT') return answer('CONFLICT')
    // What is settled is sent a second time by nobody's upload: it is recorded as paid, and taken back where it came back.
    if (hasSettled) return answer('CONFLICT')
    const others = await otherTransfers(tx, item)
    if (!current.live && !saysDuplicate(line) && (payment.status !== 'PAID' || others.length > 0)) {
      await remember('REJECTED')
      return answer('REJECTED')
    }
    if (payment.status !== 'INSTRUCTED' || !current.live) return answer('CONFLICT')
    // That the bank refuses a transfer says nothing about the same one in a file that was believed lost: a person declares it failed.
    if (saysDuplicate(line) || others.some(({ endToEndId }) => endToEndId === item.endToEndId)) {
      await remember('SENT')
      return answer('CONFLICT')
    }
    await remember('REJECTED')
    if (others.some(({ status }) => status !== 'SENT')) {
      await tx.updateTable('paymentFileItem').set({ live: false }).where('id', '=', item.id).execute()
      return answer('REJECTED')
    }
    const reason = [line.reasonCode, line.reasonText].filter(Boolean).join(' ') || line.status
    await failInstructed(context, payment, cutText(reason, 500))
    return answer('REJECTED')
  }
  if (current.status === 'REJECTED' && !isNewTo(current.status)) return answer('CONFLICT')
  if (line.outcome === 'PENDING') {
    if (!isNewTo(current.status)) return answer('KNOWN')
    await remember('PENDING')
    if (current.live) return answer('PENDING')
    await acknowledge(context, payment)
    if (payment.status !== 'PAID') await tellWithBank(tx, payment, item, line)
    return answer('CONFLICT')
  }
  if (hasSettled && !saysSettled(line.status)) return answer('KNOWN')
  const isNews = current.status !== 'ACCEPTED'
  await remember('ACCEPTED')
  if (isNews)
    await audit(context, {
      event: 'PAYMENT_ACCEPTED_BY_BANK',
      objectType: 'PAYMENT',
      objectId: payment.id,
      objectNo: payment.no,
      after: { status: line.status },
    })
  if (!current.live) await acknowledge(context, payment)
  if (await isUnexpected(tx, item, { isLive: current.live, status: payment.status })) {
    if (isNews && !current.live) await tellWithBank(tx, payment, item, line)
    return answer('CONFLICT')
  }
  return answer(isNews ? 'ACCEPTED' : 'KNOWN')
}
