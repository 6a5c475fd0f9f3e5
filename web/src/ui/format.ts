import { language } from '../i18n/language.ts'
import { groupThousands, parseDecimal, roundHalfUp, shortDecimal } from './decimal.ts'

/** What is shown where there is no value. Zero and false are values. */
export const dash = '-'
const isEmpty = (value: unknown): value is null | undefined | '' => value === null || value === undefined || value === ''

/** Currencies whose ISO 4217 scale is not 2. */
const isoScales: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}
/** The decimals a currency is stored with (ISO 4217). */
export const isoScale = (currency: string | undefined): number => isoScales[currency ?? ''] ?? 2
/** The decimals of lists and inputs: none for JPY, else 2. */
export const displayScale = (currency: string | undefined): number => (currency === 'JPY' ? 0 : 2)

/** The zone of a user who has none: eight hours, that is 480 minutes, east of UTC. */
const defaultZone = 8
let zoneHours = defaultZone
let dateFormat = 'YYYY/MM/DD'
/** Takes over the signed-in user's zone (hours east of UTC) and date format. */
export function setDisplay(user: { timeZone?: number | null; timeFormat?: string | null }) {
  zoneHours = Number.isFinite(user.timeZone) ? Number(user.timeZone) : defaultZone
  dateFormat = user.timeFormat || 'YYYY/MM/DD'
}
export const displayZone = () => zoneHours
/** The date format of the signed-in user. */
export const displayDateFormat = () => dateFormat

/** Exact decimal text with thousands groups; `exact` shows the full ISO scale of the currency. */
export function formatAmount(value: string | null | undefined, currency?: string, options: { exact?: boolean } = {}): string {
  if (isEmpty(value)) return dash
  return formatDecimal(value, options.exact ? isoScale(currency) : displayScale(currency))
}

/** Any decimal text, half up to `scale` decimals, with thousands groups. */
export function formatDecimal(value: string | number | null | undefined, scale = 2): string {
  if (isEmpty(value)) return dash
  const text = String(value)
  return parseDecimal(text) ? groupThousands(roundHalfUp(text, scale)) : text
}

/** Decimal text with thousands groups and every decimal that it has, at least `least`. */
export const formatExact = (value: string, least: number): string =>
  formatDecimal(value, Math.max(least, shortDecimal(value).split('.')[1]?.length ?? 0))

/** "12.5" is 12.50 %. */
export const formatPercent = (value: string | null | undefined, scale = 2): string =>
  isEmpty(value) ? dash : `${formatDecimal(value, scale)}%`
/** A percentage that was agreed, with the decimals it was agreed with, at least two: "4.25" is 4.25%, "4.1250" is 4.125%. */
export const formatRatePct = (value: string | number | null | undefined): string =>
  isEmpty(value) ? dash : `${formatExact(String(value), 2)}%`
/** Exchange rates have four decimals. */
export const formatRate = (value: string | null | undefined): string => formatDecimal(value, 4)
/** Whole numbers with thousands groups. */
export const formatCount = (value: number | string | null | undefined): string =>
  isEmpty(value) ? dash : groupThousands(String(value))

const two = (value: number) => String(value).padStart(2, '0')
const inFormat = (year: string, month: string, day: string) =>
  dateFormat.replace('YYYY', year).replace('MM', month).replace('DD', day)

/** A calendar day, YYYY-MM-DD on the wire; no zone ever shifts it. */
export function formatDate(value: string | null | undefined): string {
  if (isEmpty(value)) return dash
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(value)
  return found ? inFormat(found[1]!, found[2]!, found[3]!) : value
}

/** An instant in the user's zone; `seconds` false leaves them out. */
export function formatDateTime(value: string | null | undefined, options: { seconds?: boolean } = {}): string {
  if (isEmpty(value)) return dash
  const instant = new Date(value)
  if (Number.isNaN(instant.getTime())) return value
  const local = new Date(instant.getTime() + zoneHours * 3_600_000)
  const day = inFormat(String(local.getUTCFullYear()), two(local.getUTCMonth() + 1), two(local.getUTCDate()))
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
  return `${day} ${options.seconds === false ? time : `${time}:${two(local.getUTCSeconds())}`}`
}

/** Today's calendar day (YYYY-MM-DD) in the user's zone. */
export const todayInZone = (now = Date.now()): string => new Date(now + zoneHours * 3_600_000).toISOString().slice(0, 10)

/** Bytes for people: 1.4 MB. */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 ? `${bytes} B` : bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(0)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`

/** Any text, or the dash. */
export const orDash = (value: unknown): string =>
  isEmpty(value) || (typeof value === 'string' && value.trim() === '') ? dash : String(value)

/** A country or region by its ISO code, in the reader's language; a code nobody knows stays as it is. */
export function countryName(code: string | null | undefined): string {
  if (!code) return dash
  try {
    return new Intl.DisplayNames(language(), { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
