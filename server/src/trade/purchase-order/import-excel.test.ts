import { shippedPapers } from '@usance/domain/papers'
import { fileCalls } from '@usance/wire/file/calls'
import { listCalls } from '@usance/wire/list'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { readSheet } from '../../files/spreadsheet.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { uploadAs } from '../../testing/upload.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const titles = ['Order no', 'Order date', 'Latest ship date', 'Currency', 'Description', 'Quantity', 'Unit price']

/** Sends a sheet of orders with a partner; each has so many lines. */
async function send(seat: Seat, partner: string, orders: Record<string, number>) {
  const rows = Object.entries(orders).flatMap(([poNo, lines]) =>
    Array.from({ length: lines }, () => [partner, poNo, '2025-02-01', '2025-04-01', 'USD', 'Cloth', '10', '1.5']),
  )
  const code = seat.companyRole === 'BUYER' ? 'Supplier code' : 'Buyer code'
  const content = await writeWorkbook(
    'Orders',
    [code, ...titles].map((title) => ({ title })),
    rows,
  )
  const { data } = await uploadAs(portal, seat, 'orders.xlsx', content)
  return portal.ask(seat, purchaseOrderCalls.importExcel, { query: { fileKey: data.objectKey as string } })
}
async function rowOf(seat: Seat, poNo: string) {
  const { list } = await portal.ask(seat, listCalls(purchaseOrderList).pageList, { body: { filterFields: { poNo } } })
  return list![0]!
}
const confirm = (id: string, seat: Seat) => portal.ask(seat, purchaseOrderCalls.confirm, { body: { ids: [id] } })

test('what a buyer’s maker sends in a sheet waits for a checker', async () => {
  const { cedarMaker, cedarChecker } = portal.seats
  expect(await send(cedarMaker, 'ALDER', { 'OWN-1': 1 })).toMatchObject({ successfulNumber: 1, errorNumber: 0 })
  const { id, docStatus, operations } = await rowOf(cedarMaker, 'OWN-1')
  expect([docStatus, operations]).toEqual(['SUBMITTED', []])
  expect((await rowOf(cedarChecker, 'OWN-1')).operations).toEqual(['CONFIRM', 'RETURN'])
  expect((await confirm(`${id}`, cedarChecker)).changed).toEqual([{ id, docStatus: 'CONFIRMED' }])
})

test('whoever sent a sheet for a buyer confirms nothing of it, as a checker too', async () => {
  const { dogwoodChecker } = portal.seats
  await send(dogwoodChecker, 'ALDER', { 'OWN-2': 1 })
  const { id, docStatus, operations } = await rowOf(dogwoodChecker, 'OWN-2')
  expect([docStatus, operations]).toEqual(['SUBMITTED', ['RETURN']])
  expect((await refusalOf(confirm(`${id}`, dogwoodChecker))).error).toBe('MAKER_CANNOT_APPROVE')
  const detail = await portal.ask(dogwoodChecker, purchaseOrderCalls.detail, { query: { id: `${id}` } })
  expect(detail.operations).toEqual(['RETURN'])
})

