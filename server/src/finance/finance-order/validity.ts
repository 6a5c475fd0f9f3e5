import { addBusinessDays } from '@usance/domain/calendar'
import type { LocalDate } from '@usance/domain/local-date'
import { calendarsOf } from '../../books/servicing/calendars.ts'
import { agreedTermsFor } from '../../books/servicing/terms.ts'
import type { UseCaseContext } from '../../http/context.ts'
import type { OrderRow } from './move-order.ts'

const validBusinessDays = 10

/**
 * Until when an order may be paid that was approved today, or whose payment came back today: both begin the same wait for its money.
 */
export async function validFromToday({ tx, today }: UseCaseContext, order: OrderRow): Promise<LocalDate> {
  const { calendars } = await agreedTermsFor(tx, order)
  return addBusinessDays(today, validBusinessDays, await calendarsOf(tx, calendars))
}
