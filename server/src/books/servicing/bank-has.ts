import type { LocalDate } from '@usance/domain/local-date'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'

/**
 * SQL: the number of a file that has let go of a payment which the bank reports as accepted or pending; null without one. Such a payment
 * is not sent again, not declared failed and not cancelled (decision 153).
 */
export const bankHasOf = (paymentId: string): RawBuilder<string | null> =>
  sql<string | null>`(select min(f.no) from payment_file_item i join payment_file f on f.id = i.file_id
    where i.payment_id = ${sql.ref(paymentId)} and not i.live and i.status in ('PENDING', 'ACCEPTED'))`

/** The number of that file for one payment, or null. */
export async function bankHas(tx: Tx, paymentId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('payment')
    .select(bankHasOf('payment.id').as('no'))
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return row.no
}

/** SQL: whether a file told the bank to pay a payment, and the bank has not refused it; a void one did once the bank reports on it. */
export const isToldToBank = (paymentId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from payment_file_item told join payment_file f on f.id = told.file_id
    where told.payment_id = ${sql.ref(paymentId)} and told.status <> 'REJECTED' and f.taken_at is not null
      and (f.status <> 'VOID' or told.status <> 'SENT'))`

/** SQL: whether a file with a payment was ever handed out: whatever the bank said of it, it may report that it has paid it. */
export const wasHandedOut = (paymentId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from payment_file_item told join payment_file f on f.id = told.file_id
    where told.payment_id = ${sql.ref(paymentId)} and f.taken_at is not null)`

/** The transfers by which the bank has a payment, each with the file that has let go of it. */
export const transfersWithBank = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('paymentFile as f', 'f.id', 'i.fileId')
    .select(['f.no', 'i.amount'])
    .where('i.paymentId', '=', paymentId)
    .where('i.live', '=', false)
    .where('i.status', 'in', ['PENDING', 'ACCEPTED'])
    .orderBy('f.no')
    .execute()

/** Throws PAYMENT_WITH_BANK where the bank has the payment by a file that has let go of it. */
export async function refuseWithBank(tx: Tx, paymentId: string): Promise<void> {
  const no = await bankHas(tx, paymentId)
  if (no) throw new Refused('PAYMENT_WITH_BANK', { no })
}

/**
 * SQL: the number of a file that has let go of a payment `p` and by which the bank has it at another amount than it has now, as it was
 * priced anew since; null without one, and while a file holds it whose transfer is of its own amount. Such a payment is neither sent nor
 * recorded as paid: settlement has the money sent back and records that.
 */
export const bankHasOtherOf = (p: string): RawBuilder<string | null> =>
  sql<string | null>`(select min(f.no) from payment_file_item i join payment_file f on f.id = i.file_id
    where i.payment_id = ${sql.ref(`${p}.id`)} and not i.live and i.status in ('PENDING', 'ACCEPTED') and i.amount <> ${sql.ref(`${p}.amount`)}
      and not exists (select from payment_file_item own where own.payment_id = i.payment_id and own.amount = ${sql.ref(`${p}.amount`)}
        and (own.live or own.status in ('PENDING', 'ACCEPTED'))))`

type AtAmount = { id: string; amount: string }

/** Of some payments, each at the amount that it is to have, those which the bank has at another one: the number of such a file by payment. */
export async function atOtherAmountAmong(tx: Tx, payments: readonly AtAmount[]): Promise<Map<string, string>> {
  if (payments.length === 0) return new Map()
  const amounts = sql<AtAmount>`(select * from unnest(${payments.map(({ id }) => id)}::uuid[], ${payments.map(({ amount }) => amount)}::numeric[])
    as p (id, amount))`
  const rows = await tx
    .selectFrom(amounts.as('p'))
    .select(['p.id', bankHasOtherOf('p').as('no')])
    .execute()
  return new Map(rows.flatMap(({ id, no }): [string, string][] => (no === null ? [] : [[id, no]])))
}

/** Throws PAYMENT_AT_OTHER_AMOUNT where the bank has a payment at another amount than this one. */
export async function refuseOtherAmount(tx: Tx, payment: AtAmount): Promise<void> {
  const no = (await atOtherAmountAmong(tx, [payment])).get(payment.id)
  if (no) throw new Refused('PAYMENT_AT_OTHER_AMOUNT', { no })
}

/** The first day on which the bank can have paid a payment that it has by a file which let go of it; null where it has none so. */
export async function bankHasSince(tx: Tx, { id, amount }: { id: string; amount: string }): Promise<LocalDate | null> {
  const row = await tx
    .selectFrom('paymentFileItem')
    .select(({ fn }) => fn.min<LocalDate | null>('instructedOn').as('day'))
    .where('paymentId', '=', id)
    .where('live', '=', false)
    .where('status', 'in', ['PENDING', 'ACCEPTED'])
    .where('amount', '=', amount)
    .executeTakeFirstOrThrow()
  return row.day
}

/** SQL: whether what the bank said of a payment by the file that holds it is left to a person (decision 235). */
export const isUnclear = (paymentId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from payment_file_item said where said.payment_id = ${sql.ref(paymentId)} and said.live and said.unclear)`

/** A person has recorded what became of a payment, whatever the bank said of it. */
export async function noLongerUnclear(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable('paymentFileItem')
    .set({ unclear: false })
    .where('paymentId', '=', paymentId)
    .where('unclear', '=', true)
    .execute()
}
