import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { poolCalls } from '@usance/wire/pool/calls'
import { poolAssetList } from '@usance/wire/pool/list'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { page } from '../../list/page.ts'
import { aPooledInvoice } from '../../testing/drawing.ts'
import { actAs } from '../../testing/financing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

import { poolAssetSource } from './list.ts'

// The receivables of a pool are listed with what counts of them today, as the figures above them count it.
let portal: Portal
let productId: string
beforeAll(async () => {
  portal = await openPortal()
  productId = await aPoolProduct(portal)
})
afterAll(() => portal.close())

const gross = async () =>
  (await portal.ask(portal.seats.alderMaker, poolCalls.pools, { body: { kind: 'OWN' } })).pools[0]!.figures.find(
    (one) => one.key === 'grossEligible',
  )!.result
const rows = async (seat = portal.seats.alderMaker) =>
  (await portal.ask(seat, listCalls(poolAssetList).pageList, { body: { pageSize: 100 } })).list ?? []
const total = async (seat = portal.seats.alderMaker) =>
  M.toDecimal(
    M.sum(
      (await rows(seat)).map(({ eligibleAmount }) => M.fromDecimal(String(eligibleAmount), 'USD')),
      'USD',
    ),
  )

const turns: [string, string, string, (invoiceId: string) => Promise<unknown>][] = [
  [
    'is disputed',
    'DISPUTED',
    '0.00',
    (invoiceId) =>
      portal.ask(portal.seats.cedarChecker, invoiceCalls.dispute, { body: { ids: [invoiceId], reason: 'Goods damaged' } }),
  ],
  [
    'has a credit note that waits',
    '',
    '600.00',
    (invoiceId) =>
      portal.ask(portal.seats.alderMaker, adjustmentCalls.add, {
        body: { invoiceId, type: 'CREDIT_NOTE', refNo: 'CN-TODAY', amount: '400.00', date: openingDay, reason: 'Returned' },
      }),
  ],
  [
    'is past due',
    'OVERDUE',
    '0.00',
    (invoiceId) =>
      portal.look((tx) =>
        tx
          .updateTable('invoice')
          .set({ dueDate: addDays(openingDay, -1) })
          .where('id', '=', invoiceId)
          .execute(),
      ),
  ],
]

test('a page judges the receivables that it shows, and a search by what counts those that match the rest of it', async () => {
  const made: string[] = []
  for (const amount of ['100.00', '200.00', '300.00'])
    made.push((await aPooledInvoice(portal, productId, { amount, buyerCode: 'CEDAR' })).invoiceId)
  const judge = vi.fn(poolAssetSource.judge!)
  const asked = async (query: object, judgesAtMost = 100) => {
    judge.mockClear()
    const body = listCalls(poolAssetList).pageList.body.parse({ pageSize: 2, ...query })
    const answer = await actAs(portal, portal.seats.alderMaker, ({ app, tx, actor, today }) =>
      page({ ...poolAssetSource, judge, judgesAtMost }, body, tx, { app, actor: actor!, today }),
    )
    return { answer, judged: judge.mock.calls.at(-1)![2] }
  }
  const shown = await asked({})
  expect(shown.judged).toHaveLength(2)
  expect(shown.answer).toMatchObject({ list: shown.judged.map((id) => ({ id, eligibility: 'ELIGIBLE' })) })
  expect((await asked({ amountSumByField: 'outstanding' })).judged).toEqual([])
  const [first] = (await rows()).filter(({ invoiceId }) => invoiceId === made[0])
  const found = await asked({ filterFields: { eligibility: 'ELIGIBLE', invoiceNo: String(first!.invoiceNo) } })
  expect(found.judged).toEqual([first!.id])
  expect(found.answer).toMatchObject({ total: 1, list: [{ id: first!.id, eligibleAmount: '100.00' }] })
  expect((await asked({ filterFields: { eligibleAmountBegin: '150' } })).answer).toMatchObject({ total: 2 })
  await expect(asked({ filterFields: { eligibility: 'ELIGIBLE' } }, 2)).rejects.toMatchObject({ refusal: 'SEARCH_TOO_WIDE' })
})

test('what counts of a receivable is neither summed nor sorted by, as that would judge all pools for one page', async () => {
  for (const body of [{ amountSumByField: 'outstanding, eligibleAmount' }, { orderByField: 'eligibleAmount' }])
    expect(await refusalOf(portal.ask(portal.seats.elmMaker, listCalls(poolAssetList).pageList, { body }))).toMatchObject({
      error: 'FIELD_NOT_ALLOWED',
    })
})

test.each(turns)(
  'a receivable that %s counts the same in the list of its pool and in the figures',
  async (_, reason, left, turn) => {
    await aPooledInvoice(portal, productId, { amount: '5000.00', buyerCode: 'CEDAR' })
    const { invoiceId } = await aPooledInvoice(portal, productId, { amount: '1000.00', buyerCode: 'CEDAR' })
    expect(await total()).toBe(await gross())
    await turn(invoiceId)
    const row = (await rows()).find((one) => one.invoiceId === invoiceId)
    expect(row).toMatchObject({ eligibleAmount: left, eligibility: reason ? 'EXCLUDED' : 'ELIGIBLE' })
    expect(String(row?.reasons ?? '')).toContain(reason)
    expect([await total(), await total(portal.seats.elmMaker)]).toEqual([await gross(), await gross()])
    const sheet = String(await portal.ask(portal.seats.alderMaker, listCalls(poolAssetList).csvExport, { body: {} }))
    expect(sheet).toContain(left)
    expect(await rows(portal.seats.birchMaker)).toEqual([])
  },
)

test('receivables are found by any of the reasons why they do not count', async () => {
  const foundBy = async (...reasons: string[]) =>
    (
      await portal.ask(portal.seats.alderMaker, listCalls(poolAssetList).pageList, {
        body: { pageSize: 100, filterFields: { reasons } },
      })
    ).list ?? []
  const excluded = (await rows()).filter((row) => row.eligibility === 'EXCLUDED')
  expect(excluded.map((row) => row.reasons).sort()).toEqual(['DISPUTED', 'OVERDUE, TENOR_TOO_SHORT'])
  expect((await foundBy('DISPUTED', 'OVERDUE')).map((row) => row.id).sort()).toEqual(excluded.map((row) => row.id).sort())
  for (const reason of ['OVERDUE', 'TENOR_TOO_SHORT'])
    expect((await foundBy(reason)).map((row) => row.reasons)).toEqual(['OVERDUE, TENOR_TOO_SHORT'])
  expect(await foundBy('INTRA_GROUP')).toEqual([])
})
