import { expect, test } from 'vitest'
import { optionsOf } from './use-dictionary.ts'

const entry = (grp: string, dicKey: string, enValue: string) => ({ grp, dicKey, enValue, cnValue: '', description: null })

test('a base rate is offered by its name, a currency by its code', () => {
  const entries = [entry('BASE_RATE_TYPE', 'TERM_SOFR_1M', 'Term SOFR, 1 month'), entry('CURRENCY', 'USD', 'US dollar')]
  expect(optionsOf(entries, 'BASE_RATE_TYPE')).toEqual([{ value: 'TERM_SOFR_1M', label: 'Term SOFR, 1 month' }])
  expect(optionsOf(entries, 'CURRENCY')).toEqual([{ value: 'USD', label: 'USD' }])
  expect(optionsOf(undefined, 'CURRENCY')).toEqual([])
})
