import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyScales } from './currencies.ts'
import { type NumberKind, shapeOf } from './number-kind.ts'
import { readNumber } from './read-number.ts'

const read = (typed: string, kind: NumberKind) => {
  const answer = readNumber(typed, kind)
  return answer.ok ? answer.value : answer.refusal.why
}
const usd: NumberKind = { money: 'USD' }
const jpy: NumberKind = { money: 'JPY' }
const kwd: NumberKind = { money: 'KWD' }

describe('every spelling gives the meant figure, or is refused with its reason', () => {
  test.each<[string, NumberKind, string]>([
    ['1,234.56', usd, '1234.56'],
    ['1.234,56', usd, '1234.56'],
    ['1 234,56', usd, '1234.56'],
    ['1\u00a0234,56', usd, '1234.56'],
    ["1'234.56", usd, '1234.56'],
    ['1234,56', { money: 'EUR' }, '1234.56'],
    ['12,5', usd, '12.50'],
    ['1,234', usd, '1234.00'],
    ['1,234,567', usd, '1234567.00'],
    ['1.234.567', usd, '1234567.00'],
    ['1.234', usd, 'TWO_READINGS'],
    ['1,234', kwd, 'TWO_READINGS'],
    ['1.234', kwd, '1.234'],
    ['1,234.567', kwd, '1234.567'],
    ['1234.567', usd, 'DECIMALS'],
    ['50000.00', jpy, '50000'],
    ['1000.50', jpy, 'DECIMALS'],
    ['1.000', jpy, 'TWO_READINGS'],
    ['1,000', jpy, '1000'],
    ['900000.0000', jpy, '900000'],
    ['USD 100', usd, '100.00'],
    ['100 usd', usd, '100.00'],
    ['USD 100', { money: 'EUR' }, 'OTHER_UNIT'],
    ['$1,234.50', usd, '1234.50'],
    ['$1,234.50', { money: 'EUR' }, 'OTHER_UNIT'],
    ['￥１，２３４', jpy, '1234'],
    ['100 元', { money: 'CNY' }, '100.00'],
    ['12.5%', 'percent', '12.5'],
    ['12.5%', usd, 'OTHER_UNIT'],
    ['100.01', 'percent', 'TOO_LARGE'],
    ['１２．５', usd, '12.50'],
    ['1。5', usd, '1.50'],
    ['1e3', usd, 'NOT_A_NUMBER'],
    ['12ab3', usd, 'NOT_A_NUMBER'],
    ['10²', usd, 'NOT_A_NUMBER'],
    ['1.2.3', usd, 'NOT_A_NUMBER'],
    ['1,23,4', usd, 'NOT_A_NUMBER'],
    ['.', usd, 'NOT_A_NUMBER'],
    ['-', 'rate', 'NOT_A_NUMBER'],
    [' 7.5  ', usd, '7.50'],
    ['1.', usd, '1.00'],
    ['.5', usd, '0.50'],
    ['-1', usd, 'NEGATIVE'],
    ['-0', usd, '0.00'],
    ['−0.25', 'rate', '-0.25'],
    ['1.5', 'days', 'DECIMALS'],
    ['30 days', 'days', '30'],
    ['30天', 'days', '30'],
    ['7.1234', 'fxRate', '7.1234'],
    ['156.7812', 'fxRate', '156.7812'],
    ['0.0067', 'fxRate', '0.0067'],
    ['0.1392757660', 'fxRate', '0.1392757660'],
    ['7,123', 'fxRate', 'TWO_READINGS'],
    ['0,125', 'fxRate', '0.1250'],
    ['4.31745', 'rate', '4.31745'],
    ['0.125', 'share', '0.125'],
    ['007', 'count', '7'],
    ['9'.repeat(14), usd, 'TOO_LARGE'],
    ['9'.repeat(200), usd, 'NOT_A_NUMBER'],
  ])('%s as %j is %s', (typed, kind, meant) => expect(read(typed, kind)).toBe(meant))
})

const kinds: NumberKind[] = [
  ...[...currencyScales.keys()].map((currency) => ({ money: currency })),
  ...(['fxRate', 'rate', 'percent', 'share', 'multiple', 'feeValue', 'days', 'count', 'quantity', 'unitPrice'] as const),
]
const grouped = (whole: string, mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark)
const wide = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
/**
 * Every spelling of a figure in some country, without those that mean another figure to readers of the portal: 1.234 is less than
 * two where a kind has three decimals, and so is a decimal comma before three digits where it has none.
 */
const spellings = (whole: string, fraction: string, decimals: number): string[] => {
  const tail = (mark: string) => (fraction ? `${mark}${fraction}` : '')
  const isOfReaders = (text: string) =>
    (decimals > 2 ? /^\d{1,3}\.\d{3}$/ : /^\d{1,3},\d{3}$/).test(text) && text !== grouped(whole, ',')
  return [
    ...[',', ' ', '\u00a0', '\u202f', "'", '’', ''].map((mark) => `${grouped(whole, mark)}${tail('.')}`),
    ...['.', ' ', '\u00a0', ''].map((mark) => `${grouped(whole, mark)}${tail(',')}`),
    ` ${whole}${tail('.')} `,
    wide(`${grouped(whole, ',')}${tail('.')}`),
  ].filter((text) => !isOfReaders(text) || text === `${whole}${tail('.')}`)
}
const isSame = (a: string, b: string) => {
  const plain = (text: string) =>
    text
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')
  return plain(a) === plain(b)
}

test('a spelling of any country in any kind and currency gives the written figure, or is refused', () => {
  const figures = fc.record({
    kind: fc.constantFrom(...kinds),
    whole: fc.bigInt({ min: 0n, max: 10n ** 16n }),
    places: fc.integer({ min: 0, max: 11 }),
    digits: fc.bigInt({ min: 0n, max: 10n ** 11n - 1n }),
    unit: fc.nat(40),
  })
  fc.assert(
    fc.property(figures, ({ kind, whole, places, digits, unit }) => {
      const fraction = digits.toString().padStart(11, '0').slice(0, places)
      const { units, decimals } = shapeOf(kind)
      const sign = units.length > 0 ? units[unit % units.length]! : ''
      for (const spelling of spellings(String(whole), fraction, decimals))
        for (const typed of [spelling, `${sign} ${spelling}`, `${spelling}${sign}`]) {
          const answer = readNumber(typed, kind)
          if (answer.ok)
            expect([typed, kind, isSame(answer.value, fraction ? `${whole}.${fraction}` : `${whole}`)]).toEqual([
              typed,
              kind,
              true,
            ])
        }
      // The portal's own format is always understood.
      const own = readNumber(`${whole}.${fraction || '0'}`, kind)
      if (own.ok) expect(readNumber(own.value, kind)).toEqual(own)
    }),
    { numRuns: 3000 },
  )
})

test('any text is a figure of its kind or refused, and reading a figure again leaves it unchanged', () => {
  const anything = fc.oneof(fc.string({ maxLength: 70 }), fc.stringMatching(/^[-+ ,.'$¥%0-9]{0,24}$/))
  fc.assert(
    fc.property(anything, fc.constantFrom(...kinds), (typed, kind) => {
      const answer = readNumber(typed, kind)
      if (!answer.ok) return
      const { whole, decimals } = shapeOf(kind)
      expect(answer.value).toMatch(new RegExp(`^-?\\d{1,${whole}}${decimals > 0 ? `(\\.\\d{1,${decimals}})?` : ''}$`))
      expect(readNumber(answer.value, kind)).toEqual(answer)
    }),
    { numRuns: 3000 },
  )
})
