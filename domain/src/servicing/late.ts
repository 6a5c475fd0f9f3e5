import type { LocalDate } from '../local-date.ts'
import * as M from '../money.ts'
import { lastDayOfGrace, type ServicingTerms } from './life.ts'
import type { ItemOwed } from './plan-repayment.ts'

/** The items of an order on which anything is owed after their grace on a day: a fee is late like principal and interest. */
export const lateItems = (owed: readonly ItemOwed[], terms: ServicingTerms, on: LocalDate): ItemOwed[] =>
  owed.filter(
    ({ item, principal, interest, penalty, fees }) =>
      [principal, interest, penalty, fees].some(M.isPositive) && on > lastDayOfGrace(item, terms),
  )
