import { expect, test } from 'vitest'
import { listOf, regionsWith, unquoted } from './news-shape.ts'

test('quotes around a topic are taken off, and no topics are an empty list', () => {
  expect(unquoted(['"Trade"', 'Credit'])).toEqual(['Trade', 'Credit'])
  expect(unquoted(undefined)).toEqual([])
})
test('tags between commas become a list, an empty text none', () => {
  expect(listOf('a,b')).toEqual(['a', 'b'])
  expect(listOf('')).toEqual([])
})
test('the world is always asked for, and once', () => {
  expect(regionsWith([])).toEqual(['Global'])
  expect(regionsWith(['ASIA', 'Global', 'ASIA'])).toEqual(['Global', 'ASIA'])
})
