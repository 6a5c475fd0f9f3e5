import { describe, expect, it } from 'vitest'
import { plain, Tally } from './tally.ts'

describe('a tally of cases', () => {
  it('compares amounts by value and names trimmed', () => {
    expect(['10.00', '-0.0', ' Tea ', '007', 5, undefined].map(plain)).toEqual(['10', '0', 'Tea', '007', '5', null])
  })

  it('counts a missing field as different from an empty one, and lists what differs', () => {
    const tally = new Tally('invoices')
    tally.compare('number', 'R-1', 'R-1')
    tally.compare('due date', null, undefined)
    tally.compare('seller', '', null)
    expect([tally.fields, tally.exact]).toEqual([3, 2])
    expect(tally.wrong).toEqual(['seller: got "", wanted null'])
  })
})
