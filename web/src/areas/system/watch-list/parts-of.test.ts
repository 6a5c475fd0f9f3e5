import { expect, test } from 'vitest'
import { partsOf } from './parts-of.ts'

test('a long list is sent in whole lines, and each part knows how many lines came before it', () => {
  expect(partsOf('a,1\r\nb,2\nc,3\n', 8)).toEqual([
    { csv: 'a,1\nb,2', before: 0 },
    { csv: 'c,3\n', before: 2 },
  ])
  expect(partsOf(' \n\n')).toEqual([])
  expect(partsOf('a very long single line,1', 5)).toHaveLength(1)
})
