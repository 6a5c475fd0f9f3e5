import { isCurrency, scaleOf } from '@usance/domain/currencies'
import { type CodeKind, codeChecks, isoCurrencies } from '@usance/server/reference/codes'
import type { CaseFolder } from './case-files.ts'
import { Tally } from './tally.ts'

/** Every code accepted or refused as listed, and every currency with its number and minor unit. */
export function codeSet(cases: CaseFolder): Tally[] {
  return cases
    .list()
    .filter((name) => name.endsWith('.csv'))
    .map((name) => {
      const tally = new Tally(name.replace('.csv', ''))
      tally.files = 1
      if (name.startsWith('iso4217')) compareCurrencies(tally, cases.records(name))
      else for (const { kind = '', value = '', valid } of cases.records(name)) compareCode(tally, kind, value, valid === '1')
      return tally
    })
}

function compareCode(tally: Tally, kind: string, value: string, valid: boolean): void {
  if (Object.hasOwn(codeChecks, kind)) tally.compare(`${kind} ${value}`, codeChecks[kind as CodeKind](value), valid)
  else tally.skip(kind, 1, 'no such code is asked for in the product')
}

function compareCurrencies(tally: Tally, rows: Record<string, string>[]): void {
  const known = new Map(isoCurrencies().map((currency) => [currency.code, currency]))
  for (const { code = '', numeric, minor_units: units = '' } of rows) {
    const currency = known.get(code)
    tally.compare(`${code} number`, currency?.numeric, numeric)
    tally.compare(`${code} minor unit`, String(currency?.minorUnits ?? 'N.A.'), units)
    // What money is really rounded by; a code without minor unit cannot hold money at all.
    tally.compare(`${code} rounding`, isCurrency(code) ? String(scaleOf(code)) : 'N.A.', units)
  }
}
