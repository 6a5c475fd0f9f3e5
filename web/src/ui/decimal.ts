/** Exact arithmetic on decimal text such as "-1234.50". Nothing here ever becomes a float. */
type Parts = { negative: boolean; whole: string; fraction: string }

/** The parts of a decimal text, or undefined when it is none. */
export function parseDecimal(text: string): Parts | undefined {
  const found = /^([+-])?(\d*)(?:\.(\d*))?$/.exec(text.trim())
  if (!found || !(found[2] || found[3])) return undefined
  return { negative: found[1] === '-', whole: (found[2] || '0').replace(/^0+(?=\d)/, ''), fraction: found[3] ?? '' }
}

const scaled = (p: Parts, scale: number): bigint => {
  const digits = BigInt(p.whole + p.fraction.slice(0, scale).padEnd(scale, '0'))
  return p.negative ? -digits : digits
}
const unscaled = (value: bigint, scale: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return value < 0n ? `-${text}` : text
}
const must = (text: string): Parts => {
  const parts = parseDecimal(text)
  if (!parts) throw new Error(`not a decimal: ${text}`)
  return parts
}

/** Half up, away from zero, to `scale` decimals: the rule for showing figures. */
export function roundHalfUp(text: string, scale: number): string {
  const parts = must(text)
  const up = (parts.fraction[scale] ?? '0') >= '5' ? 1n : 0n
  const value = scaled(parts, scale)
  return unscaled(parts.negative ? value - up : value + up, scale)
}

export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [x, y] = [must(a), must(b)]
  const scale = Math.max(x.fraction.length, y.fraction.length)
  const difference = scaled(x, scale) - scaled(y, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The exact sum, with as many decimals as the longer one. */
export function addDecimals(a: string, b: string): string {
  const [x, y] = [must(a), must(b)]
  const scale = Math.max(x.fraction.length, y.fraction.length)
  return unscaled(scaled(x, scale) + scaled(y, scale), scale)
}

export const subtractDecimals = (a: string, b: string): string => addDecimals(a, b.startsWith('-') ? b.slice(1) : `-${b}`)

/** Without zeros that say nothing: "12.5000" is "12.5", "10.00" is "10". */
export const shortDecimal = (text: string): string => (text.includes('.') ? text.replace(/\.?0*$/, '') : text)

/** Commas between groups of three. */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
