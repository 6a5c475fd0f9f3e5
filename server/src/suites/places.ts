export type Parts = { params?: unknown; query?: unknown; body?: unknown }
export type Place = (string | number)[]
/** Every place of an id in the input. */
export function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value === 'string') return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value) && at.at(-1) !== 'idempotencyKey' ? [at] : []
  if (!value || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, Array.isArray(value) ? Number(key) : key]))
}
const put = (value: unknown, [step, ...rest]: Place, id: string): unknown => {
  if (step === undefined) return id
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? put(one, rest, id) : one))
  return { ...(value as object), [step]: put((value as Record<string, unknown>)[step], rest, id) }
}
/** The input with another id in a place. */
export const replaced = (parts: Parts, place: Place, id: string): Parts => put(parts, place, id) as Parts

/** The place as calls write it, such as `body.items[].id`. */
export const pathOf = (place: Place) =>
  place.reduce<string>((path, step) => (typeof step === 'number' ? `${path}[]` : path ? `${path}.${step}` : step), '')
