import { addDays } from '@usance/domain/local-date'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeWorkbook } from '../../files/write-workbook.ts'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passWriteOff, requestFor } from '../../testing/trade.ts'
import { uploadAs } from '../../testing/upload.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** A loan of Alder on a purchase order of Cedar. */
async function aLoan() {
  const { orderId } = await aFundedOrder(portal, {
    product: 'purchaseOrder',
    fundingDate: openingDay,
    faces: ['200000'],
    tenors: [10],
  })
  const { purchaseOrderId } = await portal.look((tx) =>
    tx.selectFrom('financeOrderItem').select('purchaseOrderId').where('orderId', '=', orderId).executeTakeFirstOrThrow(),
  )
  return { orderId, purchaseOrderId: purchaseOrderId! }
}
let drafted = 0
const anInvoice = (more: object = {}) => ({
  buyerCode: 'CEDAR',
  invoiceNo: `LOAN-${++drafted}`,
  issueDate: openingDay,
  dueDate: addDays(openingDay, 60),
  currency: 'USD',
  amount: '41234.00',
  ...more,
})
const flagsOf = async (id: string) =>
  (await portal.ask(portal.seats.alderMaker, invoiceCalls.detail, { query: { id } })).riskFlags
const besideLoan = 'BESIDE_PO_LOAN'

test('an invoice that names no purchase order takes its order before risk once the same parties have a loan on one', async () => {
  const { alderMaker } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal)
  const warnings = async () =>
    (await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: requestFor(portal, [invoiceId]) })).warnings.map(
      ({ code }) => code,
    )
  expect(await flagsOf(invoiceId)).not.toContain(besideLoan)
  expect(await warnings()).not.toContain(`INVOICE_${besideLoan}`)

  const { purchaseOrderId } = await aLoan()
  expect(await warnings()).toContain(`INVOICE_${besideLoan}`)
  const { orderNo } = await aSubmittedOrder(portal, requestFor(portal, [invoiceId]))
  const approval = await portal.look((tx) =>
    tx.selectFrom('workflowInstance').select(['steps', 'facts']).where('businessNo', '=', orderNo).executeTakeFirstOrThrow(),
  )
  expect(approval).toMatchObject({
    steps: expect.arrayContaining([expect.objectContaining({ node: 'RISK_CHECK', needed: true })]),
    facts: { warnings: expect.arrayContaining([`INVOICE_${besideLoan}`]) },
  })

  const added = async (more: object) =>
    flagsOf((await portal.ask(alderMaker, invoiceCalls.add, { body: anInvoice(more) as never })).id)
  expect(await added({})).toContain(besideLoan)
  expect(await added({ buyerCode: 'DOGWOOD' })).not.toContain(besideLoan)
  expect(await added({ purchaseOrderId })).not.toContain(besideLoan)
})

/** A purchase order that Alder has sent to a buyer. */
const aSentOrder = (buyerCode = 'CEDAR') =>
  portal.ask(portal.seats.alderMaker, purchaseOrderCalls.add, {
    body: {
      buyerCode,
      poNo: `SENT-${++drafted}`,
      orderDate: openingDay,
      latestShipDate: addDays(openingDay, 30),
      currency: 'USD',
      items: [{ description: 'Cloth', qty: '1', unitPrice: '41234' }],
      saveType: 'SUBMIT',
    },
  })

/** The flags of an invoice that Alder enters in a sheet. */
async function flagsFromSheet(invoice: Record<string, string>) {
  const { alderMaker } = portal.seats
  const titles = Object.keys(invoice).map((title) => ({ title }))
  const { data } = await uploadAs(
    portal,
    alderMaker,
    'one.xlsx',
    await writeWorkbook('Invoices', titles, [Object.values(invoice)]),
  )
  const result = await portal.ask(alderMaker, invoiceCalls.importExcel, { query: { fileKey: data.objectKey as string } })
  expect(result).toMatchObject({ successfulNumber: 1 })
  const stored = await portal.look((tx) =>
    tx.selectFrom('invoice').select('riskFlags').where('invoiceNo', '=', invoice.invoiceNo!).executeTakeFirstOrThrow(),
  )
  return stored.riskFlags
}

test('an invoice in another currency than the loan beside it carries the sign too, and takes its order before risk', async () => {
  const { alderMaker } = portal.seats
  await aLoan()
  const invoice = anInvoice({ currency: 'EUR' })
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: invoice as never })
  expect(await flagsOf(id)).toContain(besideLoan)
  const invoiceId = await aConfirmedInvoice(portal, { currency: 'EUR' })
  const { warnings } = await portal.ask(alderMaker, financeOrderCalls.trialCalculation, {
    body: requestFor(portal, [invoiceId], { currency: 'EUR' }),
  })
  expect(warnings.map(({ code }) => code)).toContain(`INVOICE_${besideLoan}`)
})

test('a loan on a purchase order counts from its application, not only once it is paid', async () => {
  const { alderMaker, dogwoodChecker } = portal.seats
  const invoiceId = await aConfirmedInvoice(portal, { buyerCode: 'DOGWOOD' })
  const warnings = async () =>
    (
      await portal.ask(alderMaker, financeOrderCalls.trialCalculation, {
        body: requestFor(portal, [invoiceId], { buyerCode: 'DOGWOOD' }),
      })
    ).warnings.map(({ code }) => code)
  const { id: purchaseOrderId } = await aSentOrder('DOGWOOD')
  await portal.ask(dogwoodChecker, purchaseOrderCalls.confirm, { body: { ids: [purchaseOrderId] } })
  expect(await warnings()).not.toContain(`INVOICE_${besideLoan}`)
  await aSubmittedOrder(
    portal,
    requestFor(portal, [], {
      buyerCode: 'DOGWOOD',
      financingProductId: portal.world.products.purchaseOrder,
      items: [{ docType: 'PO', docId: purchaseOrderId }],
    }),
  )
  expect(await warnings()).toContain(`INVOICE_${besideLoan}`)
})

