import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: whether a payment `p` takes its money from where it is drafted of: a reserve, a surplus, a receipt, what is held for the platform.
 * A cancelled one does while the bank has it (decision 254). Nobody else asks whether a payment is cancelled: `tidy.test.ts` looks.
 */
export const paymentCounts = (p: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${p}.status`)} <> 'CANCELLED' or bank_has(${sql.ref(`${p}.id`)}))`

/**
 * SQL: what a payment `p` that counts takes of its source: its amount, or what the bank has of it where that is more, as it was lowered since, or
 * went out by several transfers (decision 234). Nobody adds up the amounts of payments to say what may still be paid. What the file that
 * holds it carries is its amount, so that only a payment which the bank has by another file is looked into.
 */
export const takenBy = (p: string): RawBuilder<string> =>
  sql<string>`(case when ${isWithBank(p)} then payment_takes(${sql.ref(p)}) else ${sql.ref(`${p}.amount`)} end)`

/** SQL: whether the bank has of a payment `p` what nobody reads off it: it is cancelled, or takes more than its amount. */
export const takesUnseen = (p: string): RawBuilder<boolean> =>
  sql<boolean>`(bank_has(${sql.ref(`${p}.id`)}) and (${sql.ref(`${p}.status`)} = 'CANCELLED' or ${takenBy(p)} > ${sql.ref(`${p}.amount`)}))`

/** SQL: whether the bank has a payment `p` by a file that has let go of it. */
export const isWithBank = (p: string): RawBuilder<boolean> => sql<boolean>`bank_has(${sql.ref(`${p}.id`)})`

/** SQL: whether the money of a payment `p` is out, or is to go out as nothing has stopped it. */
export const paymentGoesOut = (p: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${p}.status`)} <> 'FAILED' and ${paymentCounts(p)})`

/** SQL: whether a payment `p` may still be sent; one that is cancelled never is. */
export const mayBeSent = (p: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${p}.status`)} in ('DRAFT', 'IN_APPROVE', 'INSTRUCTED', 'FAILED')`

/** SQL: whether a release `p` waits with nobody but settlement: drafted or failed, and not with the bank after all. */
export const isDraftedRelease = sql<boolean>`(p.type = 'RELEASE' and p.status in ('DRAFT', 'FAILED') and not bank_has(p.id))`
