import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { parseAmount, toDecimal } from '@usance/domain/money'
import type { invoiceCalls } from '@usance/wire/invoice/calls'
import { amountOf } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { recordNamed } from '../../http/one-party.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { configuredSheet } from '../../platform/dynamic-form/configured-sheet.ts'
import { type ImportCaller, runImport } from '../../platform/sheet-import/run-import.ts'
import { cleanRow, placesOf, sendTemplate, templateOf } from '../../platform/sheet-import/sheet.ts'
import { namesOrderOf, orderNamed } from '../purchase-order/order-named.ts'
import { addInvoices } from './add-invoices.ts'
import { putForward } from './change-status.ts'
import { buyerSheet, type InvoiceKey, staffSheet, supplierSheet } from './invoice-sheets.ts'
import { addDraft, changeDraft } from './save-invoice.ts'

const sheetOf = ({ companyRole, staff }: Actor) => (staff ? staffSheet : companyRole === 'BUYER' ? buyerSheet : supplierSheet)

const ownSheet = ({ tx, actor }: Pick<Caller, 'tx' | 'actor'>) => configuredSheet(tx, 'INVOICE_SHEET', sheetOf(actor))

export const invoiceTemplate: Handler<typeof invoiceCalls.template> = async (request) =>
  templateOf(await ownSheet(request), request.language)
export const downloadTemplate: Handler<typeof invoiceCalls.templateDownload> = async (request) =>
  sendTemplate(await ownSheet(request), request)

type Row = Record<InvoiceKey, string>
type Caller = Context & { actor: Actor }

/** A supplier's rows become drafts; a buyer's rows put its debts forward, for a checker of the buyer to confirm. */
export const importRows = async (request: ImportCaller & { query: { fileKey: string } }) => {
  const { actor, query } = request
  const isBuyers = actor.companyRole === 'BUYER' || actor.staff
  return runImport(request, {
    kind: isBuyers ? 'PAYABLES' : 'INVOICES',
    fileKey: query.fileKey,
    sheet: await ownSheet(request),
    ...(isBuyers
      ? { add: ([row]: Row[]) => addPayable(request, row!) }
      : { addAll: (rows: Row[], tell: (done: number) => void) => addInvoices(request, rows, tell) }),
  })
}

/** The invoices that the sound rows of a sheet of debts name, by supplier, normalised number and day. */
export async function payablesNamed(caller: Pick<Caller, 'tx' | 'actor'>, [heading = [], ...lines]: string[][]) {
  const sheet = await ownSheet(caller)
  const places = placesOf(sheet, heading)
  return lines.flatMap((line) => {
    const read = cleanRow(sheet, (key) => line[places[key] ?? -1]?.trim() ?? '')
    if (!('row' in read)) return []
    const { supplierCode, invoiceNo, issueDate } = read.row
    return [{ supplierCode, normNo: normalizeDocumentNo(invoiceNo), issueDate }]
  })
}

/**
 * The debt on an invoice that its supplier has sent is put forward; other invoices are first entered for the supplier, and one that a
 * checker returned is put right.
 */
async function addPayable(request: Caller, row: Row) {
  const { tx, actor } = request
  const relation = await tx
    .selectFrom('relationship as r')
    .innerJoin('company as s', 's.id', 'r.supplierId')
    .innerJoin('company as b', 'b.id', 'r.buyerId')
    .select(['r.supplierId', 'r.buyerId', 'r.disclosed', 'b.code as buyerCode'])
    .where('s.code', '=', row.supplierCode)
    .where('r.status', '=', 'ENABLE')
    .$if(actor.staff, (query) => query.where('b.code', '=', row.buyerCode))
    .$if(!actor.staff, (query) => query.where('r.buyerId', '=', actor.companyId))
    .executeTakeFirst()
  // The buyer of an undisclosed relationship does not know the supplier here, and could not confirm.
  if (!relation?.disclosed) throw faultyField('supplierCode', 'PARTY_UNKNOWN')
  await elevate(tx)
  const sent = await recordNamed(request, invoiceNamed(tx, { ...relation, ...row }).where('docStatus', '=', 'SUBMITTED'))
  if (sent) {
    const amount = parseAmount(row.amount, row.currency)
    if (!amount.ok) throw faultyAmount('amount', amount.refusal, row.currency)
    if (row.currency !== sent.currency) throw faultyField('currency', 'CURRENCY_MISMATCH')
    // The buyer confirms the due date and the order that the supplier has sent, so its row must say the same.
    if (row.dueDate !== sent.dueDate) throw faultyField('dueDate', 'OTHER_THAN_SENT')
    if (row.poNo && !(await namesOrderOf(tx, sent, row.poNo))) throw faultyField('poNo', 'OTHER_THAN_SENT')
    if (amount.value.minor <= 0n || amount.value.minor > amountOf(sent.amount, sent.currency).minor)
      throw faultyField('amount', 'OVER_FACE')
    await putForward(request, sent, toDecimal(amount.value))
    return
  }
  const body = await bodyOf(request, relation, row)
  const returned = await recordNamed(request, returnedByChecker(tx, { ...relation, ...row }))
  const { id } = returned
    ? await changeDraft(request, returned, body, true)
    : await addDraft(request, body, 'BUYER', { supplierId: relation.supplierId })
  const draft = await tx.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await putForward(request, draft, draft.amount)
}

type Facts = Record<'supplierId' | 'buyerId' | 'invoiceNo' | 'issueDate', string>

const invoiceNamed = (tx: Tx, { supplierId, buyerId, invoiceNo, issueDate }: Facts) =>
  tx
    .selectFrom('invoice')
    .selectAll()
    .where('supplierId', '=', supplierId)
    .where('buyerId', '=', buyerId)
    .where('normNo', '=', normalizeDocumentNo(invoiceNo))
    .where('issueDate', '=', issueDate)
    .forNoKeyUpdate()

/** Selects the invoice that a sheet of its buyer entered and a checker returned, as long as its supplier has not corrected it. */
const returnedByChecker = (tx: Tx, facts: Facts) =>
  invoiceNamed(tx, facts).where('docStatus', '=', 'DRAFT').where('source', '=', 'BUYER').where('returnComment', 'is not', null)

async function bodyOf(caller: Caller, parties: Record<'supplierId' | 'buyerId' | 'buyerCode', string>, row: Row) {
  const { buyerCode } = parties
  const order = row.poNo ? await recordNamed(caller, orderNamed(caller.tx, parties, row.poNo)) : undefined
  if (row.poNo && !order) throw new Refused('NOT_FOUND', { fields: [{ field: 'poNo', message: 'NOT_FOUND' }] })
  const { invoiceNo, issueDate, dueDate, currency, amount, taxInvoiceNo, remark } = row
  return {
    buyerCode,
    invoiceNo,
    issueDate,
    dueDate,
    currency,
    amount,
    taxInvoiceNo,
    remark,
    ...(order ? { purchaseOrderId: order.id } : {}),
  }
}
