import { isLocalDate } from '@usance/domain/local-date'

const spelled =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})([.,]\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i
const spelledShort = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})([.,]\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)$/i

/**
 * A time that tells its zone, as ISO 8601 writes it: "2026-11-30 23:30 UTC" is 2026-11-30T23:30:00Z. Undefined for any other text, a time
 * without a zone and a day that does not exist among them.
 */
export function timeInZone(text: string): string | undefined {
  const found = spelled.exec(text.trim()) ?? spelledShort.exec(text.trim())
  if (!found) return undefined
  const [, year, month, day, hour, minute, second = '00', part = '', zone = ''] = found
  const two = (figure: string | undefined) => (figure ?? '').padStart(2, '0')
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z'
  const date = `${year}-${two(month)}-${two(day)}`
  const time = `${date}T${two(hour)}:${minute}:${second}${part.replace(',', '.')}${offset}`
  return isLocalDate(date) && !Number.isNaN(Date.parse(time)) ? time : undefined
}

const clock = /\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?|T\d{4,6}/
const halfOfDay = /^\s*(?:[ap]\.?m\.?)?\s*(?:\(?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\)?)?\s*$/i

/** Whether something that may be a zone stands behind the time of a text, whether or not `timeInZone` reads it. */
export function tellsZone(text: string): boolean {
  const found = clock.exec(text)
  if (!found) return false
  const rest = text.slice(found.index + found[0].length)
  return /[a-z+-]/i.test(rest) && !halfOfDay.test(rest)
}
