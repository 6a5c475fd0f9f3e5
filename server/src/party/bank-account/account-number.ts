import { type RawBuilder, sql } from 'kysely'
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

const cover = '•••• '

/** Returns the last four characters of a number. */
export const lastOf = (number: string): string => number.replace(/\s/g, '').slice(-4)

/** Returns a number whose last four characters alone are shown, in a shape that does not tell how long it is. Without a number, nothing. */
export const maskedAccount = (number: string): string => (number === '' ? '' : `${cover}${lastOf(number)}`)

/** The same in SQL. */
export const maskedAccountOf = (number: RawBuilder<string | null>) =>
  sql<string>`case when ${number} <> '' then ${cover}::text || right(regexp_replace(${number}, '\\s', '', 'g'), 4) else ${number} end`

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
