import { expect, test } from 'vitest'
import { saysDuplicate } from './says-duplicate.ts'

test.each([
  ['AM05', null, true],
  ['DU03', null, true],
  ['NARR', 'Duplicate file, message id already received and processed', true],
  ['NARR', '报文重复', true],
  ['Duplicate transaction', null, true],
  [null, 'This payment has already been executed', true],
  ['NARR', 'Zahlung bereits ausgeführt', true],
  ['NARR', '交易已执行', true],
  ['AC04', 'Account already closed', false],
  ['NARR', 'Cut-off time missed', false],
  [null, null, false],
])(
  'a refusal with the reason %s and the text %s says that the bank has the transfer already: %s',
  (reasonCode, reasonText, says) => expect(saysDuplicate({ reasonCode, reasonText })).toBe(says),
)
