import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { requestFor } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'

// The signs of an invoice are found whichever way it comes in or is changed, and are asked for again when it is sent.

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const anInvoice = (invoiceNo: string, amount: string) => ({
  buyerCode: 'CEDAR',
  invoiceNo,
  issueDate: openingDay,
  dueDate: addDays(openingDay, 60),
  currency: 'USD',
  amount,
})
const enter = async (invoiceNo: string, amount: string, more: object = {}) =>
  (await portal.ask(portal.seats.alderMaker, invoiceCalls.add, { body: { ...anInvoice(invoiceNo, amount), ...more } as never }))
    .id
const submit = (ids: string[]) => portal.ask(portal.seats.alderMaker, invoiceCalls.submit, { body: { ids } })
const confirm = (ids: string[]) =>
  portal.ask(portal.seats.cedarChecker, invoiceCalls.confirm, { body: { items: ids.map((id) => ({ id })) } })
const read = (id: string) => portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })
const tasksOf = (id: string) =>
  portal.look(async (tx) => {
    const rows = await tx
      .selectFrom('riskFlag')
      .select('rule')
      .where('objectId', '=', id)
      .where('severity', '=', 'TASK')
      .execute()
    return rows.map(({ rule }) => rule)
  })
const paper = async (text: string) => {
  const { data } = await uploadAs(portal, portal.seats.alderMaker, 'invoice.pdf', Buffer.from(`%PDF-1.4\n${text}\n%%EOF`))
  return { objectKey: data.objectKey as string, fileName: 'invoice.pdf' }
}

test('a sheet finds a look-alike whose number differs by a separator before zeros, as a form does', async () => {
  await enter('A18164/0012', '41234.50')
  const row = anInvoice('A181640012', '41230.00')
  const titles = Object.keys(row).map((title) => ({ title }))
  const sheet = await writeWorkbook('Invoices', titles, [Object.values(row)])
  const { data } = await uploadAs(portal, portal.seats.alderMaker, 'one.xlsx', sheet)
  await portal.ask(portal.seats.alderMaker, invoiceCalls.importExcel, { query: { fileKey: data.objectKey as string } })
  const { id } = await portal.look((tx) =>
    tx.selectFrom('invoice').select('id').where('invoiceNo', '=', row.invoiceNo).executeTakeFirstOrThrow(),
  )
  expect((await read(id)).riskFlags).toContain('NEAR_DUPLICATE')
})

test('of two look-alikes that are drafts the one that was entered first carries the sign too once it is sent', async () => {
  const first = await enter('LOOK-17/008', '5210.00')
  await enter('LOOK-17008', '5211.00')
  expect((await read(first)).riskFlags).not.toContain('NEAR_DUPLICATE')
  await submit([first])
  expect((await read(first)).riskFlags).toContain('NEAR_DUPLICATE')
  expect(await tasksOf(first)).toContain('NEAR_DUPLICATE')
})

test('the paper of another invoice is a sign on an invoice that gets it by an upload, as a draft and once it is sent', async () => {
  const bytes = newId()
  await enter('PAPER-101', '11111.11', { attachments: [await paper(bytes)] })
  const upload = async (id: string) =>
    portal.ask(portal.seats.alderMaker, invoiceCalls.upload, {
      body: { id, version: (await read(id)).version, attachments: [await paper(bytes)] },
    })
  const draft = await enter('QUITE-202', '22222.22')
  await upload(draft)
  expect((await read(draft)).riskFlags).toContain('SAME_FILE')
  expect(await tasksOf(draft)).toEqual([])
  await submit([draft])
  expect(await tasksOf(draft)).toContain('SAME_FILE')

  const sent = await enter('OTHER-303', '33333.33')
  await submit([sent])
  expect(await tasksOf(sent)).not.toContain('SAME_FILE')
  await upload(sent)
  expect(await tasksOf(sent)).toContain('SAME_FILE')
  // Other papers do not take the sign from what its buyer has been sent.
  await portal.ask(portal.seats.alderMaker, invoiceCalls.upload, {
    body: { id: sent, version: (await read(sent)).version, attachments: [await paper(newId())] },
  })
  expect((await read(sent)).riskFlags).toContain('SAME_FILE')
})

test('invoices beyond their purchase order carry the sign when they were entered before the first was sent, and at each price', async () => {
  const order = await portal.ask(portal.seats.alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode: 'CEDAR',
      poNo: 'BEYOND-1',
      orderDate: openingDay,
      latestShipDate: addDays(openingDay, 30),
      currency: 'USD',
      items: [{ description: 'Cloth', qty: '1', unitPrice: '10000' }],
      saveType: 'SUBMIT',
    },
  })
  await portal.ask(portal.seats.cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [order.id] } })
  const on = { purchaseOrderId: order.id }
  const ids = [await enter('ZAB-945857', '10000.00', on), await enter('Y-79458579', '9900.00', on)]
  for (const id of ids) expect((await read(id)).riskFlags).not.toContain('OVER_PO_BALANCE')
  await submit(ids)
  const flagged = await Promise.all(ids.map(async (id) => (await read(id)).riskFlags.includes('OVER_PO_BALANCE')))
  expect(flagged.filter(Boolean)).toHaveLength(1)
  await confirm(ids)
  const warnings = async (id: string) => {
    const trial = await portal.ask(portal.seats.alderMaker, financeOrderCalls.trialCalculation, {
      body: requestFor(portal, [id]),
    })
    return trial.warnings.map(({ code }) => code)
  }
  // Whichever of them is priced first, who decides on it reads that they come to more than was ordered.
  for (const id of ids) expect(await warnings(id)).toContain('INVOICE_OVER_PO_BALANCE')
  await portal.ask(portal.seats.alderMaker, invoiceCalls.cancel, { body: { id: ids[1]! } })
  expect(await warnings(ids[0]!)).not.toContain('INVOICE_OVER_PO_BALANCE')
})
