import type { Result } from './result.ts'

/** The value of a result that cannot be a refusal here; a refusal is a bug and throws. */
export function accept<Value, Refusal>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value
  throw new Error(`Refused: ${JSON.stringify(result.refusal)}.`)
}
