import type { TrialRefusal } from '@usance/domain/trial'
import type { ErrorName } from '@usance/wire/errors'
import { Refused } from '../../http/refused.ts'
import { isOwnLimit } from './own-limits.ts'
import { plain } from './plain.ts'

/** A refusal of the rules as the wire names it, with what the user needs to put it right. */
export function refusalOf(refusal: TrialRefusal): Refused {
  const names: Partial<Record<TrialRefusal['code'], ErrorName>> = {
    NO_ITEMS: 'NOTHING_TO_FINANCE',
    CURRENCY_NOT_OFFERED: 'CURRENCY_MISMATCH',
    DOCUMENT_NOT_FOUND: 'NOT_FOUND',
    DUPLICATE_ITEM: 'BAD_REQUEST',
    NOT_AN_AMOUNT: 'AMOUNT_SCALE',
    AMOUNT_EXCEEDS_MAX_ADVANCE: 'ADVANCE_ABOVE_DOCUMENT',
  }
  const told =
    refusal.code === 'LIMIT_EXCEEDED' && !isOwnLimit({ type: refusal.limitType }) ? { ...refusal, available: undefined } : refusal
  return new Refused(names[refusal.code] ?? (refusal.code as ErrorName), plain(told))
}
