import { listCalls } from '@usance/wire/list'
import { poolCalls } from '@usance/wire/pool/calls'
import { poolAssetList } from '@usance/wire/pool/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedDrawing } from '../../testing/drawing.ts'
import { paperInFile } from '../../testing/order-file.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'

// Of 50,000.00 that Cedar owes it has confirmed 30,000.00; Dogwood has confirmed all of its 20,000.00.
let portal: Portal
let productId: string
let partly: string
let drawing: { id: string }
beforeAll(async () => {
  portal = await openPortal()
  productId = await aPoolProduct(portal)
  partly = await aConfirmedInvoice(portal, { invoiceNo: 'PARTLY', amount: '50000.00' })
  await portal.look((tx) => tx.updateTable('invoice').set({ confirmedAmount: '30000' }).where('id', '=', partly).execute())
  await aConfirmedInvoice(portal, { invoiceNo: 'WHOLE', amount: '20000.00', buyerCode: 'DOGWOOD' })
})
afterAll(() => portal.close())

test('the receivables of a pool are listed with what of each is confirmed, before they are assigned and after', async () => {
  const body = { productId, currency: 'USD' }
  const { invoices: free } = await portal.ask(portal.seats.alderMaker, poolCalls.assignable, { body })
  const toldOf = (rows: readonly { invoiceNo?: unknown; outstanding?: unknown; confirmed?: unknown }[]) =>
    rows.map(({ invoiceNo, outstanding, confirmed }) => `${invoiceNo} ${confirmed} of ${outstanding}`).sort()
  const told = ['PARTLY 30000.00 of 50000.00', 'WHOLE 20000.00 of 20000.00']
  expect(toldOf(free)).toEqual(told)
  const { poolId } = await portal.ask(portal.seats.alderMaker, poolCalls.assign, {
    body: { ...body, invoiceIds: free.map(({ id }) => id) },
  })
  for (const seat of [portal.seats.alderMaker, portal.seats.elmMaker])
    expect(toldOf((await portal.ask(seat, listCalls(poolAssetList).pageList, { body: {} })).list ?? [])).toEqual(told)
  drawing = await aFundedDrawing(portal, poolId, '10000.00')
})

test('contract and papers of a drawing say what of each receivable of its pool is confirmed', async () => {
  const contracts = await portal.look((tx) =>
    tx.selectFrom('contract').select(['contentEn', 'contentCn']).where('orderId', '=', drawing.id).execute(),
  )
  expect(contracts.length).toBeGreaterThan(0)
  for (const { contentEn, contentCn } of contracts)
    for (const text of [contentEn, contentCn]) {
      expect(text).toMatch(/Of it confirmed|其中已确认/)
      expect(text).toMatch(/PARTLY.*50,000\.00.*30,000\.00/)
    }
  await portal.look((tx) => tx.updateTable('financeOrder').set({ passedAt: new Date().toISOString() }).execute())
  const dueDate = '2025-05-02'
  for (const name of ['01-confirmation.pdf', '02-registry-pack.pdf']) {
    const paper = await paperInFile(portal, drawing.id, name)
    expect(paper).toMatch(/Of it confirmed ?其中已确认/)
    expect(paper).toContain(`USD 50,000.00 USD 30,000.00 ${dueDate}`)
    expect(paper).toContain(`USD 20,000.00 USD 20,000.00 ${dueDate}`)
  }
  expect(await paperInFile(portal, drawing.id, '01-confirmation.pdf')).toContain(
    'Confirmed amount 已确权金额 USD 50,000.00 of 共 USD 70,000.00',
  )
})
