import { isCurrency } from '@usance/domain/currencies'
import { normalizeDocumentNo, normalizeReference } from '@usance/domain/fingerprint'
import { isPositive, parseAmount, subtract, toDecimal } from '@usance/domain/money'
import { isConfirmedPurchaseOrder } from '@usance/domain/states/purchase-order'
import type { InvoiceBody, invoiceCalls } from '@usance/wire/invoice/calls'
import { type Selectable, sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx, violatedIndex } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { InvoiceTable } from '../../database/tables.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { refuseOtherParties } from '../../http/one-party.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { paperGroupsOf } from '../../platform/paper/groups.ts'
import { papersGiven, storePapers } from '../../platform/paper/papers.ts'
import { hashesBeside } from './document-signs.ts'
import { fingerprint, holdNumber, holdRegistrations, registrationOf } from './fingerprints.ts'
import { type Said, saidByOrigin, signsOf, withSaid } from './signs.ts'
import { refuseAnotherBuyer, wasSent } from './was-sent.ts'

export type InvoiceSource = 'FORM' | 'EXCEL' | 'EINVOICE' | 'OCR' | 'BUYER'

/** The buyer of a trade relationship of this supplier, by its code. */
export async function buyerOf(tx: Tx, supplierId: string, code: string) {
  return tx
    .selectFrom('relationship')
    .innerJoin('company', 'company.id', 'relationship.buyerId')
    .select([
      'company.id',
      'company.name',
      'company.code',
      'company.bizRegNo',
      'company.country',
      'relationship.termDays',
      'relationship.disclosed',
      'relationship.confirmMode',
    ])
    .where('relationship.supplierId', '=', supplierId)
    .where('relationship.status', '=', 'ENABLE')
    .where('company.code', '=', code)
    .executeTakeFirst()
}

/** Everything a draft stores, checked: amounts on the currency's grid, days in order, a buyer one trades with, no duplicate. */
async function checkedInvoice(context: UseCaseContext, supplierId: string, body: InvoiceBody, id: string) {
  const { tx, app, actor } = context
  if (!isCurrency(body.currency)) throw faultyField('currency', 'BAD_REQUEST')
  const amount = parseAmount(body.amount, body.currency)
  if (!amount.ok) throw faultyAmount('amount', amount.refusal, body.currency)
  if (!isPositive(amount.value)) throw faultyField('amount', 'AMOUNT_NOT_POSITIVE')
  if (body.issueDate > body.dueDate) throw faultyField('dueDate', 'DATE_ORDER')
  const normNo = normalizeDocumentNo(body.invoiceNo)
  if (!normNo) throw faultyField('invoiceNo', 'BAD_REQUEST')
  await holdRegistrations(tx)
  const buyer = await buyerOf(tx, supplierId, body.buyerCode)
  if (!buyer) throw faultyField('buyerCode', 'PARTY_UNKNOWN')
  const order = body.purchaseOrderId
    ? await tx
        .selectFrom('purchaseOrder')
        .select(['id', 'orderDate', 'currency', 'amount', 'invoicedAmount', 'docStatus'])
        .where('id', '=', body.purchaseOrderId)
        .where('supplierId', '=', supplierId)
        .where('buyerId', '=', buyer.id)
        .where('docStatus', 'in', ['SUBMITTED', 'CONFIRMED', 'CLOSED'])
        // Nobody cancels it until the invoice is stored.
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (body.purchaseOrderId && !order) throw new Refused('NOT_FOUND')
  // A row of a sheet and an e-invoice name their order by its number.
  if (order) await refuseOtherParties(tx, actor, [order.id])
  if (order && order.orderDate > body.issueDate) throw faultyField('issueDate', 'DAY_TOO_EARLY', { earliest: order.orderDate })
  if (order && order.currency !== body.currency) throw faultyField('currency', 'CURRENCY_MISMATCH')
  const supplier = await tx
    .selectFrom('company')
    .select(['bizRegNo', 'country'])
    .where('id', '=', supplierId)
    .executeTakeFirstOrThrow()
  const groups = await paperGroupsOf(tx, 'INVOICE')
  const papers = await papersGiven(context, body.attachments ?? [], { kind: 'INVOICE', stage: 'SUBMISSION', groups })
  const parties = { supplierReg: registrationOf(supplier), buyerReg: registrationOf(buyer) }
  const prints = fingerprint(app, {
    ...parties,
    invoiceNo: body.invoiceNo,
    issueDate: body.issueDate,
    amount: amount.value,
  })
  await elevate(tx)
  await holdNumber(tx, prints, `${parties.supplierReg} ${parties.buyerReg}`)
  const signs = await signsOf(context, {
    ...prints,
    id,
    supplierId,
    buyerId: buyer.id,
    invoiceNo: body.invoiceNo,
    normNo,
    normTaxNo: normTaxNoOf(body.taxInvoiceNo),
    issueDate: body.issueDate,
    amount: amount.value,
    fileHashes: papers.map(({ sha256 }) => sha256),
    sayingHashes: papers.map(({ sha256 }) => sha256),
    besideHashes: hashesBeside(groups, papers),
    orderBalance: order ? subtract(amountOf(order.amount, order.currency), amountOf(order.invoicedAmount, order.currency)) : null,
    namesConfirmedOrder: order !== undefined && isConfirmedPurchaseOrder(order.docStatus),
  })
  return {
    papers,
    groups,
    columns: {
      buyerId: buyer.id,
      invoiceNo: body.invoiceNo,
      normNo,
      taxInvoiceNo: body.taxInvoiceNo || null,
      normTaxNo: normTaxNoOf(body.taxInvoiceNo),
      purchaseOrderId: order?.id ?? null,
      issueDate: body.issueDate,
      dueDate: body.dueDate,
      currency: body.currency,
      amount: toDecimal(amount.value),
      remark: body.remark || null,
      ...signs,
      ...prints,
    },
  }
}

