/** The outcome of a business rule: a value, or a refusal the user can be told about. */
export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; refusal: Refusal }

export const ok = <Value>(value: Value) => ({ ok: true, value }) as const
export const refuse = <const Refusal>(refusal: Refusal) => ({ ok: false, refusal }) as const
