import { expect, test } from 'vitest'
import { choiceOf } from './choice.ts'

test.each([
  ['{"choice":"off"}', 'off'],
  ['{"choice":"on","at":1}', 'on'],
  ['"off"', 'off'],
  ['off', 'off'],
  ['{"choice":', undefined],
  ['{"choice":"maybe"}', undefined],
  ['[1]', undefined],
  [null, undefined],
])('the stored preference %s is the choice %s', (stored, choice) => {
  expect(choiceOf(stored)).toBe(choice)
})
