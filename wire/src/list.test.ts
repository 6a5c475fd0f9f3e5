import { expect, test } from 'vitest'
import { lists } from './all-calls.ts'
import type { Column } from './list.ts'

/** The statuses of cancelled rows, whose figures do not count. */
const calledOff = ['CANCELLED', 'REVOKED', 'REFUSED', 'EXPIRED', 'REVERSED', 'VOID']

test('a list with totals declares its cancelled rows, so that no sum counts them', () => {
  const faults = lists.flatMap(({ id, columns, uncounted }) => {
    const all = Object.entries<Column>(columns)
    if (!all.some(([, { total }]) => total)) return []
    return all.flatMap(([name, { choices = [] }]) => {
      const found = choices.filter((value) => calledOff.includes(value))
      const said = uncounted?.column === name ? uncounted.values : []
      return found.filter((value) => !said.includes(value)).map((value) => `${id} counts rows whose ${name} is ${value}`)
    })
  })
  expect(faults).toEqual([])
})
