import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isImportReason } from './words.ts'

/** Whatever refuses a row while a sheet is imported, down to what it calls. */
const files = [
  'approval/config-change/import-rates.ts',
  'finance/pool/bank-figures.ts',
  'http/one-party.ts',
  'platform/paper/groups.ts',
  'trade/invoice/add-invoices.ts',
  'trade/invoice/fingerprints.ts',
  'trade/invoice/import-excel.ts',
  'trade/invoice/move-invoice.ts',
  'trade/invoice/save-invoice.ts',
  'trade/invoice/signs.ts',
  'trade/invoice/was-sent.ts',
  'trade/purchase-order/import-excel.ts',
  'trade/purchase-order/move-order.ts',
  'trade/purchase-order/save-order.ts',
]
/** Refusals in these files that no row of a sheet meets. */
const ofNoRow: Record<string, string> = {
  BUYER_STAYS: 'a row about a returned document has its buyer',
  FILE_TOO_LARGE: 'of the whole file',
  ILLEGAL_TRANSITION: 'a row changes drafts and what was sent, both locked',
  LINES_INCOMPLETE: 'a row leaves no lines unfinished',
  STALE_VERSION: 'the record is locked from its reading on',
}

test('whatever a row of a sheet may be refused for has its words', () => {
  const names = files.flatMap((file) => {
    const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')
    return [
      ...source.matchAll(/new Refused\('(\w+)'/g),
      ...source.matchAll(/faultyField\('\w+', '(\w+)'/g),
      ...source.matchAll(/message: '(\w+)'/g),
      ...source.matchAll(/reason: '(\w+)'/g),
    ].map(([, name]) => name!)
  })
  expect(names.length).toBeGreaterThan(30)
  expect([...new Set(names)].filter((name) => !isImportReason(name) && !Object.hasOwn(ofNoRow, name)).sort()).toEqual([])
  // A refusal that gets words, or goes, is no exception any more.
  expect(Object.keys(ofNoRow).filter((name) => isImportReason(name) || !names.includes(name))).toEqual([])
})
