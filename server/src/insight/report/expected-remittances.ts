import type { LocalDate } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { duesTold } from '../../books/servicing/due-to-platform.ts'
import { platformIdOf } from '../../books/servicing/load-order.ts'
import { readsType } from '../../books/servicing/payments-seen.ts'
import { isSideOfSeat } from '../../books/servicing/side-of-seat.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import type { Found } from './cash-row.ts'

/**
 * Fees and spread that funders hold for the platform and that are in no payment yet: the funder, and the staff who read remittances, expect
 * them to leave today, a partner those of funders that they introduced. The transaction sees every company.
 */
export async function remittancesExpected({ tx, actor, today }: { tx: Tx; actor: Actor; today: LocalDate }): Promise<Found[]> {
  if (!readsType(actor, 'FEE_REMIT') || !(actor.staff || isSideOfSeat(actor, 'FUNDER'))) return []
  const dues = await duesTold(tx, actor)
  if (dues.length === 0) return []
  const platform = await tx
    .selectFrom('company')
    .select('name')
    .where('id', '=', await platformIdOf(tx))
    .executeTakeFirstOrThrow()
  return dues.map(({ funderId, currency, amount }) => ({
    id: `${funderId}-${currency}`,
    date: today,
    kind: 'FEE_REMIT',
    no: currency,
    link: '/payment/release-refund',
    partyName: platform.name,
    direction: 'OUT',
    done: false,
    amount: M.toDecimal(amount),
    currency,
  }))
}
