import type { LocalDate } from '@usance/domain/local-date'
import { Refused } from '../../http/refused.ts'

/** The refusal of a day on which the money of an order was not out yet: it says from which day on money counts. */
export const beforeFunding = (field: string, fundedOn: LocalDate): Refused =>
  new Refused('VALUE_DATE_BEFORE_FUNDING', {
    fundedOn,
    fields: [{ field, message: 'VALUE_DATE_BEFORE_FUNDING', params: { fundedOn } }],
  })
