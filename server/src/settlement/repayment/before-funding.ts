import type { LocalDate } from '@usance/domain/local-date'
import { Refused } from '../../http/refused.ts'

/** Refuses a day before the money of an order was out; the refusal names the first possible day. */
export const beforeFunding = (field: string, fundedOn: LocalDate): Refused =>
  new Refused('VALUE_DATE_BEFORE_FUNDING', {
    fundedOn,
    fields: [{ field, message: 'VALUE_DATE_BEFORE_FUNDING', params: { fundedOn } }],
  })
