import type { AmountRefusal } from '@usance/domain/money'
import type { Result } from '@usance/domain/result'
import type { ErrorName, FieldError } from '@usance/wire/errors'

type Fact = string | number | boolean | null | undefined
type Facts = { readonly [name: string]: Fact | readonly Fact[] }
/**
 * What a refusal tells beside its name: single facts, and lists of them. An answer is cut to what its reader may know, and a refusal is not,
 * so that a whole answer does not fit here.
 */
export type RefusalData = { readonly [name: string]: Fact | Facts | readonly (Fact | Facts)[] | FieldError[] } & {
  fields?: FieldError[]
}

/** A business refusal on its way to the user. `data` is shown to the caller: never put another company's facts in it. */
export class Refused extends Error {
  constructor(
    readonly refusal: ErrorName,
    readonly data: RefusalData = {},
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

/** A text that is no amount of its currency, beside its field. */
export const faultyAmount = (field: string, refusal: AmountRefusal, currency: string) =>
  faultyField(field, amountFault(refusal), { currency })

/** The error that tells why a text is no amount. The shape of a call lets nothing pass that is no figure at all. */
export const amountFault = (refusal: AmountRefusal) => (refusal === 'AMOUNT_TOO_LARGE' ? refusal : 'AMOUNT_SCALE')
