import { describe, expect, test } from 'vitest'
import { listedName } from './watch-lists.ts'

describe('a line of a watch list', () => {
  test.each([
    ['UN-12,Murky Arms Trading', { reference: 'UN-12', name: 'Murky Arms Trading' }],
    ['  "UN-12" , "Arms, Murky ""Trading"" Ltd"  ', { reference: 'UN-12', name: 'Arms, Murky "Trading" Ltd' }],
    ['UN-12, one, and two ', { reference: 'UN-12', name: 'one, and two' }],
    ['no comma', null],
    [',no reference', null],
    ['UN-12,', null],
    ['UN-12,"open', null],
    [`${'9'.repeat(61)},too long a reference`, null],
  ])('%j', (line, expected) => {
    expect(listedName(line)).toEqual(expected)
  })
  test('is read in one pass, however many blanks it has', () => {
    const blanks = ' '.repeat(900_000)
    expect(listedName(`${blanks}x`)).toBeNull()
    expect(listedName(`${blanks}1${blanks},${blanks}x${blanks}`)).toEqual({ reference: '1', name: 'x' })
    expect(listedName(`1,"${'"'.repeat(900_000)}`)).not.toBeUndefined()
  })
})
