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

/**
 * Refuses a receipt whose reference is booked on the account already, however it is written, and returns the receipt nearest in time
 * that it may duplicate. The receipts in `besides` are of the same statement and may share its reference. Throws BANK_REF_DUPLICATE.
 */
export async function likestReceipt(
  tx: Tx,
  { accountId, besides, ...receipt }: ReceiptIdentity & { accountId: string; besides: ReadonlySet<string> },
): Promise<BookedReceipt | null> {
  const { refKey, refSkeleton } = receiptKeys(receipt.bankRef)
  const found = await tx
    .selectFrom('collection')
    .select(['id', 'no', 'bankRef', 'valueDate', 'amount', 'currency', 'payerCompanyId'])
    .where('bankAccountId', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('refKey', '=', refKey),
        eb('refSkeleton', '=', refSkeleton),
        eb.and([
          eb('amount', '=', M.toDecimal(receipt.amount)),
          eb('valueDate', '>=', addDays(receipt.valueDate, -sameAmountDays)),
          eb('valueDate', '<=', addDays(receipt.valueDate, sameAmountDays)),
        ]),
      ]),
    )
    .execute()
  const known = found.map((one) => ({ ...one, amount: amountOf(one.amount, one.currency) }))
  if (known.some((one) => !besides.has(one.id) && isSameReference(one, receipt)))
    throw faultyField('bankRef', 'BANK_REF_DUPLICATE')
  const daysOff = ({ valueDate }: BookedReceipt) => Math.abs(daysBetween(valueDate, receipt.valueDate))
  const [likest] = known.filter((one) => maybeSameReceipt(one, receipt)).sort((a, b) => daysOff(a) - daysOff(b))
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
