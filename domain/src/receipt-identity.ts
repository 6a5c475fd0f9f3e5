import { isAboutEqual, normalizeReference, skeletonOf } from './fingerprint.ts'
import { daysBetween, type LocalDate } from './local-date.ts'
import { equals, type Money } from './money.ts'

/** A receipt as its identity is judged among those of the same account. The payer is the company that it came from, if known. */
export type ReceiptIdentity = {
  readonly bankRef: string
  readonly valueDate: LocalDate
  readonly amount: Money
  readonly payerCompanyId: string | null
}

/** Days between value dates within which the same reference on the same account is the same receipt. */
export const sameReferenceDays = 30
/** Days between value dates within which the same amount of the same payer may be the same receipt. */
export const sameAmountDays = 5

/** The reference as a hurried eye sees it: look-alike letters as digits, and no zeros before a number. */
export const referenceSkeleton = (bankRef: string): string =>
  skeletonOf(normalizeReference(bankRef)).replace(/(?<!\d)0+(?=\d)/g, '')

type Told = Pick<ReceiptIdentity, 'bankRef' | 'valueDate'>

/** Whether two receipts of an account have the same reference, however it is written, and days that are not far apart. */
export const isSameReference = (a: Told, b: Told): boolean =>
  normalizeReference(a.bankRef) === normalizeReference(b.bankRef) && daysApart(a, b) <= sameReferenceDays

/**
 * Whether two receipts of an account may be one: the same amount within a few days, unless two known companies paid them, or references
 * that a hurried eye takes for each other with almost the same amount (1 %), whenever they came. The references are given as that eye
 * sees them.
 */
export function maybeSameReceipt(a: SeenReceipt, b: SeenReceipt): boolean {
  if (a.amount.currency !== b.amount.currency) return false
  if (a.skeleton === b.skeleton && isAboutEqual(a.amount, b.amount)) return true
  const isOfOthers = a.payerCompanyId !== null && b.payerCompanyId !== null && a.payerCompanyId !== b.payerCompanyId
  return !isOfOthers && equals(a.amount, b.amount) && daysApart(a, b) <= sameAmountDays
}

export type SeenReceipt = Omit<ReceiptIdentity, 'bankRef'> & { readonly skeleton: string }

const daysApart = (a: Pick<Told, 'valueDate'>, b: Pick<Told, 'valueDate'>): number =>
  Math.abs(daysBetween(a.valueDate, b.valueDate))
