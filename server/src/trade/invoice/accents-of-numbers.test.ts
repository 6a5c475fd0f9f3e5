import { confusableSkeleton, normalizeDocumentNo } from '@usance/domain/fingerprint'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('a number that differs by accents from that of another invoice', () => {
  const flagsOf = async (id: string) =>
    (await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).riskFlags
  const enter = (invoiceNo: string, amount: string, issueDate: string) =>
    portal.ask(portal.seats.alderMaker, invoiceCalls.add, {
      body: {
        ...{ buyerCode: 'CEDAR', invoiceNo, issueDate, dueDate: '2025-06-02', currency: 'USD', amount },
        idempotencyKey: crypto.randomUUID(),
      },
    })

  test.each([
    ['LI-261014-HU1', 'LI-261014-HÚ1'],
    ['ĹÍ-261015-HÜ1', 'LI-261015-HU1'],
    ['LI-261016-HU1', 'LI-2\u0332610\u033216-HÜ1'],
  ])('%j and %j are near duplicates, whichever comes first and whatever the amounts', async (first, second) => {
    await enter(first, '5246.27', '2025-01-12')
    const { id } = await enter(second, '9399.53', '2025-03-20')
    expect(await flagsOf(id)).toContain('NEAR_DUPLICATE')
  })

  test('a mark between digits separates nothing: the number is the same', async () => {
    await enter('LI-1010105-X', '5246.27', '2025-01-12')
    expect((await refusalOf(enter('LI-101\u03320105-X', '9399.53', '2025-03-20'))).error).toBe('INVOICE_DUPLICATE')
  })

  test('the database reads a number as the server does, whenever it was stored', async () => {
    for (const number of ['LI-HÚ1', 'ΆB-Ё7', 'İZ-1', 'ガ-7', '한글-7', '发票-7', 'OILSBZ-1', 'ÑANDÚ-É9']) {
      const { rows } = await portal.look((tx) =>
        sql<{ skeleton: string }>`select number_skeleton(${normalizeDocumentNo(number)}) as skeleton`.execute(tx),
      )
      expect(rows[0]!.skeleton, number).toBe(confusableSkeleton(number))
    }
  })
})
