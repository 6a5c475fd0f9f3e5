import { expect, test } from 'vitest'
import { inSentence } from './in-sentence.ts'

test.each([
  ['User name', 'user name'],
  ['E-mail address', 'e-mail address'],
  ['Pay out to', 'pay out to'],
  ['IBAN', 'IBAN'],
  ['SWIFT code', 'SWIFT code'],
  ['API keys', 'API keys'],
  ['SHA-256 of the file', 'SHA-256 of the file'],
  ['Chinese name', 'Chinese name'],
  ['English', 'English'],
  ['户名', '户名'],
  ['', ''],
])('a label that a sentence names is written as in a sentence: %s', (label, written) => {
  expect(inSentence(label)).toBe(written)
})
