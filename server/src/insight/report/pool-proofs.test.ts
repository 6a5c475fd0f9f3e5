import { addDays } from '@usance/domain/local-date'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { reportCalls } from '@usance/wire/report/calls'
import { collectList } from '@usance/wire/report/list'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedDrawing, aPooledInvoice } from '../../testing/drawing.ts'
import { aRepayment } from '../../testing/financing.ts'
import { pagesOf } from '../../testing/pdf-text.ts'
import { aPoolProduct } from '../../testing/pool-product.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
let lost: { id: string; orderNo: string }
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const proofOf = async (orderId: string, kind: string) => {
  const { list } = await portal.ask(portal.seats.elmMaker, listCalls(collectList).pageList, { body: { pageSize: 100 } })
  return list!.find((row) => row.orderId === orderId && row.kind === kind)!
}
async function paperOf(orderId: string, kind: string): Promise<string> {
  const id = String((await proofOf(orderId, kind)).id)
  const pdf = await portal.ask(portal.seats.elmMaker, reportCalls.collectProof, { query: { id } })
  if (!Buffer.isBuffer(pdf)) throw new Error('The paper did not come.')
  return (await pagesOf(pdf)).join('').replace(/\s+/g, ' ')
}

test('the papers of a drawing list the receivables of its pool, and its confirmation is open while one of them is disputed', async () => {
  const productId = await aPoolProduct(portal)
  const { poolId, invoiceId } = await aPooledInvoice(portal, productId, { amount: '60000.00', buyerCode: 'CEDAR' })
  await aPooledInvoice(portal, productId, { amount: '30000.00', buyerCode: 'DOGWOOD' })
  const { id } = await aFundedDrawing(portal, poolId, '20000.00')
  lost = await aFundedDrawing(portal, poolId, '10000.00')
  const facts = await portal.look(async (tx) => ({
    pool: await tx.selectFrom('pool').select('code').where('id', '=', poolId).executeTakeFirstOrThrow(),
    invoices: await tx
      .selectFrom('invoice as v')
      .innerJoin('poolAsset as a', 'a.invoiceId', 'v.id')
      .innerJoin('company as b', 'b.id', 'v.buyerId')
      .select(['v.invoiceNo', 'v.dueDate', 'b.name'])
      .where('a.poolId', '=', poolId)
      .execute(),
  }))
  expect(facts.invoices).toHaveLength(2)
  for (const kind of ['REGISTRY', 'CONFIRMATION']) {
    const paper = await paperOf(id, kind)
    for (const { invoiceNo, dueDate, name } of facts.invoices)
      for (const part of [invoiceNo, dueDate, name]) expect(paper).toContain(part)
    for (const part of ['USD 60,000.00', 'USD 30,000.00', addDays(openingDay, 60)]) expect(paper).toContain(part)
    expect(paper).not.toContain(facts.pool.code)
    expect(paper).not.toContain('Nobody')
  }
  expect(await paperOf(id, 'REGISTRY')).toContain('2 receivables 2 笔应收账款, USD 90,000.00')
  expect(await paperOf(id, 'CONFIRMATION')).toContain('2 of 2 receivables')
  expect(await proofOf(id, 'CONFIRMATION')).toMatchObject({ complete: 'COMPLETE' })

  await portal.ask(portal.seats.cedarChecker, invoiceCalls.dispute, {
    body: { ids: [invoiceId], reason: 'Half of the goods came broken' },
  })
  expect(await proofOf(id, 'CONFIRMATION')).toMatchObject({ complete: 'OPEN', provenOn: null })
  expect(await paperOf(id, 'CONFIRMATION')).toContain('1 of 2 receivables')

  // Nothing secures a drawing that was paid.
  await aRepayment(portal, id, '21000.00', { payerRole: 'SUPPLIER' })
  for (const kind of ['REGISTRY', 'CONFIRMATION']) {
    const paper = await paperOf(id, kind)
    expect(paper).toContain('The drawing has ended')
    expect(paper).not.toContain('Nobody')
    expect(paper).not.toContain('receivables')
  }
})

test('the papers of a drawing that was written off list the receivables that still secure it', async () => {
  await runEndOfDay(portal.app, { through: addDays(openingDay, 151) })
  const body = { orderId: lost.id, reason: 'The supplier is insolvent.' }
  await portal.ask(portal.seats.elmMaker, writeOffCalls.request, { body })
  await passWriteOff(portal, lost.orderNo)
  for (const kind of ['REGISTRY', 'CONFIRMATION']) {
    const paper = await paperOf(lost.id, kind)
    for (const part of ['USD 60,000.00', 'USD 30,000.00']) expect(paper).toContain(part)
    expect(paper).not.toContain('Nobody')
  }
  expect(await paperOf(lost.id, 'CONFIRMATION')).toContain('1 of 2 receivables')
  expect(await proofOf(lost.id, 'CONFIRMATION')).toMatchObject({ complete: 'OPEN', provenOn: null })
})
