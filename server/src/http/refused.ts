import type { Result } from '@usance/domain/result'
import type { ErrorName, FieldError } from '@usance/wire/errors'

/** A business refusal on its way to the user. `data` is shown to the caller: never put another company's facts in it. */
export class Refused extends Error {
  constructor(
    readonly refusal: ErrorName,
    readonly data: Record<string, unknown> & { fields?: FieldError[] } = {},
  ) {
    super(refusal)
  }
}

/** The value of an accepted outcome; a refusal goes to the user. */
export function accepted<Value>(outcome: Result<Value, ErrorName>): Value {
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}

/** A refusal that belongs beside one field of the form. */
export const faultyField = (field: string, refusal: ErrorName, params?: Record<string, string | number>) =>
  new Refused(refusal, { fields: [{ field, message: refusal, ...(params ? { params } : {}) }] })
