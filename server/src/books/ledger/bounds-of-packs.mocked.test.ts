import { ledgerCalls } from '@usance/wire/ledger/calls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

vi.mock('./book-bounds.ts', () => ({ longestPeriod: 366, mostLines: 3 }))

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await aFundedOrder(portal, { product: 'purchaseInArrears' })
})
afterAll(() => portal.close())

test.each(['closePack', 'closeWorkbook'] as const)(
  'a period with more lines than a file holds is refused by %s with their number',
  async (name) => {
    const ask = (body: object) => portal.ask(portal.seats.elmMaker, ledgerCalls[name], { body })
    const { error, data } = await refusalOf(ask({ from: '2025-03-01', to: '2025-03-31' }))
    expect(error).toBe('BOOKS_TOO_LARGE')
    expect(data).toMatchObject({ fields: [{ field: 'to', message: 'BOOKS_TOO_LARGE', params: { most: 3 } }] })
    expect(Buffer.isBuffer(await ask({ from: '2025-02-01', to: '2025-02-28' }))).toBe(true)
  },
)
