const spelled =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i

/**
 * A time that tells its zone, as ISO 8601 writes it: "2026-11-30 23:30 UTC" is 2026-11-30T23:30:00Z. Undefined for any other text, a time
 * without a zone among them.
 */
export function timeInZone(text: string): string | undefined {
  const found = spelled.exec(text.trim())
  if (!found) return undefined
  const [, year, month, day, hour, minute, second = '00', part = '', zone = ''] = found
  const two = (figure: string | undefined) => (figure ?? '').padStart(2, '0')
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z'
  const time = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}${part}${offset}`
  return Number.isNaN(Date.parse(time)) ? undefined : time
}