/** A checked invoice with what the document that it was made of says; the form that changes it does not see that document. */
const ofDocument = <Columns extends Said>(columns: Columns, said: Said) => ({
  ...columns,
  ...withSaid(columns, said),
})

/** Normalises the number of a tax invoice for comparison; null for none, and for a placeholder such as n/a. */
export const normTaxNoOf = (text: string | undefined): string | null => {
  const normalized = text ? normalizeReference(text) : ''
  return /[1-9]/.test(normalized) ? normalized : null
}

/**
 * Stores a checked invoice as a draft. `namedNos` are the normalised numbers of invoices that its document names as preceding it. The
 * unique index decides when two people enter the same invoice at once.
 */
export async function addDraft(
  context: UseCaseContext,
  body: InvoiceBody,
  source: InvoiceSource,
  {
    supplierId = context.actor.companyId,
    riskFlags = [],
    namedNos = [],
  }: { supplierId?: string; riskFlags?: readonly string[]; namedNos?: readonly string[] } = {},
) {
  const { tx, actor } = context
  const id = newId()
  const { columns, papers } = await checkedInvoice(context, supplierId, body, id)
  const added = await tx
    .insertInto('invoice')
    .values({ id, supplierId, source, createdBy: actor.userId, ...ofDocument(columns, { riskFlags, namedNos }) })
    .onConflict((c) => c.doNothing())
    .returning(['id', 'invoiceNo', 'docStatus', 'version'])
    .executeTakeFirst()
  if (!added) throw new Refused('INVOICE_DUPLICATE', { fields: [{ field: 'invoiceNo', message: 'INVOICE_DUPLICATE' }] })
  await storePapers(context, invoicePapers(added), papers, 'ADDS')
  await audit(context, {
    event: 'INVOICE_ADDED',
    objectType: 'INVOICE',
    objectId: id,
    objectNo: body.invoiceNo,
    after: { ...body, source },
  })
  return added
}

export const invoicePapers = ({ id, invoiceNo }: { id: string; invoiceNo: string }) =>
  ({ kind: 'INVOICE', id, no: invoiceNo }) as const

export const addInvoice: Handler<typeof invoiceCalls.add> = (request) => addDraft(request, request.body, 'FORM')

/**
 * Refuses where a returned invoice would leave the purchase order that it was sent for, and that order is or was lent on: beside the
 * loan the invoice could be financed once more. The transaction sees every company.
 */
async function refuseLeavingLoan(tx: Tx, { id, purchaseOrderId }: { id: string; purchaseOrderId: string | null }): Promise<void> {
  const { rows } = await sql`
    select 1 from purchase_order p where p.id = ${purchaseOrderId}
      and (p.finance_status is not null or exists (select 1 from finance_order_item x where x.purchase_order_id = p.id and x.active))
      and ${wasSent('INVOICE', sql`${id}`)}`.execute(tx)
  if (rows.length > 0) throw faultyField('purchaseOrderId', 'PO_IS_FINANCED')
}

/** Changes a draft that nobody changed meanwhile. */
export const editInvoice: Handler<typeof invoiceCalls.edit> = async (request) => {
  const { tx, actor, body } = request
  const before = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', body.id)
    .where('supplierId', '=', actor.companyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw new Refused('NOT_FOUND')
  if (before.docStatus !== 'DRAFT') throw new Refused('ILLEGAL_TRANSITION')
  if (before.version !== body.version) throw new Refused('STALE_VERSION')
  return changeDraft(request, before, body)
}

/** Stores what was changed of a locked draft. Papers that are not given again go, or are kept. */
export async function changeDraft(
  context: UseCaseContext,
  before: Selectable<InvoiceTable>,
  body: InvoiceBody,
  keepsPapers = false,
) {
  const { tx, actor } = context
  const { columns, papers, groups } = await checkedInvoice(context, before.supplierId, body, before.id)
  await refuseAnotherBuyer(tx, 'INVOICE', before, columns.buyerId)
  if (columns.purchaseOrderId !== before.purchaseOrderId) await refuseLeavingLoan(tx, before)
  try {
    const saved = await tx
      .updateTable('invoice')
      .set({
        ...ofDocument(columns, saidByOrigin(before)),
        returnComment: null,
        version: before.version + 1,
        updatedAt: sql`app_now()`,
        updatedBy: actor.userId,
      })
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .where('docStatus', '=', 'DRAFT')
      .returning(['id', 'invoiceNo', 'docStatus', 'version'])
      .executeTakeFirst()
    if (!saved) throw new Refused('STALE_VERSION')
    await storePapers(context, invoicePapers(saved), papers, keepsPapers ? 'ADDS' : { replaces: 'SUBMISSION', groups })
    await audit(context, {
      event: 'INVOICE_EDITED',
      objectType: 'INVOICE',
      objectId: before.id,
      objectNo: body.invoiceNo,
      before: { amount: before.amount, dueDate: before.dueDate, invoiceNo: before.invoiceNo },
      after: body,
    })
    return saved
  } catch (error) {
    if (violatedIndex(error))
      throw new Refused('INVOICE_DUPLICATE', { fields: [{ field: 'invoiceNo', message: 'INVOICE_DUPLICATE' }] })
    throw error
  }
}
