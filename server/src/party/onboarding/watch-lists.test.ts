import { describe, expect, test } from 'vitest'
import { listedNames } from './watch-lists.ts'

const listedName = (line: string) => listedNames(line).names[0] ?? null

describe('a line of a watch list', () => {
  test.each([
    ['UN-12,Murky Arms Trading', { reference: 'UN-12', name: 'Murky Arms Trading' }],
    ['  "UN-12" , "Arms, Murky ""Trading"" Ltd"  ', { reference: 'UN-12', name: 'Arms, Murky "Trading" Ltd' }],
    ['UN-12,"one, and two" ', { reference: 'UN-12', name: 'one, and two' }],
    ['"Annex 1, 12",Omar Badman', { reference: 'Annex 1, 12', name: 'Omar Badman' }],
    ['UN-12; one and two ', { reference: 'UN-12', name: 'one and two' }],
    ['UN-12\tone, and two, and three', { reference: 'UN-12', name: 'one, and two, and three' }],
    ['UN-12, one, and two ', null],
    ['P-1,Omar Badman,individual,Syria,1970-01-01,SDGT', null],
    ['P-1;Omar Badman;individual', null],
    ['P-1,Omar Badman; the Bad', null],
    ['P-1;Badman, Omar', null],
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

describe('the lines of a watch list', () => {
  test('keep the commas of names where semicolons or tabs, and nothing else, make two columns of each', () => {
    for (const separator of [';', '\t'])
      expect(listedNames(`P-1${separator}Badman, Omar\nP-2${separator}Ann Other`)).toEqual({
        names: [
          { reference: 'P-1', name: 'Badman, Omar' },
          { reference: 'P-2', name: 'Ann Other' },
        ],
        faulty: [],
      })
  })
  test('are told as faulty where they could be parted in two ways, and the others are taken', () => {
    expect(listedNames('P-1;Badman, Omar\nP-2,Ann Other\n\nP-3,Bo Berg,individual')).toEqual({
      names: [{ reference: 'P-2', name: 'Ann Other' }],
      faulty: [1, 4],
    })
  })
})
