import { expect, test } from 'vitest'
import { openShares } from './shares.ts'

test('a company with a large share has a lower priority only while another one with a small share is active', () => {
  const shares = openShares(() => 0)
  shares.add('alder', 10_000)
  shares.begin('alder')
  expect(shares.givesWay('alder')).toBe(false)
  const end = shares.begin('birch')
  const endAnother = shares.begin('birch')
  expect([shares.givesWay('alder'), shares.givesWay('birch')]).toEqual([true, false])
  end()
  end()
  expect(shares.givesWay('alder')).toBe(true)
  shares.add('birch', 7000)
  expect([shares.givesWay('alder'), shares.givesWay('birch')]).toEqual([false, false])
  endAnother()
  shares.begin('cedar')
  expect([shares.givesWay('alder'), shares.givesWay('birch')]).toEqual([true, true])
})

test('little use never lowers the priority, and old use is forgotten', () => {
  let now = 0
  const shares = openShares(() => now)
  shares.begin('birch')
  shares.add('alder', 2000)
  expect([shares.usedMuch('alder'), shares.givesWay('alder')]).toEqual([false, false])
  shares.add('alder', 2000)
  expect([shares.usedMuch('alder'), shares.givesWay('alder')]).toEqual([true, true])
  now = 600_000
  expect(shares.givesWay('alder')).toBe(false)
})
