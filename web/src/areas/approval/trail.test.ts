import { expect, test, vi } from 'vitest'
import { keepTrail, placeOf, type Stop, waitingAfter } from './trail.ts'

vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  knownSession: () => ({ user: { id: 'U1', companyId: 'C1' } }),
}))

const stop = (no: string): Stop => ({ businessNo: no, businessType: 'PAYMENT', businessId: no, seat: 'FUNDER' })
const stops = (numbers: string) => numbers.split(' ').filter(Boolean).map(stop)

test.each([
  ['the next row follows', 'A B C D', 'B', 'A C D', 'C D'],
  ['a row that somebody else decided meanwhile is passed over', 'A B C D', 'B', 'A D', 'D'],
  ['the last row has none after it, whatever was passed over before it', 'A B C', 'C', 'A B', ''],
  ['rows of the next page move up behind the last one', 'A B C', 'C', 'A B D E', 'D E'],
  ['the answer may still hold what was decided', 'A B C', 'B', 'A B C', 'C'],
  ['a new row in between is part of the order', 'A B C', 'A', 'B N C', 'B N C'],
  ['all rows of the page are gone and others have come', 'A B', 'A', 'C D', 'C D'],
  ['an object is named by kind and id, not by its place', 'A B', 'X', 'A B', 'A B'],
])('%s', (_, shown, decided, open, waiting) => {
  expect(
    waitingAfter(stops(shown), stop(decided), stops(open))
      .map(({ businessNo }) => businessNo)
      .join(' '),
  ).toBe(waiting)
})

test('an object that waits for its reader in two roles has one place, and another one after it', () => {
  keepTrail({ address: '/approval', query: {}, stops: stops('A A B'), before: 0, total: 3 })
  expect(placeOf(stop('A'))).toMatchObject({ no: 1, after: stop('B'), trail: { total: 2 } })
  expect(placeOf(stop('B'))).toMatchObject({ no: 2, before: stop('A') })
})
