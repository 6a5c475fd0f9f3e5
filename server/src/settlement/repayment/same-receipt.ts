import { normalizeReference } from '@usance/domain/fingerprint'
import { addDays, daysBetween } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { withoutZeros } from '@usance/domain/rational'
import {
  isSameReference,
  maybeSameReceipt,
  type ReceiptIdentity,
  referenceSkeleton,
  sameAmountDays,
} from '@usance/domain/receipt-identity'
import { type Selectable, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { markOfWhole, type Whole } from '../../bank-statement/receipt-lines.ts'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { CollectionTable } from '../../database/tables.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { maybeReturnOf } from './maybe-return.ts'

/** What a receipt is found by when another one like it is recorded. */
export const receiptKeys = (bankRef: string) => ({
  refKey: normalizeReference(bankRef),
  refSkeleton: referenceSkeleton(bankRef),
})

export type BookedReceipt = { id: string; no: string; valueDate: string }

/** `writtenOn` is the day on which an earlier version would have booked it. */
export type NewReceipt = ReceiptIdentity & { whole: Whole | undefined; writtenOn: string | undefined }

type Kept = ReceiptIdentity & { id: string; no: string; wholeKey: string | null }
type Known = Kept & { skeleton: string }

const texts = (all: Iterable<string>) => sql<string>`any(${[...new Set(all)]}::text[])`
const amounts = (all: Iterable<string>) => sql<string>`any(${[...new Set(all)]}::numeric[])`

const sumKey = ({ amount }: Pick<Known, 'amount'>, day: string) => [amount.currency, M.toDecimal(amount), day].join('|')
const daysOf = ({ valueDate, writtenOn }: NewReceipt) => [valueDate, ...(writtenOn === undefined ? [] : [writtenOn])]
/** What it would be called in one sum, by each of its days. */
const asWhole = (receipt: NewReceipt): string[] =>
  daysOf(receipt).map((day) => normalizeReference(markOfWhole(day, M.toDecimal(receipt.amount), receipt.amount.currency)))

/** Receipts under a key, in their order. */
class Shelf {
  private readonly kept = new Map<string, Known[]>()
  put(key: string, one: Known) {
    const under = this.kept.get(key)
    if (under) under.push(one)
    else this.kept.set(key, [one])
  }
  under(key: string): readonly Known[] {
    return this.kept.get(key) ?? []
  }
}

/**
 * The receipts of an account, in whichever of its rows, that some new ones may be the same as. They are read once for all of these, so
 * that a line of a long statement asks the database nothing. The account must be locked.
 */
export async function receiptsAlike(tx: Tx, rowIds: readonly string[], asked: readonly NewReceipt[]): Promise<ReceiptsAlike> {
  const known = new ReceiptsAlike()
  if (asked.length === 0) return known
  const keys = asked.map(({ bankRef }) => receiptKeys(bankRef))
  const days = asked.map(({ valueDate }) => valueDate).sort()
  const found = await tx
    .selectFrom('collection')
    .select(['id', 'no', 'bankRef', 'valueDate', 'amount', 'currency', 'payerCompanyId', 'wholeKey'])
    .where('bankAccountId', '=', anyOf(rowIds))
    .where((eb) =>
      eb.or([
        eb('bankRef', '=', texts(asked.map(({ bankRef }) => bankRef))),
        eb(
          'refKey',
          '=',
          texts([
            ...keys.map(({ refKey }) => refKey),
            ...asked.flatMap(({ whole }) => (whole ? normalizeReference(whole.bankRef) : [])),
          ]),
        ),
        eb('refSkeleton', '=', texts(keys.map(({ refSkeleton }) => refSkeleton))),
        eb('wholeKey', '=', texts([...keys.map(({ refKey }) => refKey), ...asked.flatMap(asWhole)])),
        eb.and([
          eb(
            'amount',
            '=',
            amounts(asked.flatMap(({ amount, whole }) => [M.toDecimal(amount), ...(whole ? [whole.amount] : [])])),
          ),
          eb('valueDate', '>=', addDays(days[0]!, -sameAmountDays)),
          eb('valueDate', '<=', addDays(days.at(-1)!, sameAmountDays)),
        ]),
      ]),
    )
    .orderBy('no')
    .execute()
  for (const { currency, ...one } of found) known.add({ ...one, amount: amountOf(one.amount, currency) })
  return known
}

export class ReceiptsAlike {
  private readonly byReference = new Shelf()
  private readonly bySkeleton = new Shelf()
  private readonly byWhole = new Shelf()
  private readonly bySum = new Shelf()

  add(receipt: Kept): void {
    const { refKey, refSkeleton } = receiptKeys(receipt.bankRef)
    const one: Known = { ...receipt, skeleton: refSkeleton }
    this.byReference.put(refKey, one)
    this.bySkeleton.put(refSkeleton, one)
    if (one.wholeKey !== null) this.byWhole.put(one.wholeKey, one)
    this.bySum.put(sumKey(one, one.valueDate), one)
  }

  /**
   * Refuses a receipt whose reference is booked on the account already, however it is written, and returns the receipt nearest in time
   * that it may duplicate. A collective entry is booked once, in one sum or in its parts; where it has no reference, its sum is a sign.
   * The receipts in `besides` are of the same statement and may share its reference. Throws BANK_REF_DUPLICATE.
   */
  likest(receipt: NewReceipt, besides: ReadonlySet<string>): BookedReceipt | null {
    const { whole, valueDate } = receipt
    const { refKey, refSkeleton: skeleton } = receiptKeys(receipt.bankRef)
    if (this.isBooked(receipt, refKey, besides)) throw faultyField('bankRef', 'BANK_REF_DUPLICATE')
    const isOther = (one: Known) => !besides.has(one.id)
    const sameDay = whole ? { amount: M.fromDecimal(whole.amount, receipt.amount.currency) } : receipt
    const unnamed = whole
      ? daysOf(receipt)
          .flatMap((day) => this.bySum.under(sumKey(sameDay, day)))
          .filter((one) => whole.isMade && one.wholeKey === null && isOther(one))
      : asWhole(receipt)
          .flatMap((key) => this.byWhole.under(key))
          .filter(isOther)
    const seen = { ...receipt, skeleton }
    const maybe = (one: Known) => maybeSameReceipt(one, seen)
    // Of each day one is enough: many receipts may have the same sum.
    const sameSums = daysAround.flatMap((off) => this.bySum.under(sumKey(receipt, addDays(valueDate, off))).find(maybe) ?? [])
    const daysOff = (one: BookedReceipt) => Math.abs(daysBetween(one.valueDate, valueDate))
    const [likest] = [...this.bySkeleton.under(skeleton).filter(maybe), ...sameSums, ...unnamed].sort(
      (a, b) => daysOff(a) - daysOff(b),
    )
    return likest ? { id: likest.id, no: likest.no, valueDate: likest.valueDate } : null
  }

  private isBooked(receipt: NewReceipt, refKey: string, besides: ReadonlySet<string>): boolean {
    const { whole, valueDate } = receipt
    const isOther = (one: Known) => !besides.has(one.id)
    const named = this.byReference.under(refKey)
    if (named.some((one) => isOther(one) && isSameReference(one, receipt))) return true
    // To the letter it is one receipt even within a statement.
    if (named.some((one) => isToTheLetter(one, receipt))) return true
    if (!whole)
      return this.byWhole
        .under(refKey)
        .some((one) => isOther(one) && isSameReference({ bankRef: one.wholeKey!, valueDate: one.valueDate }, receipt))
    const entry = { bankRef: whole.bankRef, valueDate }
    return this.byReference
      .under(normalizeReference(whole.bankRef))
      .some(
        (one) => isOther(one) && one.wholeKey === null && M.toDecimal(one.amount) === whole.amount && isSameReference(one, entry),
      )
  }
}

const isToTheLetter = (one: ReceiptIdentity, other: ReceiptIdentity) =>
  one.bankRef === other.bankRef &&
  one.valueDate === other.valueDate &&
  withoutZeros(M.toDecimal(one.amount)) === withoutZeros(M.toDecimal(other.amount))

const daysAround = Array.from({ length: 2 * sameAmountDays + 1 }, (_, place) => place - sameAmountDays)

/** What whoever uses a receipt says that it is not: the earlier receipt, and the payments by their numbers. */
type Apart = { notTheSameAs?: string | undefined; notReturnOf: readonly string[] }

/**
 * Refuses the use of a receipt that may duplicate an earlier one, or bring a payment back, unless the caller confirms that it is other
 * money. The audit log keeps who confirmed. Throws RECEIPT_MAYBE_KNOWN, RECEIPT_MAYBE_RETURN.
 */
export async function refuseUntoldApart(
  context: UseCaseContext,
  receipt: Selectable<CollectionTable>,
  { notTheSameAs, notReturnOf }: Apart,
): Promise<void> {
  await refuseKnown(context, receipt, notTheSameAs)
  await refuseReturn(context, receipt, notReturnOf)
}

async function refuseReturn(context: UseCaseContext, receipt: Selectable<CollectionTable>, notReturnOf: readonly string[]) {
  const payments = (await maybeReturnOf(context.tx, receipt)).map(({ no }) => no)
  if (payments.length === 0) return
  const told = payments.join(', ')
  if (payments.some((no) => !notReturnOf.includes(no)))
    throw faultyField('notReturnOf', 'RECEIPT_MAYBE_RETURN', { payments: told })
  await audit(context, {
    event: 'COLLECTION_TOLD_APART',
    objectType: 'COLLECTION',
    objectId: receipt.id,
    objectNo: receipt.no,
    after: { notReturnOf: told },
  })
}

async function refuseKnown(
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
