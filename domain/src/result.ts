/** The outcome of a business rule: a value, or a refusal the user can be told about. */
export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; refusal: Refusal }

export const ok = <Value>(value: Value) => ({ ok: true, value }) as const
export const refuse = <const Refusal>(refusal: Refusal) => ({ ok: false, refusal }) as const

/** The value of a result that cannot be a refusal here; a refusal is a bug and throws. */
export function accept<Value, Refusal>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value
  throw new Error(`Refused: ${JSON.stringify(result.refusal)}.`)
}
