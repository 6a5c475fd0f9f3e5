import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { AccountName } from './accounts.ts'
import { type Line, transfer } from './journal.ts'

export const feeCodes = ['HANDLING', 'SERVICE', 'PLATFORM', 'FUNDER', 'BANK', 'EARLY'] as const
export type FeeCode = (typeof feeCodes)[number]
/** A fee that is charged now; a correction may be below zero. */
export type FeeCharge = {
  readonly code: FeeCode
  readonly beneficiary: 'PLATFORM' | 'FUNDER'
  readonly amount: Money
  readonly tax: Money
}

const incomeOf: Record<FeeCode, AccountName> = {
  HANDLING: 'P4000',
  BANK: 'P4000',
  SERVICE: 'P4010',
  PLATFORM: 'P4020',
  FUNDER: 'P4020',
  EARLY: 'P4020',
}

const withTax = (fee: FeeCharge): Money => M.add(fee.amount, fee.tax)
/** What the payer is charged for all fees, taxes included. */
export const feeTotal = (fees: readonly FeeCharge[], currency: string): Money => M.sum(fees.map(withTax), currency)

/**
 * Fees taken from the given funder account. A funder's fee is its income, tax included, since its tax return is not kept
 * here; a platform's fee is owed to the platform, whose book separates the tax.
 */
export function feeLines(fees: readonly FeeCharge[], from: AccountName): Line[] {
  return fees.flatMap((fee) =>
    fee.beneficiary === 'FUNDER'
      ? transfer(from, 'F4020', withTax(fee))
      : [
          ...transfer(from, 'F2300', withTax(fee)),
          ...transfer('P1100', incomeOf[fee.code], fee.amount),
          ...transfer('P1100', 'P2100', fee.tax),
        ],
  )
}

/** The credit side alone, for events whose other side is not one account: proceeds of a purchase pay the fees. */
export const feeCredits = (fees: readonly FeeCharge[]): Line[] => {
  const spent = 'F1000'
  return feeLines(fees, spent).filter(({ account }) => account !== spent)
}
