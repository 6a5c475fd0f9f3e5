import type { Actor } from '../../http/context.ts'

type Reader = Pick<Actor, 'companyId' | 'companyRole' | 'staff' | 'permissions'>
type Account = {
  number: string
  /** Whose account it is; null of a sender that is no company here. */
  companyId: string | null
  /** Whose money goes to the account or comes from it: the funder of a payment, the payer of a collection account. */
  payerId?: string | undefined
}

/** What staff do with a number: who instructs payments pays to it, who keeps accounts checks it with its owner. */
const staffNeeds = {
  PAYING: ['payment.management.instruct'],
  CHECKING: ['payment.management.instruct', 'system.bank.edit'],
} as const
type AccountNeed = keyof typeof staffNeeds

/** Returns a number whose last four characters alone are shown. */
export const maskedAccount = (number: string): string => `${'•'.repeat(Math.max(number.length - 4, 0))}${number.slice(-4)}`

/** Returns whether staff need whole account numbers for what they do. */
export const staffReadWhole = ({ staff, permissions }: Reader, need: AccountNeed): boolean =>
  staff && staffNeeds[need].some((permission) => permissions.has(permission))

/**
 * Returns an account number as the reader may see it, the one rule of the product: whole for whose account it is, for who
 * pays, and for the staff who pay or check; its last four characters for everybody else.
 */
export function accountNumber(reader: Reader, account: Account, need: AccountNeed): string {
  const isParty = account.companyId === reader.companyId || account.payerId === reader.companyId
  return isParty || staffReadWhole(reader, need) ? account.number : maskedAccount(account.number)
}
