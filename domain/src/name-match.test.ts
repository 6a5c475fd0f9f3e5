import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NamesAsked, nameTokens, wordScore } from './name-match.ts'

const nameScore = (one: string, other: string) => wordScore(nameTokens(one), nameTokens(other))

test.each([
  ['Volga Trading Ltd', 'VOLGA  TRADING, Limited', 100],
  ['Trading Volga', 'Volga Tradng', 100],
  ['José Álvarez', 'Jose Alvarez', 100],
  ['Volga Trading', 'Volga Shipping', 50],
  ['Alder Textiles', 'Cedar Retail', 0],
  ['北方贸易', '北方贸易', 100],
])('%s and %s score %i', (a, b, score) => {
  expect(nameScore(a, b)).toBe(score)
  expect(nameScore(b, a)).toBe(score)
})

describe('names asked of a list', () => {
  const least = 75
  const found = (asked: readonly string[], listed: readonly string[]) => {
    const names = new NamesAsked(asked, least)
    return listed.flatMap((other) => names.nearTo(other).map(({ name, score }) => `${name} ~ ${other} ${score}`)).sort()
  }
  /** What is found where each name is compared with each other one. */
  const foundByAll = (asked: readonly string[], listed: readonly string[]) =>
    listed
      .flatMap((other) => [...new Set(asked)].map((name) => ({ name, other, score: nameScore(name, other) })))
      .flatMap(({ name, other, score }) => (score >= least ? [`${name} ~ ${other} ${score}`] : []))
      .sort()

  test('are found as if each were compared with each of the list', () => {
    // Few letters, so that words are often equal, one slip apart or two.
    const letters = fc.constantFrom('a', 'b', 'c')
    const short = fc.string({ unit: letters, minLength: 1, maxLength: 8 })
    const whole = fc.constantFrom(...'trading tradng treading volga vulga Ltd the and co 北 方 — Ö'.split(' '))
    const name = fc.array(fc.oneof(short, whole), { maxLength: 5 }).map((words) => words.join(' '))
    const names = fc.array(name, { maxLength: 12 })
    const asAll = fc.property(names, names, (asked, listed) => {
      expect(found(asked, listed)).toEqual(foundByAll(asked, listed))
    })
    fc.assert(asAll, { numRuns: 500 })
  })

  test('of which a word has one slip anywhere are found', () => {
    const slips = (word: string) =>
      [...word, ''].flatMap((_, at) => {
        const [before, after] = [word.slice(0, at), word.slice(at)]
        return [before + after.slice(1), `${before}x${after.slice(1)}`, `${before}x${after}`]
      })
    const words = ['volga', 'cedar', 'trading', 'shipping', 'international']
    const listed = words.flatMap(slips)
    expect(found(words, listed)).toEqual(foundByAll(words, listed))
  })

  test('are compared only with those that share enough of their words', () => {
    const common = ['trading', 'shipping', 'mohammed']
    const named = (kind: string, at: number) => `${kind}${at.toString(36)}q ${common[at % 3]} ${kind}${(at * 7).toString(36)}z`
    const listed = Array.from({ length: 3500 }, (_, at) => named('listed', at))
    const asked = Array.from({ length: 50 }, (_, at) => (at % 10 === 0 ? listed[at]! : named('person', at)))
    const names = new NamesAsked(asked, least)
    const compared = listed.reduce((count, other) => count + names.comparable(nameTokens(other)).length, 0)
    expect(found(asked, listed)).toEqual(foundByAll(asked, listed))
    // Each with each would be 175,000.
    expect(compared).toBeLessThan(500)
  })
})
