import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { homeCalls } from '@usance/wire/home/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../database/migrate.ts'
import { factsTo } from '../../testing/facts.ts'
import { brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor, signAll } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.asOwner((db) =>
    db
      .updateTable('financingProduct')
      .set({ advanceRate: '80', currencies: ['USD'], maxAmount: '80000' })
      .where('id', '=', portal.world.products.purchaseInAdvance)
      .execute(),
  )
})
afterAll(() => portal.close())

/** An order of 100,000.00 that Cedar owes; on the 90,000.00 that Dogwood owes its product leaves nothing to advance. */
async function ofOneOfTwo() {
  const taken = await aConfirmedInvoice(portal, { dueDate: '2025-05-02' })
  const left = await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD', amount: '90000.00', dueDate: '2025-05-16' })
  const request = { ...requestFor(portal, [taken, left]), buyerCode: undefined }
  const price = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, { body: request })
  expect(price.items.map(({ docId, applyAmount, reasons }) => [docId, applyAmount, reasons])).toEqual([
    [taken, '80000.00', []],
    [left, '0.00', []],
  ])
  return aSubmittedOrder(portal, request)
}

test('the debt that a buyer is asked to confirm is that of the documents on the order', async () => {
  const { cedarChecker, alderMaker, alderChecker } = portal.seats
  const { id, orderNo } = await ofOneOfTwo()
  expect(await factsTo(portal, alderChecker, orderNo, 'FINANCE_ORDER')).toMatchObject({ face: '100000.00 USD' })
  await passAll(portal, orderNo)
  const own = await portal.ask(cedarChecker, financeOrderCalls.detail, { query: { id } })
  expect([own.items.map(({ face }) => face), own.faceAmount]).toEqual([['100000.00'], '100000.00'])
  expect((await portal.ask(alderMaker, financeOrderCalls.detail, { query: { id } })).faceAmount).toBe('100000.00')
  const { todos } = await portal.ask(cedarChecker, homeCalls.summary, { body: {} })
  expect(todos.find(({ kind }) => kind === 'RIGHTS_TO_CONFIRM')!.amounts).toEqual([
    { currency: 'USD', amount: expect.stringMatching(/^100000(\.0+)?$/), count: 1 },
  ])
  await signAll(portal, id)
  await portal.ask(cedarChecker, financeOrderCalls.rightConfirmation, { query: { id }, body: { accept: true } })
  expect(await brokenLaws(portal)).toEqual([])
})

test('the face of an order from before is brought to that of its documents, and verify tells of one that is not', async () => {
  const { id, orderNo } = await ofOneOfTwo()
  await portal.look((tx) => tx.updateTable('financeOrder').set({ faceAmount: '190000' }).where('id', '=', id).execute())
  expect(await brokenLaws(portal)).toEqual([
    `DOCUMENTS_OF_ORDER ${orderNo}: Its face is USD 190,000.00, that of its documents USD 100,000.00.`,
  ])
  const text = readFileSync(join(migrationsFolder(), '1581-face-of-the-documents.sql'), 'utf8')
  await portal.asOwner((db) => sql.raw(text).execute(db))
  expect(await brokenLaws(portal)).toEqual([])
  expect((await portal.ask(portal.seats.alderMaker, financeOrderCalls.detail, { query: { id } })).faceAmount).toBe('100000.00')
})
