import { equals, readAmount } from '@usance/domain/money'
import { cutText } from '@usance/domain/sound-text'
import { type paymentFileCalls, type ReportAnswer, reportResults } from '@usance/wire/payment-file/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { afterwards, type Before, type UseCaseContext } from '../../http/context.ts'
import { refuseFormerSender } from '../../http/payment-senders.ts'
import { Refused } from '../../http/refused.ts'
import type { ReportLine, StatusReport } from '../../payment-file/read-pain002.ts'
import { parseOwnFile } from '../../platform/file/parse-file.ts'
import { fileOf } from '../../platform/file/stored-file.ts'
import { applyLine } from './apply-line.ts'
import { saidIn, saysSettled } from './said-in.ts'
import { tellUnclear } from './tell-with-bank.ts'

/**
 * What the bank says of a file: what it took is marked, what it refused fails with the bank's reason. A report that was read
 * before changes nothing, nor does a line that says what is known; a line that nothing follows from is left to a person. A file that was
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
    if (!line) continue
    const isOdd = isAgainst(lines, item)
    rows.push(await applyLine(request, item, isOdd ? allOf(lines, line) : line, { isOdd, isKnown: !added }))
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
  if (added) await tellStrangers(request, file.id, said.ofNone)
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

/** A line with the words of all that a report says of its transfer. */
function allOf(lines: readonly ReportLine[], line: ReportLine): ReportLine {
  const words = lines.map(({ status, asked, reasonCode, reasonText }) =>
    [status, asked && `${asked.amount} ${asked.currency}`, reasonCode, reasonText].filter(Boolean).join(' '),
  )
  const reasonCode = lines.find((one) => one.reasonCode !== null)?.reasonCode ?? null
  return { ...line, reasonCode, reasonText: cutText(words.join(' / '), 500) }
}

/** Tells settlement of payments of which a report speaks though its file has none such: the bank may have got them another way. */
async function tellStrangers(context: UseCaseContext, fileId: string, lines: readonly ReportLine[]): Promise<void> {
  const named = lines.flatMap((line) => {
    const no = /^PAY-\d{4}-\d+/.exec(line.endToEndId ?? '')?.[0]
    return no && line.outcome !== 'REJECTED' ? [{ no, line }] : []
  })
  if (named.length === 0) return
  const payments = await context.tx
    .selectFrom('payment')
    .select(['id', 'no', 'type', 'amount', 'currency'])
    .where(sql<boolean>`no = any(${[...new Set(named.map(({ no }) => no))]}::text[])`)
    .execute()
  for (const payment of payments) {
    const { line } = named.find(({ no }) => no === payment.no)!
    await tellUnclear({ context, payment, item: { ...payment, fileId }, current: { live: false }, line })
  }
}

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
