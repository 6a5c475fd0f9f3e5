import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { type RawBuilder, sql } from 'kysely'
import type { PaymentRow } from '../../books/servicing/payment-row.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import type { Tx } from '../../database/database.ts'
import { faultyField } from '../../http/refused.ts'
import { grouped } from '../repayment/receipt-index.ts'

/**
 * A transfer by which the money of a payment may be out. `isOwn`: it is the one that the books show as paid, or that the payment is on its
 * way by; without an item where no file carried it, and with several where files carried it again under its reference (decision 263).
 */
export type TransferOut = {
  itemIds: readonly string[]
  fileNo: string | null
  /** Every file that carried it. */
  fileNos: readonly string[]
  day: LocalDate | null
  /** When its payment was instructed, and when the bank was to carry it out; null where no file carried it. */
  instructedOn: LocalDate | null
  executionDate: LocalDate | null
  amount: string
  outcome: string | null
  bankStatus: string | null
  isOwn: boolean
  /** Its file holds the payment. */
  isLive: boolean
  /** A person has to say whether it is the movement that was recorded by hand (decision 256). */
  isUnclear: boolean
}

type Paid = Pick<PaymentRow, 'id' | 'status' | 'amount' | 'currency' | 'valueDate' | 'instructedOn'>

/** The transfers by which the money of a payment may be out, the payment's own one first. The transaction sees every company. */
export async function transfersOut(tx: Tx, payment: Paid): Promise<TransferOut[]> {
  const { id, status, amount, currency, valueDate, instructedOn } = payment
  const items = await tx
    .selectFrom('paymentFileItem as i')
    .innerJoin('paymentFile as f', 'f.id', 'i.fileId')
    .select([
      'i.id',
      'f.no',
      'i.amount',
      'i.live',
      'i.status',
      'i.bankStatus',
      'i.unclear',
      'i.instructedOn',
      'i.executionDate',
      'i.endToEndId',
    ])
    .where('i.paymentId', '=', id)
    .where('f.takenAt', 'is not', null)
    .where(({ or, and, eb }) =>
      or([eb('i.status', 'in', ['PENDING', 'ACCEPTED']), and([eb('i.live', '=', true), eb('i.status', '=', 'SENT')])]),
    )
    .orderBy('i.createdAt')
    .execute()
  const isOfItsAmount = (one: { amount: string }) => M.equals(amountOf(one.amount, currency), amountOf(amount, currency))
  // A payment that was instructed again since an earlier transfer, and recorded as paid, was paid by the later one; what the bank reported
  // first after that may be another movement.
  const mayBePaidBy = (one: { instructedOn: string | null; unclear: boolean }) =>
    status !== 'PAID' || (!one.unclear && (one.instructedOn === null || one.instructedOn === instructedOn))
  // The day tells by which instruction a payment was recorded as paid, though a file holds it by a later one since.
  const ofItsDay = status === 'PAID' ? items.filter((one) => isOfItsAmount(one) && one.instructedOn === instructedOn) : []
  const settled = ofItsDay.filter((one) => one.status === 'ACCEPTED' && !one.unclear)
  const isLive = ({ live }: { live: boolean }) => live
  const own =
    settled.find(isLive) ??
    settled[0] ??
    ofItsDay.find(isLive) ??
    ofItsDay.find(({ unclear }) => !unclear) ??
    items.find(isLive) ??
    items.find((one) => isOfItsAmount(one) && mayBePaidBy(one))
  const shown = (carried: readonly (typeof items)[number][]): TransferOut[] => {
    const isOwn = carried.some((one) => one === own)
    const told = carried.find((one) => one.status === 'ACCEPTED') ?? carried.find(({ live }) => live) ?? carried.at(-1)
    if (!told) return []
    return [
      {
        itemIds: carried.map((one) => one.id),
        fileNo: told.no,
        fileNos: carried.map(({ no }) => no),
        day: isOwn && valueDate !== null ? valueDate : earliest(carried.map((one) => one.instructedOn ?? one.executionDate)),
        instructedOn: told.instructedOn,
        executionDate: told.executionDate,
        amount: amountText(told.amount, currency),
        outcome: told.status,
        bankStatus: told.bankStatus,
        isOwn,
        isLive: carried.some(({ live }) => live),
        isUnclear: carried.some(({ unclear }) => unclear),
      },
    ]
  }
  // The bank knows a reference again.
  const transfers = [...grouped(items, (one) => `${one.endToEndId}|${one.amount}`).values()].flatMap(shown)
  const others = transfers.filter(({ isOwn }) => !isOwn)
  if (own) return [...transfers.filter(({ isOwn }) => isOwn), ...others]
  if (status !== 'PAID') return others
  const said = { outcome: null, bankStatus: null, isLive: false, isUnclear: false }
  const noFile = { itemIds: [], fileNo: null, fileNos: [], instructedOn: null, executionDate: null, ...said }
  return [{ ...noFile, day: valueDate, amount: amountText(amount, currency), isOwn: true }, ...others]
}

/**
 * SQL: whether a paid payment `p` has a transfer out beside the one that the books show, as `transfersOut` tells them: under another
 * reference or of another amount, or the only one, which the payment is not paid by.
 */
export const hasTransferBeside = (p: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${p}.${name}`)
  const isShown = sql`i.live or (i.amount = ${column('amount')} and not i.unclear
    and (i.instructed_on is null or i.instructed_on = ${column('instructed_on')}))`
  return sql<boolean>`(select count(distinct (i.end_to_end_id, i.amount)) > 1 or bool_and(not (${isShown})) is true
    from payment_file_item i join payment_file f on f.id = i.file_id
    where i.payment_id = ${column('id')} and f.taken_at is not null
      and (i.status in ('PENDING', 'ACCEPTED') or (i.live and i.status = 'SENT')))`
}

const earliest = (days: readonly LocalDate[]): LocalDate | null => [...days].sort().at(0) ?? null

/**
 * The transfer that somebody names by the number of its file, null for one that no file carried, with the others that stay with the bank.
 * Where the bank has several it has to be named: they may be of different amounts, and the books show one of them at most.
 */
export async function transferNamed(
  tx: Tx,
  payment: Paid,
  file: string | null | undefined,
): Promise<{ named: TransferOut | undefined; others: TransferOut[] }> {
  const all = await transfersOut(tx, payment)
  // Where none is out, the state of the payment says why nothing came back.
  if (all.length === 0 || (file === undefined && all.length === 1)) return { named: all[0], others: [] }
  const named = all.find(({ fileNo, fileNos }) => fileNo === file || fileNos.some((no) => no === file))
  if (!named) throw faultyField('file', 'TRANSFER_NOT_NAMED', { files: all.map(({ fileNo }) => fileNo ?? '-').join(', ') })
  return { named, others: all.filter((one) => one !== named) }
}
