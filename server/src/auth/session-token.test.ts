import { keyPrefix } from '@usance/wire/api-key/calls'
import { expect, test } from 'vitest'
import { newSessionToken } from './session-token.ts'

test('a session token never begins like an API key', () => {
  const drawn = [`${keyPrefix}${'a'.repeat(40)}`, `${keyPrefix}${'b'.repeat(40)}`, 'c'.repeat(43)]
  expect(newSessionToken(() => drawn.shift() ?? '')).toBe('c'.repeat(43))
  expect(newSessionToken()).toMatch(/^[\w-]{43}$/)
})
