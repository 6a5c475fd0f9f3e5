import { cutText } from '@usance/domain/sound-text'
import type { PaymentStatus } from '@usance/domain/states/payment'
import type { ReportAnswer } from '@usance/wire/payment-file/calls'
import { type Selectable, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { lockPayment, type PaymentRow } from '../../books/servicing/payment-row.ts'
import { amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { PaymentFileItemTable } from '../../database/tables.ts'
import { freeAgain } from '../../finance/finance-order/documents-with-bank.ts'
import type { UseCaseContext } from '../../http/context.ts'
import type { ReportLine } from '../../payment-file/read-pain002.ts'
import { saysDuplicate } from '../../payment-file/says-duplicate.ts'
import { acknowledge } from '../payment/acknowledge.ts'
import { failInstructed } from '../payment/mark-paid.ts'
import { bookedReturns } from '../repayment/maybe-return.ts'
import { saysSettled } from './said-in.ts'
import { tellUnclear, tellWithBank } from './tell-with-bank.ts'

/** A transfer of a file as a line finds it. */
export type Item = Pick<Selectable<PaymentFileItemTable>, 'id' | 'fileId' | 'paymentId' | 'endToEndId' | 'amount'> & {
  no: string
  currency: string
}
type Row = ReportAnswer['rows'][number]
type Result = Row['result']
type Transfer = Pick<Selectable<PaymentFileItemTable>, 'status' | 'live' | 'bankStatus' | 'reasonCode' | 'reasonText' | 'unclear'>
/** A line on a transfer, with the transfer and its payment, both locked. `isKnown`: its report was read before. */
type Seen = { context: UseCaseContext; item: Item; line: ReportLine; payment: PaymentRow; current: Transfer; isKnown: boolean }

/**
 * A line on a transfer. Where `isOdd` says that the report cannot be right about it, a person has to look. Where the file no longer holds
 * the payment, what the bank took is with the bank again, though it refused it before, and what it refused lets nothing fail.
 */
export async function applyLine(
  context: UseCaseContext,
  item: Item,
  line: ReportLine,
  { isOdd, isKnown }: { isOdd: boolean; isKnown: boolean },
): Promise<Row> {
  const payment = await lockPayment(context.tx, item.paymentId)
  const current = await context.tx
    .selectFrom('paymentFileItem')
    .select(['status', 'live', 'bankStatus', 'reasonCode', 'reasonText', 'unclear'])
    .where('id', '=', item.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const seen: Seen = { context, item, line, payment, current, isKnown }
  return {
    no: item.no,
    amount: amountText(item.amount, item.currency),
    currency: item.currency,
    bankStatus: line.status,
    reasonCode: line.reasonCode,
    reasonText: line.reasonText,
    result: isOdd ? await leaveToPerson(seen) : await apply[line.outcome](seen),
  }
}

const apply: Record<ReportLine['outcome'], (seen: Seen) => Promise<Result>> = {
  REJECTED: refused,
  PENDING: pending,
  ACCEPTED: taken,
}

async function refused(seen: Seen): Promise<Result> {
  const { context, item, line, payment, current, isKnown } = seen
  if (current.status === 'REJECTED') return 'KNOWN'
  // What the bank took after this refusal is not freed because the refusal is read again.
  const isLast = current.status === 'SENT' || (current.unclear && current.bankStatus === line.status)
  if (isKnown && !isLast) return 'CONFLICT'
  // What is settled is sent a second time by nobody's upload: it is recorded as paid, and taken back where it came back.
  if (saysSettled(current.bankStatus)) return leaveToPerson(seen)
  const isDouble = saysDuplicate(line)
  const others = await otherTransfers(context.tx, item)
  if (!current.live && !isDouble && (payment.status !== 'PAID' || others.length > 0)) {
    await remember(seen, 'REJECTED')
    await freeAgain(context.tx, payment)
    return 'REJECTED'
  }
  // That the bank refuses a transfer says nothing about the same one in a file that was believed lost.
  const isElsewhere = others.some(({ endToEndId }) => endToEndId === item.endToEndId)
  if (payment.status !== 'INSTRUCTED' || !current.live || isDouble || isElsewhere) return leaveToPerson(seen)
  const isOnItsWay = others.some(({ status }) => status !== 'SENT')
  // Money that is booked may be this transfer, which came back: a person says so before the payment is sent again (decision 274).
  if (!isOnItsWay && (await bookedReturns(context.tx, [payment])).length > 0) return leaveToPerson(seen)
  await remember(seen, 'REJECTED')
  if (isOnItsWay) {
    await context.tx.updateTable('paymentFileItem').set({ live: false }).where('id', '=', item.id).execute()
    return 'REJECTED'
  }
  const reason = [line.reasonCode, line.reasonText].filter(Boolean).join(' ') || line.status
  await failInstructed(context, payment, cutText(reason, 500))
  return 'REJECTED'
}

async function pending(seen: Seen): Promise<Result> {
  const { context, line, payment, current } = seen
  // That a file or a batch is under way says that the bank has it, and nothing of a transfer that it has spoken of.
  if (line.level !== 'TRANSFER' && current.status !== 'SENT') return 'KNOWN'
  if (isOfThePast(seen) || (await isPaidOtherwise(seen))) return leaveToPerson(seen)
  if (!isNewTo(seen)) return 'KNOWN'
  const isOut = await isUnexpected(seen)
  await remember(seen, 'PENDING')
  if (!current.live) await acknowledge(context, payment)
  if (!isOut) return 'PENDING'
  await tellWithBank(seen)
  return 'CONFLICT'
}

async function taken(seen: Seen): Promise<Result> {
  const { context, line, payment, current, isKnown } = seen
  if (isOfThePast(seen) || (await isPaidOtherwise(seen))) return leaveToPerson(seen)
  if (saysSettled(current.bankStatus) && !saysSettled(line.status)) return 'KNOWN'
  // A person looks at what was unclear until the bank says anew what became of that very transfer.
  if (current.unclear && (isKnown || line.level !== 'TRANSFER')) return 'KNOWN'
  const isNews = current.status !== 'ACCEPTED' || current.unclear
  await remember(seen, 'ACCEPTED')
  if (isNews)
    await audit(context, {
      event: 'PAYMENT_ACCEPTED_BY_BANK',
      objectType: 'PAYMENT',
      objectId: payment.id,
      objectNo: payment.no,
      after: { status: line.status },
    })
  if (!current.live) await acknowledge(context, payment)
  if (!(await isUnexpected(seen))) return isNews ? 'ACCEPTED' : 'KNOWN'
  if (isNews) await tellWithBank(seen)
  return 'CONFLICT'
}

/**
 * A line that nothing follows from is kept with its transfer, and settlement is told. The bank may have the money, so that the payment
 * neither fails nor is sent again until a person has recorded it as paid, or that it did not arrive (decision 235).
 */
async function leaveToPerson(seen: Seen): Promise<Result> {
  const { context, line, payment, current, isKnown } = seen
  // A report that is read again says nothing, whatever was recorded since.
  if (isKnown && current.status !== 'SENT') return 'CONFLICT'
  if (current.status !== 'REJECTED' || (isNewTo(seen) && line.outcome !== 'REJECTED')) {
    const isSettled = saysSettled(current.bankStatus)
    const kept = isSettled && line.status !== current.bankStatus ? [line.status, line.reasonText] : [line.reasonText]
    const said = {
      bankStatus: isSettled ? current.bankStatus : line.status,
      reasonCode: line.reasonCode,
      reasonText: cutText(kept.filter(Boolean).join(' '), 500) || null,
    }
    const isSame =
      current.unclear &&
      current.bankStatus === said.bankStatus &&
      current.reasonCode === said.reasonCode &&
      current.reasonText === said.reasonText
    if (isSame) return 'CONFLICT'
    await remember(seen, isSettled ? current.status : 'PENDING', { ...said, unclear: true })
    if (!current.live) await acknowledge(context, payment)
  }
  await tellUnclear(seen)
  return 'CONFLICT'
}

const remember = (
  { context, item, line }: Seen,
  status: Transfer['status'],
  said: Partial<Pick<Transfer, 'bankStatus' | 'reasonCode' | 'reasonText' | 'unclear'>> = {},
) =>
  context.tx
    .updateTable('paymentFileItem')
    .set({
      status,
      bankStatus: line.status,
      reasonCode: line.reasonCode,
      reasonText: line.reasonText,
      unclear: false,
      ...said,
      reportedAt: sql<string>`app_now()`,
    })
    .where('id', '=', item.id)
    .execute()

/** Whether a line may say that the bank has a transfer: what was refused, or came back, is not there because an old report is read again. */
const isNewTo = ({ current: { status, bankStatus }, isKnown }: Seen) =>
  status === 'SENT' || (status === 'REJECTED' && !isKnown && !saysSettled(bankStatus))

/** Whether a line repeats what the bank said before it refused a transfer, or before it came back. */
const isOfThePast = (seen: Seen) => seen.current.status === 'REJECTED' && !isNewTo(seen)

/** The transfers of a payment by other files that were handed out, which the bank has not refused. */
const otherTransfers = (tx: Tx, { id, paymentId }: Item) =>
  tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('paymentFile as f', 'f.id', 'i.fileId')
    .select(['i.endToEndId', 'i.status', 'i.live', 'i.unclear'])
    .where('i.paymentId', '=', paymentId)
    .where('i.id', '<>', id)
    .where('i.status', '<>', 'REJECTED')
    .where('f.takenAt', 'is not', null)
    .execute()

/**
 * Whether a payment was recorded as paid by hand while the bank had said nothing of this transfer, which its file had let go of: another
 * movement may have paid it. A further file that has let go of it too, and of which the bank has said nothing before, makes no difference.
 */
async function isPaidOtherwise({ context, item, current, payment }: Seen): Promise<boolean> {
  const isSilent = (one: Pick<Transfer, 'live' | 'status' | 'unclear'>) => !one.live && (one.status === 'SENT' || one.unclear)
  if (payment.status !== 'PAID' || !isSilent(current)) return false
  return (await otherTransfers(context.tx, item)).every(isSilent)
}

/**
 * Whether the bank is to have carried out a transfer that nobody counts on: its file no longer holds it and no person has recorded the
 * payment as paid, or it was sent under another reference as well.
 */
async function isUnexpected({ context, item, current, payment }: Seen): Promise<boolean> {
  const status: PaymentStatus = payment.status
  if (!current.live && status !== 'PAID') return true
  const elsewhere = (await otherTransfers(context.tx, item)).filter(({ endToEndId }) => endToEndId !== item.endToEndId)
  return elsewhere.some((other) => !current.live || other.status === 'ACCEPTED')
}
