/** The outcome of one set of cases: how many files and fields were compared, what differed and what was left out, and why. */
export class Tally {
  readonly name: string
  files = 0
  exact = 0
  readonly wrong: string[] = []
  readonly outOfScope: { what: string; count: number; reason: string }[] = []

  constructor(name: string) {
    this.name = name
  }

  get fields() {
    return this.exact + this.wrong.length
  }

  /** Counts one compared field; equal values are exact, others are listed. */
  compare(where: string, got: unknown, wanted: unknown): void {
    if (Object.is(got ?? null, wanted ?? null)) this.exact += 1
    else this.wrong.push(`${where}: got ${JSON.stringify(got ?? null)}, wanted ${JSON.stringify(wanted ?? null)}`)
  }

  skip(what: string, count: number, reason: string): void {
    if (count > 0) this.outOfScope.push({ what, count, reason })
  }
}

/** Decimal text without trailing zeros, so that '10.00' and '10' compare equal; other text trimmed. */
export function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = String(value).trim()
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const short = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
  return short === '-0' ? '0' : short
}
