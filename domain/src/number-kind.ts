import { type Currency, currencyScales } from './currencies.ts'

/** The limits and format of one kind of figure. Units are accepted beside a typed or pasted figure. */
export type NumberShape = {
  /** Digits before the decimal point, at most. */
  readonly whole: number
  /** Digits after it, at most. */
  readonly decimals: number
  /** Digits after it that are always shown. */
  readonly fill: number
  /** Whether it may be below zero. */
  readonly signed: boolean
  /** The largest figure of the kind, where its digits alone would allow more. */
  readonly max?: string
  readonly units: readonly string[]
}

const shape = (whole: number, decimals: number, more: Partial<NumberShape> = {}): NumberShape => ({
  whole,
  decimals,
  fill: 0,
  signed: false,
  units: [],
  ...more,
})
const percentSign = ['%']

/**
 * Digits before the decimal point of an amount that somebody enters, at most: no document, receipt or limit is larger in any currency, and
 * a thousand of them still fit where amounts are stored. A sum of amounts may have more.
 */
export const enteredDigits = 13

/**
 * The kinds of figure beside money, which has the decimals of its currency. Wire, server and browser share this table: it decides
 * validation, typing and display.
 */
const plainKinds = {
  /** Units of one currency for one unit of another; shown with four decimals, kept with ten. */
  fxRate: shape(8, 10, { fill: 4 }),
  /** Percent a year: a fixing, a margin, a floor. */
  rate: shape(3, 6, { signed: true, units: percentSign }),
  /** A part of a whole in percent. */
  percent: shape(3, 2, { max: '100', units: percentSign }),
  /** A part of a whole in percent that is agreed more finely, such as a commission. */
  share: shape(3, 6, { max: '100', units: percentSign }),
  /** What an agreed figure is multiplied by. */
  multiple: shape(3, 6),
  /** The figure of a fee rule: an amount or a percentage, as its basis says. */
  feeValue: shape(9, 6, { units: percentSign }),
  days: shape(3, 0, { units: ['day', 'days', 'd', '天', '日'] }),
  count: shape(15, 0),
  quantity: shape(14, 4),
  unitPrice: shape(14, 6),
} as const satisfies Record<string, NumberShape>

export type PlainKind = keyof typeof plainKinds
/** A kind of figure; money names its currency, undefined while none is chosen. */
export type NumberKind = PlainKind | { readonly money: Currency | undefined }

const dollars = 'USD AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD NAD NZD SBD SGD SRD TTD TWD XCD'.split(' ')
/** Currency signs, each with every currency that it may stand for. */
const signs: Readonly<Record<string, readonly Currency[]>> = {
  $: dollars,
  US$: ['USD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  A$: ['AUD'],
  C$: ['CAD'],
  NT$: ['TWD'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['CNY', 'JPY'],
  元: ['CNY', 'HKD', 'TWD'],
  RMB: ['CNY'],
  人民币: ['CNY'],
  美元: ['USD'],
  欧元: ['EUR'],
  港元: ['HKD'],
  港币: ['HKD'],
  英镑: ['GBP'],
  日元: ['JPY'],
}

/** Whether a word beside a figure names any currency. */
export const isCurrencyWord = (word: string): boolean => word in signs || currencyScales.has(word.toUpperCase())

/** The shape of a kind; money without a chosen currency has two decimals. */
export function shapeOf(kind: NumberKind): NumberShape {
  if (typeof kind === 'string') return plainKinds[kind]
  const { money: currency } = kind
  const scale = currencyScales.get(currency ?? '') ?? 2
  const units = currency ? [currency, ...Object.keys(signs).filter((sign) => signs[sign]?.includes(currency))] : []
  return shape(enteredDigits, scale, { fill: scale, units })
}

/** The exact text of a kind on the wire, as the source of a regular expression; money of any currency has up to four decimals. */
export function wirePattern(kind: PlainKind | 'money', signed: boolean): string {
  const { whole, decimals } = kind === 'money' ? shape(enteredDigits, 4) : plainKinds[kind]
  return `^${signed ? '-?' : ''}\\d{1,${whole}}${decimals > 0 ? `(\\.\\d{1,${decimals}})?` : ''}$`
}
