/** A month the way people type it - 2025-1, 202501, 2025/01 - as YYYY-MM. */
export function monthOf(typed: string): string | undefined {
  const found = /^\s*(\d{4})[/.-]?(\d{1,2})\s*$/.exec(typed)
  const month = Number(found?.[2])
  return found && month >= 1 && month <= 12 ? `${found[1]}-${String(month).padStart(2, '0')}` : undefined
}