test('a purchase order that its buyer has not confirmed explains no invoice beside a loan', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  await aLoan()
  const { id: purchaseOrderId, poNo } = await aSentOrder()
  expect(await flagsFromSheet({ ...anInvoice(), poNo })).toContain(besideLoan)
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: anInvoice({ purchaseOrderId }) as never })
  expect(await flagsOf(id)).toContain(besideLoan)

  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
  const warnings = async () =>
    (await portal.ask(alderMaker, financeOrderCalls.trialCalculation, { body: requestFor(portal, [id]) })).warnings.map(
      ({ code }) => code,
    )
  expect(await warnings()).toContain(`INVOICE_${besideLoan}`)
  await portal.ask(cedarChecker, purchaseOrderCalls.confirm, { body: { ids: [purchaseOrderId] } })
  expect(await warnings()).not.toContain(`INVOICE_${besideLoan}`)
})

test('an invoice that repays the loan on its purchase order is not cancelled once its buyer has confirmed it', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const { purchaseOrderId } = await aLoan()
  const cancel = (id: string) => portal.ask(alderMaker, invoiceCalls.cancel, { body: { id } })
  const [sent, confirmed] = [
    await portal.ask(alderMaker, invoiceCalls.add, { body: anInvoice({ purchaseOrderId }) as never }),
    await portal.ask(alderMaker, invoiceCalls.add, { body: anInvoice({ purchaseOrderId }) as never }),
  ]
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [sent.id, confirmed.id] } })
  await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id: confirmed.id }] } })
  expect((await refusalOf(cancel(confirmed.id))).error).toBe('INVOICE_OF_LOAN')
  const { operations } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id: confirmed.id } })
  expect(operations).not.toContain('CANCEL')
  expect((await cancel(sent.id)).changed).toMatchObject([{ docStatus: 'CANCELLED' }])
})

test('an invoice that repays a loan is not cancelled while its buyer disputes it, unless the buyer never confirmed it', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const { purchaseOrderId } = await aLoan()
  const disputed = async (isConfirmed: boolean) => {
    const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: anInvoice({ purchaseOrderId }) as never })
    await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
    if (isConfirmed) await portal.ask(cedarChecker, invoiceCalls.confirm, { body: { items: [{ id }] } })
    await portal.ask(cedarChecker, invoiceCalls.dispute, { body: { ids: [id], reason: 'Short delivery' } })
    return id
  }
  const cancel = (id: string) => portal.ask(alderMaker, invoiceCalls.cancel, { body: { id } })
  const [owed, unconfirmed] = [await disputed(true), await disputed(false)]
  expect((await refusalOf(cancel(owed))).error).toBe('INVOICE_OF_LOAN')
  const { operations } = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id: owed } })
  expect(operations).not.toContain('CANCEL')
  expect((await cancel(unconfirmed)).changed).toMatchObject([{ docStatus: 'CANCELLED' }])
})

test('an invoice sent for a purchase order with a loan stays with that order when it comes back', async () => {
  const { alderMaker, cedarChecker } = portal.seats
  const [lent, other] = [await aLoan(), await aLoan()]
  const entered = anInvoice({ purchaseOrderId: lent.purchaseOrderId })
  const { id } = await portal.ask(alderMaker, invoiceCalls.add, { body: entered as never })
  const edit = async (body: object) => {
    const now = await portal.ask(alderMaker, invoiceCalls.detail, { query: { id } })
    return portal.ask(alderMaker, invoiceCalls.edit, { body: { ...body, id, version: now.version } as never })
  }
  const unlinked = { ...entered, purchaseOrderId: undefined }
  // What nobody has seen yet is corrected freely.
  await edit(unlinked)
  await edit(entered)
  await portal.ask(alderMaker, invoiceCalls.submit, { body: { ids: [id] } })
  await portal.ask(cedarChecker, invoiceCalls.returnToSupplier, { body: { id, comment: 'Which delivery?' } })
  await edit({ ...entered, remark: 'The second one.' })
  for (const without of [unlinked, { ...entered, purchaseOrderId: other.purchaseOrderId }])
    expect((await refusalOf(edit(without))).data.fields).toEqual([{ field: 'purchaseOrderId', message: 'PO_IS_FINANCED' }])
})

test('the invoices of a purchase order whose loan was lost are financed by nobody while the loss is open', async () => {
  const { alderMaker, elmMaker } = portal.seats
  const { orderId, purchaseOrderId } = await aLoan()
  await runEndOfDay(portal.app, { through: addDays(openingDay, 102) })
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'The supplier is insolvent.' } as never })
  const { orderNo } = await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })
  await passWriteOff(portal, orderNo)
  expect((await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })).status).toBe('WRITTEN_OFF')
  const invoiceId = await aConfirmedInvoice(portal, { purchaseOrderId, issueDate: openingDay, dueDate: addDays(openingDay, 200) })
  const { list } = await portal.ask(alderMaker, financeOrderCalls.invoiceList, {
    body: { ...requestFor(portal, [invoiceId]), ids: [invoiceId] },
  })
  expect(list[0]).toMatchObject({ selectable: false, reasons: expect.arrayContaining(['PO_FINANCED']) })
})