test('what a checker returned of a buyer’s sheet is put right by another sheet, as long as its supplier has not corrected it', async () => {
  const { cedarMaker, cedarChecker, alderMaker } = portal.seats
  const giveBack = (id: string) =>
    portal.ask(cedarChecker, purchaseOrderCalls.returnToSupplier, { body: { id, comment: 'Two lines' } })
  await send(cedarMaker, 'ALDER', { 'OWN-3': 1 })
  const { id } = await rowOf(cedarMaker, 'OWN-3')
  // It waits: a second sheet does not change what a checker reads.
  expect(await send(cedarMaker, 'ALDER', { 'OWN-3': 2 })).toMatchObject({ successfulNumber: 0, errorNumber: 2 })
  await giveBack(`${id}`)
  expect(await send(cedarMaker, 'ALDER', { 'OWN-3': 2 })).toMatchObject({ successfulNumber: 2, errorNumber: 0 })
  expect(await rowOf(cedarChecker, 'OWN-3')).toMatchObject({ id, docStatus: 'SUBMITTED', amount: '30.00' })

  await giveBack(`${id}`)
  const read = await portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id: `${id}` } })
  const { poNo, orderDate, latestShipDate, currency, version } = read
  const items = [{ description: 'Cloth', qty: '7', unitPrice: '1.5' }]
  const body = {
    id: `${id}`,
    version,
    buyerCode: 'CEDAR',
    poNo,
    orderDate,
    latestShipDate,
    currency,
    items,
    saveType: 'DRAFT',
  } as const
  await portal.ask(alderMaker, purchaseOrderCalls.edit, { body })
  expect(await send(cedarMaker, 'ALDER', { 'OWN-3': 1 })).toMatchObject({ successfulNumber: 0, errorNumber: 1 })

  // What a supplier entered itself is its own, returned or not.
  await send(alderMaker, 'CEDAR', { 'THEIRS-1': 1 })
  const theirs = `${(await rowOf(alderMaker, 'THEIRS-1')).id}`
  await portal.ask(alderMaker, purchaseOrderCalls.submit, { body: { ids: [theirs] } })
  await giveBack(theirs)
  expect(await send(cedarMaker, 'ALDER', { 'THEIRS-1': 2 })).toMatchObject({ successfulNumber: 0, errorNumber: 2 })
})

test('an order of more lines than a form takes is refused by its sheet, and others in it are taken', async () => {
  const { alderMaker } = portal.seats
  expect(await send(alderMaker, 'CEDAR', { 'LONG-501': 501, 'LONG-500': 500 })).toMatchObject({
    successfulNumber: 500,
    errorNumber: 501,
  })
  const { id } = await rowOf(alderMaker, 'LONG-500')
  const read = await portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id: `${id}` } })
  const { poNo, orderDate, latestShipDate, currency, version } = read
  const items = read.items.map(({ description, qty, unit, unitPrice }) => ({ description, qty, unit, unitPrice }))
  const body = { id: `${id}`, version, buyerCode: 'CEDAR', poNo, orderDate, latestShipDate, currency, items, remark: 'Checked' }
  expect((await portal.ask(alderMaker, purchaseOrderCalls.edit, { body })).version).toBe(version + 1)
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a row of a buyer’s sheet says which papers are asked for, and an order that has them is taken beside it', async () => {
  const { cedarMaker, cedarChecker, alderMaker } = portal.seats
  await send(cedarMaker, 'ALDER', { 'PAPER-1': 1 })
  const { id } = await rowOf(cedarMaker, 'PAPER-1')
  await portal.ask(cedarChecker, purchaseOrderCalls.returnToSupplier, { body: { id: `${id}`, comment: 'Two lines' } })
  const { version } = await portal.ask(alderMaker, purchaseOrderCalls.detail, { query: { id: `${id}` } })
  const { data } = await uploadAs(portal, alderMaker, 'order.png', onePixel)
  const attachments = [{ objectKey: `${data.objectKey}`, fileName: 'order.png', groupKey: 'PO' }]
  await portal.ask(alderMaker, purchaseOrderCalls.upload, { body: { id: `${id}`, version, attachments } })

  const groups = shippedPapers.PO.map((group) => (group.code === 'PO' ? { ...group, need: 'REQUIRED' } : group))
  await portal.asOwner((db) =>
    db
      .insertInto('paperSet')
      .values({ id: newId(), kind: 'PO', productId: null, groups: JSON.stringify(groups) })
      .execute(),
  )
  const answer = await send(cedarMaker, 'ALDER', { 'PAPER-1': 2, 'PAPER-2': 1 })
  expect(answer).toMatchObject({ successfulNumber: 2, errorNumber: 1 })
  const report = await portal.ask(cedarMaker, fileCalls.content, { query: { objectKey: answer.errorObjectKey! } })
  const [, row] = await readSheet(report as Buffer)
  expect(row!.at(-1)).toBe(
    'Papers are asked for that a sheet cannot carry (PAPER-2: Purchase order). The supplier enters this document, with its papers.',
  )
  // What its supplier enters in a sheet is a draft, which asks for papers once it is sent.
  expect(await send(alderMaker, 'CEDAR', { 'PAPER-3': 1 })).toMatchObject({ successfulNumber: 1, errorNumber: 0 })
})
