import { sql } from 'kysely'
import { isToldToBank } from '../../books/servicing/bank-has.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import { holdDocuments, namedOf, withBankOfEach } from '../../finance/pool/with-bank.ts'
import { Refused } from '../../http/refused.ts'
import { topUpReportedBack } from '../repayment/reported-back.ts'
import { besideUnseen, whyUndue } from './still-due.ts'

/**
 * The instructed payments among some that may be unpayable: fundings, and payouts whose money the bank may have by another one as well. What
 * a file told the bank is recorded as it happened.
 */
const doubtful = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('payment as p')
    .selectAll('p')
    .select([
      sql<boolean>`${isToldToBank('p.id')}`.as('isTold'),
      sql<string | null>`case when p.type = 'FUNDING' and p.amount <= 0 then ${topUpReportedBack(sql`p.order_id`)} end`.as(
        'toppedUpBack',
      ),
    ])
    .where('p.id', '=', anyOf(ids))
    .where('p.status', '=', 'INSTRUCTED')
    .where(sql<boolean>`(p.type = 'FUNDING' or (not ${isToldToBank('p.id')} and ${besideUnseen('p')}))`)
    .execute()
type Doubtful = Awaited<ReturnType<typeof doubtful>>[number]

/**
 * Why nobody records a payment as paid by hand as things are: the top-up went back that a conversion is paid with, the bank may have financed a
 * document of its order for another one (decision 255), or has a cancelled payment of the same reserve, surplus, receipt or fees, or more of
 * one than its amount, so that this one is more than is due (decisions 254 and 234).
 */
async function whyUnpayable(
  tx: Tx,
  { toppedUpBack, isTold, ...payment }: Doubtful,
  withBank: Awaited<ReturnType<typeof withBankOfEach>>,
): Promise<Refused | undefined> {
  if (toppedUpBack) return new Refused('RECEIPT_REPORTED_BACK', { no: toppedUpBack })
  if (isTold) return undefined
  if (payment.type === 'FUNDING') {
    const [found] = withBank.get(payment.orderId ?? '') ?? []
    return found && new Refused('DOCUMENT_WITH_BANK', namedOf(found))
  }
  const undue = await whyUndue(tx, payment)
  return undue && new Refused(undue.error, undue.data)
}

/** Which of some payments `refuseUnpayable` refuses. The transaction sees every company. */
export async function unpayableAmong(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const unpayable: string[] = []
  const payments = await doubtful(tx, ids)
  const withBank = await withBankOfUntold(tx, payments)
  for (const payment of payments) if (await whyUnpayable(tx, payment, withBank)) unpayable.push(payment.id)
  return unpayable
}

const withBankOfUntold = (tx: Tx, payments: readonly Doubtful[]) =>
  withBankOfEach(
    tx,
    payments.flatMap(({ type, isTold, toppedUpBack, orderId }) =>
      type === 'FUNDING' && !isTold && !toppedUpBack ? (orderId ?? []) : [],
    ),
  )

/**
 * Refuses to record a payment as paid by hand that is unpayable as things are. The documents of a funding are held, so that no report is
 * read meanwhile that says so of them. The transaction sees every company. Throws RECEIPT_REPORTED_BACK, DOCUMENT_WITH_BANK,
 * RESERVE_NOT_FREE, REFUND_NOT_DUE or REMITTANCE_NOT_DUE.
 */
export async function refuseUnpayable(tx: Tx, { id, type, orderId }: { id: string; type: string; orderId: string | null }) {
  if (type === 'FUNDING' && orderId) await holdDocuments(tx, orderId)
  const payments = await doubtful(tx, [id])
  const withBank = await withBankOfUntold(tx, payments)
  for (const payment of payments) {
    const refused = await whyUnpayable(tx, payment, withBank)
    if (refused) throw refused
  }
}
