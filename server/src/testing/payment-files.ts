import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { passAll } from './financing.ts'
import type { Portal } from './portal.ts'
import { uploadAs } from './upload.ts'
import type { Seat } from './world.ts'

/** An approved file of some payments that one of settlement has handed out, and what is in it. */
export async function aFileTaken(portal: Portal, ...paymentIds: string[]) {
  const { settlement } = portal.seats
  const { files } = await portal.ask(settlement, paymentFileCalls.make, { body: { paymentIds } })
  const [file] = files
  await passAll(portal, file!.no, 'PAYMENT_FILE')
  return { ...file!, ...(await portal.ask(settlement, paymentFileCalls.take, { body: { id: file!.id } })) }
}

/** A report of the bank (pain.002) on a file. */
export const bankReport = (fileNo: string, inside: string, group = '') =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>B-1</MsgId><CreDtTm>2025-03-03T10:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${fileNo}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${group}</OrgnlGrpInfAndSts>${inside}</CstmrPmtStsRpt></Document>`
/** Its line on a transfer. */
export const bankLine = (no: string, status: string, reason = '') =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>x</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${no}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}</TxInfAndSts></OrgnlPmtInfAndSts>`
export const accountClosed = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></StsRsnInf>'

/** Imports a report of the bank. */
export async function readReport(portal: Portal, text: string, seat: Seat = portal.seats.settlement2) {
  const stored = await uploadAs(portal, seat, 'report.xml', Buffer.from(text))
  return portal.ask(seat, paymentFileCalls.importReport, { body: { fileKey: stored.data.objectKey } })
}

/** The one transfer of a file as its page shows it. */
export async function transferOf(portal: Portal, fileId: string) {
  const { batches } = await portal.ask(portal.seats.settlement, paymentFileCalls.detail, { body: { id: fileId } })
  return batches[0]!.items[0]!
}

/** What a line of a statement of Elm's becomes that brings an amount of a payment back on a day. */
export async function returnTold(
  portal: Portal,
  { no, amount, on, reference }: { no: string; amount: string; on: string; reference: string },
) {
  const { settlement } = portal.seats
  const list = `Date,Credit,Debit,Currency,Reference,Description\n${on},${amount},,USD,${reference}-${no},return of ${no} AC04\n`
  const { data } = await uploadAs(portal, settlement, 'list.csv', Buffer.from(list))
  const body = { bankAccountId: portal.world.accounts.elm, fileKey: data.objectKey as string }
  const { rows } = await portal.ask(settlement, repaymentCalls.importStatement, { body })
  return rows[0]!
}
