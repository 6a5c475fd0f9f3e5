import { normalizeReference } from '@usance/domain/fingerprint'
import { addDays, daysBetween } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import {
  isSameReference,
  maybeSameReceipt,
  type ReceiptIdentity,
  referenceSkeleton,
  sameAmountDays,
} from '@usance/domain/receipt-identity'
import { audit } from '../../audit/record.ts'
import { markOfWhole, type Whole } from '../../bank-statement/receipt-lines.ts'
import { amountOf } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'

/** What a receipt is found by when another one like it is recorded. */
export const receiptKeys = (bankRef: string) => ({
  refKey: normalizeReference(bankRef),
  refSkeleton: referenceSkeleton(bankRef),
})

export type BookedReceipt = { id: string; no: string; valueDate: string }

type NewReceipt = ReceiptIdentity & { rowIds: readonly string[]; besides: ReadonlySet<string>; whole: Whole | undefined }

/**
 * Refuses a receipt whose reference is booked on the account already, in whichever of its rows and however it is written, and returns the receipt nearest in time
 * that it may duplicate. A collective entry is booked once, in one sum or in its parts; where it has no reference, its sum is a sign.
 * The receipts in `besides` are of the same statement and may share its reference. Throws BANK_REF_DUPLICATE.
 */
export async function likestReceipt(tx: Tx, { rowIds, besides, whole, ...receipt }: NewReceipt): Promise<BookedReceipt | null> {
  const { refKey, refSkeleton } = receiptKeys(receipt.bankRef)
  const { valueDate } = receipt
  const wholeKey = whole ? normalizeReference(whole.bankRef) : ''
  const asWhole = normalizeReference(markOfWhole(valueDate, M.toDecimal(receipt.amount), receipt.amount.currency))
  const found = await tx
    .selectFrom('collection')
    .select(['id', 'no', 'bankRef', 'valueDate', 'amount', 'currency', 'payerCompanyId', 'wholeKey'])
    .where('bankAccountId', 'in', rowIds)
    .where((eb) =>
      eb.or([
        eb('refKey', '=', refKey),
        eb('refSkeleton', '=', refSkeleton),
        eb('refKey', '=', wholeKey),
        eb('wholeKey', 'in', [refKey, asWhole]),
        eb.and([eb('valueDate', '=', valueDate), eb('amount', '=', whole?.amount ?? M.toDecimal(receipt.amount))]),
        eb.and([
          eb('amount', '=', M.toDecimal(receipt.amount)),
          eb('valueDate', '>=', addDays(receipt.valueDate, -sameAmountDays)),
          eb('valueDate', '<=', addDays(receipt.valueDate, sameAmountDays)),
        ]),
      ]),
    )
    .execute()
  const known = found.map((one) => ({ ...one, amount: amountOf(one.amount, one.currency) }))
  const others = known.filter((one) => !besides.has(one.id))
  const isSumOfWhole = (one: (typeof known)[number]) => M.toDecimal(one.amount) === whole?.amount && one.wholeKey === null
  const isToldOtherwise = (one: (typeof known)[number]) => {
    if (!whole) return one.wholeKey !== null && isSameReference({ bankRef: one.wholeKey, valueDate: one.valueDate }, receipt)
    return isSumOfWhole(one) && isSameReference(one, { bankRef: whole.bankRef, valueDate })
  }
  if (others.some((one) => isSameReference(one, receipt) || isToldOtherwise(one)))
    throw faultyField('bankRef', 'BANK_REF_DUPLICATE')
  const isSumUnnamed = (one: (typeof known)[number]) =>
    whole
      ? whole.isMade && one.valueDate === valueDate && one.amount.currency === receipt.amount.currency && isSumOfWhole(one)
      : one.wholeKey === asWhole
  const daysOff = (one: BookedReceipt) => Math.abs(daysBetween(one.valueDate, valueDate))
  const [likest] = known
    .filter((one) => maybeSameReceipt(one, receipt) || (!besides.has(one.id) && isSumUnnamed(one)))
    .sort((a, b) => daysOff(a) - daysOff(b))
  return likest ? { id: likest.id, no: likest.no, valueDate: likest.valueDate } : null
}

/**
 * Refuses the use of a receipt that may duplicate an earlier one, unless the caller confirms that it is another payment. The audit log
 * keeps who confirmed. Throws RECEIPT_MAYBE_KNOWN.
 */
export async function refuseUntoldApart(
  context: UseCaseContext,
  receipt: { id: string; no: string; maybeSameAs: string | null },
  notTheSameAs: string | undefined,
): Promise<void> {
  if (!receipt.maybeSameAs) return
  const other = await context.tx
    .selectFrom('collection')
    .select(['id', 'no', 'valueDate'])
    .where('id', '=', receipt.maybeSameAs)
    .executeTakeFirstOrThrow()
  if (notTheSameAs !== other.id) throw faultyField('notTheSameAs', 'RECEIPT_MAYBE_KNOWN', { no: other.no, date: other.valueDate })
  await audit(context, {
    event: 'COLLECTION_TOLD_APART',
    objectType: 'COLLECTION',
    objectId: receipt.id,
    objectNo: receipt.no,
    after: { notTheSameAs: other.no },
  })
}
