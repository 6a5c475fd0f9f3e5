import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: whether a payment `p` takes its money from where it is drafted of: a reserve, a surplus, a receipt, what is held for the platform.
 * A cancelled one does while the bank has it (decision 254). Nobody else asks whether a payment is cancelled: `tidy.test.ts` looks.
 */
export const paymentCounts = (p: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${p}.status`)} <> 'CANCELLED' or bank_has(${sql.ref(`${p}.id`)}))`

/** SQL: whether the bank has a payment `p` that is cancelled. */
export const cancelledWithBank = (p: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${p}.status`)} = 'CANCELLED' and bank_has(${sql.ref(`${p}.id`)}))`

/** SQL: whether a payment `p` that counts is not paid, by the books: drafted, in approval, failed, at the bank, or with it though cancelled. */
export const paymentWaits = (p: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${p}.status`)} <> 'PAID' and ${paymentCounts(p)})`

/** SQL: whether the money of a payment `p` is out, or is to go out as nothing has stopped it. */
export const paymentGoesOut = (p: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${p}.status`)} <> 'FAILED' and ${paymentCounts(p)})`

/** SQL: whether a payment `p` may still be sent; one that is cancelled never is. */
export const mayBeSent = (p: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${p}.status`)} in ('DRAFT', 'IN_APPROVE', 'INSTRUCTED', 'FAILED')`

/** SQL: whether a release `p` waits with nobody but settlement: drafted or failed, and not with the bank after all. */
export const isDraftedRelease = sql<boolean>`(p.type = 'RELEASE' and p.status in ('DRAFT', 'FAILED') and not bank_has(p.id))`
