import { addDays } from '@usance/domain/local-date'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { poolCalls } from '@usance/wire/pool/calls'
import { poolAssetList } from '@usance/wire/pool/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPooledInvoice } from '../../testing/drawing.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

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
  (await portal.ask(seat, listCalls(poolAssetList).pageList, { body: { amountSumByField: 'eligibleAmount' } })).totalAmount

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
