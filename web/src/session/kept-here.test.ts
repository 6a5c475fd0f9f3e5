import { afterEach, expect, test, vi } from 'vitest'
import { browserKept, tabKept } from './kept-here.ts'

afterEach(() => vi.unstubAllGlobals())

test('what is kept is read again, and gone once it is removed', () => {
  for (const kept of [browserKept, tabKept]) {
    kept.write('a place', 'here')
    expect(kept.read('a place')).toBe('here')
    expect(kept.parsed('a place')).toBeNull()
    kept.write('a place', '{"no":1}')
    expect(kept.parsed('a place')).toEqual({ no: 1 })
    kept.write('a place', null)
    expect(kept.read('a place')).toBeNull()
    expect(kept.parsed('a place')).toBeNull()
  }
})

test('a storage that is full or forbidden keeps nothing, and nothing fails', () => {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: refuse, setItem: refuse, removeItem: refuse })
  for (const kept of [browserKept, tabKept]) {
    kept.write('a place', 'here')
    kept.write('a place', null)
    expect(kept.read('a place')).toBeNull()
  }
})
