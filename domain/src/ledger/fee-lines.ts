import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { AccountName } from './accounts.ts'
import { credit, debit, type Line, transfer } from './journal.ts'

export const feeCodes = ['HANDLING', 'SERVICE', 'PLATFORM', 'FUNDER', 'BANK', 'EARLY'] as const
export type FeeCode = (typeof feeCodes)[number]
/** Who bears a fee, in the order people are offered them. */
export const feePayers = ['SUPPLIER', 'BUYER', 'FUNDER', 'PLATFORM'] as const
export type FeePayer = (typeof feePayers)[number]
/** Whether a fee is part of the quote of supplier and buyer. Fees between funder and platform are not. */
export const isClientFee = ({ payer }: { readonly payer: FeePayer }): boolean => payer === 'SUPPLIER' || payer === 'BUYER'
/** A fee that is charged now; a correction may be below zero. */
export type FeeCharge = {
  readonly code: FeeCode
  readonly payer: FeePayer
  readonly beneficiary: 'PLATFORM' | 'FUNDER'
  readonly amount: Money
  readonly tax: Money
  /** The part of the amount that is earned day by day, by item; the rest is earned with the charge. */
  readonly overTime?: readonly FeeOfItem[]
}
type FeeOfItem = { readonly itemId: string; readonly amount: Money }
/** The income account of a fee in the book of its beneficiary. */
export type FeeIncome = 'F4020' | 'P4000' | 'P4010' | 'P4020'

const platformIncomeOf: Record<FeeCode, FeeIncome> = {
  HANDLING: 'P4000',
  BANK: 'P4000',
  SERVICE: 'P4010',
  PLATFORM: 'P4020',
  FUNDER: 'P4020',
  EARLY: 'P4020',
}

/** The income account of a fee. */
export const incomeOf = ({ code, beneficiary }: Pick<FeeCharge, 'code' | 'beneficiary'>): FeeIncome =>
  beneficiary === 'FUNDER' ? 'F4020' : platformIncomeOf[code]
/** The account that holds a fee for a period until it is earned, in the book of its income. */
export const unearnedOf = (income: FeeIncome): 'F2120' | 'P2200' => (income === 'F4020' ? 'F2120' : 'P2200')

/**
 * The account in which the funder's book holds a charged fee until its payer has borne it: a debt of supplier or buyer, an
 * expense of the funder, or less owed to the platform.
 */
export const dueAccountOf: Record<FeePayer, AccountName> = {
  SUPPLIER: 'F1220',
  BUYER: 'F1230',
  FUNDER: 'F5100',
  PLATFORM: 'F2300',
}

const withTax = (fee: FeeCharge): Money => M.add(fee.amount, fee.tax)
/** What the payer is charged for all fees, taxes included. */
export const feeTotal = (fees: readonly FeeCharge[], currency: string): Money => M.sum(fees.map(withTax), currency)

/**
 * Fees taken from the given funder account. The fee is income, or unearned where it is for a period. Its tax is a liability in
 * the book of the fee's beneficiary. A platform's fee is owed to the platform until it is remitted.
 */
function feeLines(fees: readonly FeeCharge[], from: AccountName): Line[] {
  return fees.flatMap((fee) =>
    fee.beneficiary === 'FUNDER'
      ? [...incomeLines(fee, from), ...transfer(from, 'F2400', fee.tax)]
      : [...transfer(from, 'F2300', withTax(fee)), ...incomeLines(fee, 'P1100'), ...transfer('P1100', 'P2100', fee.tax)],
  )
}

function incomeLines(fee: FeeCharge, from: AccountName): Line[] {
  const income = incomeOf(fee)
  const later = fee.overTime ?? []
  const now = later.reduce((left, { amount }) => M.subtract(left, amount), fee.amount)
  return [
    ...transfer(from, income, now),
    ...later.flatMap(({ itemId, amount }) => [debit(from, amount), credit(unearnedOf(income), amount, { item: itemId })]),
  ]
}

/** L3 for fees: what an item has earned of a fee for a period becomes income. */
export const earnFee = (income: FeeIncome, amount: Money): Line[] => transfer(unearnedOf(income), income, amount)

/**
 * Fees charged to the payers that the product names. Each waits in its payer's account. The buyer's and the platform's own books
 * show what they bear; the supplier's book follows when it pays.
 */
export const chargeLines = (fees: readonly FeeCharge[]): Line[] =>
  fees.flatMap((fee) => [
    ...feeLines([fee], dueAccountOf[fee.payer]),
    ...(fee.payer === 'BUYER' ? transfer('B5010', 'B2020', withTax(fee)) : []),
    ...(fee.payer === 'PLATFORM' ? transfer('P5000', 'P1100', withTax(fee)) : []),
  ])

/** The credit side alone, for events whose other side is not one account: proceeds of a purchase pay the fees. */
export const feeCredits = (fees: readonly FeeCharge[]): Line[] => {
  const spent = 'F1000'
  return feeLines(fees, spent).filter(({ account }) => account !== spent)
}
