import * as M from '@usance/domain/money'
import { mostPaymentsOfFiles, type paymentFileCalls, type ReadyPayment } from '@usance/wire/payment-file/calls'
import { cutOffsOf, isDayOver, timingOf } from '../../books/servicing/payment-timing.ts'
import { amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { uncarriedOf } from '../../finance/finance-order/carried.ts'
import { stoppedSince } from '../../finance/finance-order/risk.ts'
import { shortOfDrawing } from '../../finance/pool/draw.ts'
import { keptByPool } from '../../finance/pool/short.ts'
import { holdDocuments, namedOf, withBankOf } from '../../finance/pool/with-bank.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { maskedAccount } from '../../party/bank-account/account-number.ts'
import { keptBack, whyUndue } from '../payment/still-due.ts'
import { returnsToTell } from '../repayment/maybe-return.ts'
import { payeeNameOf, payerNameOf } from './names.ts'
import { heldBy, type Sendable, sendable } from './sendable.ts'

/** Why a payment cannot be sent, and what whoever is refused is told besides. */
type Block = { error: NonNullable<ReadyPayment['blockedBy']>; data?: Record<string, string> }

/**
 * Why a payment cannot be sent now, asked before it is: no report is read until then that says the bank has its documents. Null when it
 * can. The transaction sees every company.
 */
export async function blockOf(context: UseCaseContext, payment: Sendable): Promise<Block | null> {
  if (payment.type === 'FUNDING' && payment.orderId) await holdDocuments(context.tx, payment.orderId)
  return blockNow(context, payment)
}

/** Why a payment cannot be sent as things are. */
async function blockNow(context: UseCaseContext, payment: Sendable): Promise<Block | null> {
  const own = blockOfItself(context, payment)
  if (own) return { error: own }
  const kept = await keptBack(context.tx, payment)
  if (kept) return { error: kept.error }
  const undue = await whyUndue(context.tx, payment)
  if (undue) return undue
  if (payment.type === 'FUNDING' && payment.orderId) return blockOfFunding(context, payment.orderId)
  const keptBy = await keptByPool(context, payment)
  return keptBy ? { error: keptBy.error } : null
}

/** What bars a payment by its accounts, its names and what the bank has of it. */
function blockOfItself({ now }: UseCaseContext, payment: Sendable): ReadyPayment['blockedBy'] {
  if (payment.bankHas) return 'PAYMENT_WITH_BANK'
  if (!payment.fromAccountId || !payment.toAccount) return 'NO_ACCOUNT'
  if (payment.fromStatus !== 'ENABLE' || (payment.toAccountId !== null && payment.toStatus !== 'ENABLE'))
    return 'BANK_ACCOUNT_NOT_ENABLED'
  if (payment.coolingUntil && payment.coolingUntil > now.toISOString()) return 'COOLING_OFF'
  if (payment.reversing) return 'REVERSAL_UNDER_WAY'
  if (payment.reportedBack) return 'RECEIPT_REPORTED_BACK'
  if (!payeeNameOf(payment) || !payerNameOf(payment)) return 'NAME_NOT_LATIN'
  return null
}

/** The order of a funding must still be one that its documents, or its pool, carry, none of them due before it is paid or with the bank. */
async function blockOfFunding(context: UseCaseContext, orderId: string): Promise<Block | null> {
  const { tx, today } = context
  const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  if (await stoppedSince(tx, order.supplierId, today)) return { error: 'SUPPLIER_STOPPED' }
  const [elsewhere] = await withBankOf(tx, orderId)
  if (elsewhere) return { error: 'DOCUMENT_WITH_BANK', data: namedOf(elsewhere) }
  const due = await tx
    .selectFrom('financeOrderItem')
    .select('id')
    .where('orderId', '=', orderId)
    .where('active', '=', true)
    .where('maturity', '<=', today)
    .executeTakeFirst()
  if (due) return { error: 'INVOICE_NOT_ELIGIBLE' }
  const short = await shortOfDrawing(context, order)
  if (short && !short.hasFacility) return { error: 'POOL_WITHOUT_FACILITY' }
  if (short) return { error: 'POOL_OVERDRAWN', data: { amount: M.toDecimal(short.carried), currency: order.currency } }
  const uncarried = await uncarriedOf(tx, orderId)
  return uncarried ? { error: uncarried.error } : null
}

/**
 * Refuses a file of which a payment can no longer be sent as it stands there: one that an earlier version recorded or failed
 * meanwhile, that lost an account, whose day is over, or that something else bars by now. Asked when the file is approved and when it is
 * handed out. The transaction sees every company.
 */
export async function refuseBlocked(context: UseCaseContext, file: { id: string; payments: number }): Promise<void> {
  const payments = await heldBy(context.tx, file.id).execute()
  if (payments.length !== file.payments) throw new Refused('CONTENT_CHANGED')
  for (const payment of payments) {
    const block = await blockOf(context, payment)
    if (block) throw refusalOf(block, payment)
  }
  await refusePastDays(context, file.id)
}

/** Refuses a file with a payment whose execution date is over: no bank pays on that day any more (decision 306). */
async function refusePastDays(context: UseCaseContext, fileId: string): Promise<void> {
  const { tx } = context
  const cutOffs = await cutOffsOf(tx)
  const items = await tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('payment as p', 'p.id', 'i.paymentId')
    .select(['p.no', 'p.currency', 'p.fromAccountId', 'i.executionDate'])
    .where('i.fileId', '=', fileId)
    .orderBy('i.executionDate')
    .orderBy('p.no')
    .execute()
  const late = items.find((one) => isDayOver(context, one.executionDate, one, cutOffs))
  if (late) throw new Refused('PAYMENT_FILE_DAY_OVER', { no: late.no, on: late.executionDate })
}

/**
 * What is answered where a payment is blocked: which of them it is, as a file has many; `no` is the receipt that bars it or the file that
 * the bank has, else the payment.
 */
export function refusalOf({ error, data }: Block, payment: Sendable): Refused {
  const by: Partial<Record<typeof error, string | null>> = {
    REVERSAL_UNDER_WAY: payment.reversing,
    RECEIPT_REPORTED_BACK: payment.reportedBack,
    PAYMENT_WITH_BANK: payment.bankHas,
  }
  const named = by[error] ?? payment.no
  return new Refused(error === 'NO_ACCOUNT' ? 'BANK_ACCOUNT_NOT_ENABLED' : error, { no: named, payment: payment.no, ...data })
}

/** What can be put into files now. */
export const readyPayments: Handler<typeof paymentFileCalls.ready> = async (context) => {
  const { tx } = context
  const found = await sendable(tx)
    .limit(mostPaymentsOfFiles + 1)
    .execute()
  return {
    payments: await readyOf(context, found.slice(0, mostPaymentsOfFiles)),
    more: found.length > mostPaymentsOfFiles,
  }
}

/**
 * Of payments that no file holds those that may have come back already, with their receipts: somebody may have told the bank by hand. The
 * transaction sees every company.
 */
export async function maybeBackOf(tx: Tx, payments: readonly Sendable[]): Promise<ReadonlyMap<string, Block>> {
  const returns = await returnsToTell(tx, payments)
  return new Map(
    [...returns].map(([id, receipts]) => [id, { error: 'PAYMENT_MAYBE_BACK', data: { receipts: receipts.join(', ') } }]),
  )
}

async function readyOf(context: UseCaseContext, seen: readonly Sendable[]): Promise<ReadyPayment[]> {
  const { tx } = context
  await elevate(tx)
  const maybeBack = await maybeBackOf(tx, seen)
  const cutOffs = await cutOffsOf(tx)
  const ready: ReadyPayment[] = []
  for (const payment of seen) {
    const { executionDate, isRolled } = await timingOf(context, payment, cutOffs)
    ready.push({
      id: payment.id,
      no: payment.no,
      type: payment.type,
      payeeName: payment.payeeName,
      funderName: payment.funderName,
      amount: amountText(payment.amount, payment.currency),
      currency: payment.currency,
      fromAccount: payment.fromAccount === null ? null : `${payment.fromBankName} ${maskedAccount(payment.fromAccount)}`,
      executionDate,
      isRolled,
      blockedBy: ((await blockNow(context, payment)) ?? maybeBack.get(payment.id))?.error ?? null,
    })
  }
  return ready
}
