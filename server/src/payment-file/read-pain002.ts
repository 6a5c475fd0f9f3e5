import { cutText } from '@usance/domain/sound-text'
import { EInvoiceError } from '../e-invoice/errors.ts'
import { all, first, givenTwice, parseXml, textAt, type XmlElement } from '../e-invoice/xml-element.ts'
import { saysDuplicate } from './says-duplicate.ts'

type ReportOutcome = 'ACCEPTED' | 'REJECTED' | 'PENDING'
export type ReportLine = {
  /** What the line speaks of: one transfer, a whole batch of the file, or the whole file. */
  level: 'TRANSFER' | 'BATCH' | 'FILE'
  batchId: string | null
  instructionId: string | null
  endToEndId: string | null
  outcome: ReportOutcome
  /** The amount of the transfer as the bank repeats it, a decimal in a currency; null where it does not. */
  asked: { amount: string; currency: string } | null
  /** The status as the bank wrote it, such as ACSC or RJCT. */
  status: string
  /** The bank's code of the reason, such as AC04, and its own words. */
  reasonCode: string | null
  reasonText: string | null
}
export type StatusReport = { format: string; messageId: string; fileNo: string; lines: ReportLine[] }

/** The file is no status report that can be read. */
export class StatusReportError extends Error {}

/**
 * The most characters of what a report has, by ISO 20022 or beyond it. A file may hold a text of megabytes, and what a report says of the
 * whole file is kept at each payment.
 */
const most = { status: 35, code: 35, id: 35, amount: 40, currency: 3, message: 60, words: 400 }

/** Refuses an element in which something stands twice that the format has once: which of both counts, nobody can say. */
function refuseTwice(element: XmlElement | undefined, ...names: string[]): void {
  const twice = givenTwice(element, ...names)
  if (twice) throw new StatusReportError(`${twice} twice`)
}

/** An id as it is compared: cut behind the first character that none of ours has. */
const idAt = (element: XmlElement | undefined, ...path: string[]) => textAt(element, ...path)?.slice(0, most.id + 1) ?? null

/** A status, or an amount, that is too long to be one cannot be read. Throws StatusReportError. */
function bounded<Text extends string | null>(kind: 'status' | 'amount', text: Text): Text {
  if (text !== null && text.length > most[kind]) throw new StatusReportError(`${kind} ${text.slice(0, 40)}`)
  return text
}

// Only what is final counts: a status such as PDNG or PART says that another report will follow.
const outcomes: Record<string, ReportOutcome> = {
  ACCC: 'ACCEPTED',
  ACCP: 'ACCEPTED',
  ACSC: 'ACCEPTED',
  ACSP: 'ACCEPTED',
  ACTC: 'ACCEPTED',
  ACWC: 'ACCEPTED',
  ACWP: 'ACCEPTED',
  RJCT: 'REJECTED',
  CANC: 'REJECTED',
}

/** Reads a customer payment status report (ISO 20022 pain.002 of any version since 3): what became of each transfer. */
export function readPain002(content: Buffer): StatusReport {
  const root = xmlOf(content)
  const format = /pain\.002\.001\.\d\d/.exec(content.subarray(0, 4000).toString('latin1'))?.[0]
  const report = first(root, 'CstmrPmtStsRpt')
  refuseTwice(root, 'CstmrPmtStsRpt')
  refuseTwice(report, 'GrpHdr', 'OrgnlGrpInfAndSts')
  refuseTwice(first(report, 'GrpHdr'), 'MsgId')
  const group = first(report, 'OrgnlGrpInfAndSts')
  refuseTwice(group, 'OrgnlMsgId', 'GrpSts')
  const fileNo = idAt(group, 'OrgnlMsgId')
  if (!format || !report || !fileNo) throw new StatusReportError('no payment status report')
  const batches = all(report, 'OrgnlPmtInfAndSts')
  const lines: ReportLine[] = []
  const groupStatus = bounded('status', textAt(group, 'GrpSts'))
  if (groupStatus) lines.push(lineOf(group!, 'FILE', groupStatus, {}))
  for (const batch of batches) {
    refuseTwice(batch, 'OrgnlPmtInfId', 'PmtInfSts')
    const batchId = idAt(batch, 'OrgnlPmtInfId')
    const status = bounded('status', textAt(batch, 'PmtInfSts'))
    if (status) lines.push(lineOf(batch, 'BATCH', status, { batchId }))
    for (const transfer of all(batch, 'TxInfAndSts')) {
      refuseTwice(transfer, 'OrgnlInstrId', 'OrgnlEndToEndId', 'TxSts', 'OrgnlTxRef')
      const own = bounded('status', textAt(transfer, 'TxSts'))
      if (own)
        lines.push(
          lineOf(transfer, 'TRANSFER', own, {
            batchId,
            instructionId: idAt(transfer, 'OrgnlInstrId'),
            endToEndId: idAt(transfer, 'OrgnlEndToEndId'),
            asked: askedOf(transfer),
          }),
        )
    }
  }
  return { format, messageId: cutText(textAt(report, 'GrpHdr', 'MsgId') ?? '', most.message), fileNo, lines }
}

function askedOf(transfer: XmlElement): ReportLine['asked'] {
  const original = first(transfer, 'OrgnlTxRef')
  refuseTwice(original, 'Amt')
  refuseTwice(first(original, 'Amt'), 'InstdAmt')
  const amount = first(original, 'Amt', 'InstdAmt')
  return amount
    ? { amount: bounded('amount', amount.text), currency: (amount.attributes.Ccy ?? '').slice(0, most.currency + 1) }
    : null
}

function lineOf(
  element: XmlElement,
  level: ReportLine['level'],
  status: string,
  ids: Partial<Pick<ReportLine, 'batchId' | 'instructionId' | 'endToEndId' | 'asked'>>,
): ReportLine {
  const reasons = all(element, 'StsRsnInf')
  for (const reason of reasons) {
    refuseTwice(reason, 'Rsn')
    refuseTwice(first(reason, 'Rsn'), 'Cd', 'Prtry')
  }
  const told = reasons.map((one) => textAt(one, 'Rsn', 'Cd') ?? textAt(one, 'Rsn', 'Prtry')).filter((one) => one !== null)
  // What is too long for a code is told in words.
  const codes = told.filter(({ length }) => length <= most.code)
  const texts = reasons.flatMap((one) => all(one, 'AddtlInf').map(({ text }) => text)).filter((one) => one !== '')
  const words = [...told.filter(({ length }) => length > most.code), ...texts]
  const saysIt = (reasonText: string) => saysDuplicate({ reasonCode: null, reasonText })
  return {
    level,
    batchId: null,
    instructionId: null,
    endToEndId: null,
    asked: null,
    ...ids,
    outcome: outcomes[status] ?? 'PENDING',
    status,
    // A bank may give several reasons: a duplicate counts before the others.
    reasonCode: codes.find((code) => saysDuplicate({ reasonCode: code, reasonText: null })) ?? codes[0] ?? null,
    reasonText: cutText([...words.filter(saysIt), ...words.filter((one) => !saysIt(one))].join(' '), most.words) || null,
  }
}

function xmlOf(content: Buffer): XmlElement {
  try {
    return parseXml(content)
  } catch (error) {
    throw error instanceof EInvoiceError ? new StatusReportError(error.message) : error
  }
}
