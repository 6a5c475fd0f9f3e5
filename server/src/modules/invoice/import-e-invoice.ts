import { normalizeInvoiceNo, normalizeRegistration } from '@usance/domain/fingerprint'
import { addDays } from '@usance/domain/local-date'
import type { invoiceCalls } from '@usance/wire/invoice/calls'
import { inTransaction, type Tx } from '../../database/database.ts'
import type { EInvoice, EInvoiceParty } from '../../e-invoice/e-invoice.ts'
import { eInvoiceErrorText } from '../../e-invoice/errors.ts'
import { readEInvoice } from '../../e-invoice/read-e-invoice.ts'
import type { Before, Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { putForward } from '../adjustment/put-forward.ts'
import { attachFiles } from '../file/attachments.ts'
import { fileOf } from '../file/stored-file.ts'
import { refuse } from '../ocr/read-file.ts'
import { lockInvoice } from './move-invoice.ts'
import { addDraft, invoiceFiles } from './save-invoice.ts'

/**
 * The XML of an uploaded e-invoice, outside any transaction. A PDF is opened in the process that reads documents: its
 * reader takes long over a hostile file, and brings slow stand-ins for parts of the language wherever it is loaded.
 */
export async function eInvoiceXml({ app, actor, scope, query }: Before): Promise<Uint8Array> {
  // A buyer does not invoice itself.
  if (actor.companyRole !== 'SUPPLIER') throw new Refused('FORBIDDEN')
  const file = await inTransaction(app.db, scope, 'read', (tx) => fileOf(tx, query.fileKey))
  if (file.companyId !== actor.companyId) throw new Refused('NOT_FOUND')
  const content = await app.files.read(file.objectKey)
  if (content.subarray(0, 5).toString() !== '%PDF-') return content
  const embedded = await app.reader.embedded(content, file.fileName).catch(refuse)
  const found = embedded.find(({ name }) => name.toLowerCase().endsWith('.xml'))
  if (!found) throw new Refused('FILE_UNREADABLE', { reason: 'NO_EMBEDDED_INVOICE' })
  return found.bytes
}

/** Reads an uploaded e-invoice into a draft; what its sums or codes get wrong comes back with it, for the user to judge. */
export const importEInvoice: Handler<typeof invoiceCalls.importEInvoice> = async (request) => {
  const { tx, actor, query, language, prepared } = request as typeof request & { prepared: Uint8Array }
  const file = await fileOf(tx, query.fileKey)
  const read = readEInvoice(prepared)
  if (!read.ok)
    throw new Refused('FILE_UNREADABLE', { reason: read.error.code, text: eInvoiceErrorText(read.error.code, language) })
  const { invoice, findings } = read
  const { kind } = invoice
  if (kind !== 'INVOICE' && kind !== 'CREDIT_NOTE' && kind !== 'DEBIT_NOTE')
    throw new Refused('FILE_UNREADABLE', { reason: kind })
  const amount = invoice.totals.payable ?? invoice.totals.taxInclusive
  if (!invoice.number || !invoice.issueDate || !invoice.currency || !amount || !/^\d+(\.\d+)?$/.test(amount))
    throw new Refused('FILE_UNREADABLE', { reason: 'INCOMPLETE' })
  const buyer = await buyerIn(tx, actor.companyId, invoice.buyer)
  if (!buyer) throw new Refused('PARTY_UNKNOWN', { buyer: invoice.buyer.name })
  const isOwn = await isSeller(tx, actor.companyId, invoice.seller)
  const facts = { number: invoice.number.slice(0, 80), issueDate: invoice.issueDate, currency: invoice.currency, amount }
  const stored =
    kind === 'INVOICE'
      ? await addDraft(
          request,
          {
            buyerCode: buyer.code,
            invoiceNo: facts.number,
            issueDate: facts.issueDate,
            dueDate: dueDateOf(invoice, buyer.termDays),
            currency: facts.currency,
            amount,
            ...(await orderOf(tx, actor.companyId, buyer.id, invoice)),
            attachments: [{ objectKey: file.objectKey, fileName: file.fileName }],
          },
          'EINVOICE',
        )
      : await adjustByNote(request, invoice, kind, buyer.id, facts, file)
  const locale = language === 'zh-CN' ? 'zh-CN' : 'en-US'
  return {
    id: stored.id,
    invoiceNo: stored.invoiceNo,
    kind,
    findings: [
      ...(isOwn ? [] : [{ rule: 'SELLER', severity: 'warning', text: otherSeller[locale] }]),
      ...findings.map((finding) => ({ rule: finding.rule, severity: finding.severity, text: finding.text[locale] })),
    ],
  }
}

const otherSeller = {
  'en-US': 'The document names another seller than your company.',
  'zh-CN': '单据上的卖方不是贵公司。',
}

type Note = { number: string; issueDate: string; currency: string; amount: string }

/** A credit note lowers and a debit note raises what is owed on the invoice it names, once approved. */
async function adjustByNote(
  request: Parameters<typeof importEInvoice>[0],
  { precedingInvoices }: EInvoice,
  type: 'CREDIT_NOTE' | 'DEBIT_NOTE',
  buyerId: string,
  note: Note,
  file: Awaited<ReturnType<typeof fileOf>>,
) {
  const { tx, actor } = request
  const numbers = precedingInvoices.map(normalizeInvoiceNo).filter(Boolean)
  const named =
    numbers.length === 0
      ? undefined
      : await tx
          .selectFrom('invoice')
          .select('id')
          .where('supplierId', '=', actor.companyId)
          .where('buyerId', '=', buyerId)
          .where('normNo', 'in', numbers)
          .where('docStatus', 'in', ['SUBMITTED', 'CONFIRMED', 'DISPUTED', 'CLOSED'])
          .orderBy('issueDate', 'desc')
          .limit(1)
          .executeTakeFirst()
  if (!named) throw new Refused('FILE_UNREADABLE', { reason: 'NO_PRECEDING_INVOICE' })
  const invoice = await lockInvoice(tx, named.id, { column: 'supplierId', companyId: actor.companyId })
  if (invoice.currency !== note.currency) throw new Refused('CURRENCY_MISMATCH')
  await putForward(request, invoice, {
    type,
    refNo: note.number,
    amount: note.amount,
    date: note.issueDate,
    reason: file.fileName,
  })
  await attachFiles(tx, { ...invoiceFiles(invoice.id), groupCode: type }, [file], actor.userId)
  return { id: invoice.id, invoiceNo: invoice.invoiceNo }
}

/** The purchase order the invoice names, when there is one it can belong to. */
async function orderOf(tx: Tx, supplierId: string, buyerId: string, { orderRef, issueDate, currency }: EInvoice) {
  if (!orderRef) return {}
  const order = await tx
    .selectFrom('purchaseOrder')
    .select('id')
    .where('supplierId', '=', supplierId)
    .where('buyerId', '=', buyerId)
    .where((eb) => eb(eb.fn('upper', ['poNo']), '=', orderRef.toUpperCase()))
    .where('docStatus', 'in', ['SUBMITTED', 'CONFIRMED'])
    .where('orderDate', '<=', issueDate!)
    .where('currency', '=', currency!)
    .executeTakeFirst()
  return order ? { purchaseOrderId: order.id } : {}
}

/** Where the document is silent, or names a day before its own, the terms of the trade relationship decide. */
const dueDateOf = ({ dueDate, issueDate }: EInvoice, termDays: number) =>
  dueDate && dueDate >= issueDate! ? dueDate : addDays(issueDate!, termDays)

/** Whether the document names this supplier as its seller, by number or by name. */
async function isSeller(tx: Tx, supplierId: string, party: EInvoiceParty): Promise<boolean> {
  const own = await tx
    .selectFrom('company')
    .select(['name', 'nameLocal', 'bizRegNo', 'taxNo'])
    .where('id', '=', supplierId)
    .executeTakeFirstOrThrow()
  return isParty(own, party)
}

/** The buyer among those the supplier trades with: by registration or tax number, else by its exact name. */
async function buyerIn(tx: Tx, supplierId: string, party: EInvoiceParty) {
  const buyers = await tx
    .selectFrom('relationship')
    .innerJoin('company', 'company.id', 'relationship.buyerId')
    .select([
      'company.id',
      'company.code',
      'company.name',
      'company.nameLocal',
      'company.bizRegNo',
      'company.taxNo',
      'relationship.termDays',
    ])
    .where('relationship.supplierId', '=', supplierId)
    .where('relationship.status', '=', 'ENABLE')
    .execute()
  const byNumber = buyers.find((buyer) => hasNumber(buyer, party))
  return byNumber ?? buyers.find((buyer) => hasName(buyer, party))
}

type Registered = { name: string; nameLocal: string | null; bizRegNo: string; taxNo: string | null }
const isParty = (company: Registered, party: EInvoiceParty) => hasNumber(company, party) || hasName(company, party)

const hasNumber = ({ bizRegNo, taxNo }: Registered, party: EInvoiceParty) => {
  const numbers = [party.registration, party.vatId, party.taxNumber].flatMap((text) =>
    text ? [normalizeRegistration(text)] : [],
  )
  return [bizRegNo, taxNo].some((number) => number && numbers.includes(normalizeRegistration(number)))
}

const plainName = (text: string) => text.normalize('NFKC').trim().toLowerCase()
const hasName = ({ name, nameLocal }: Registered, party: EInvoiceParty) => {
  const names = [party.name, party.tradingName].flatMap((text) => (text ? [plainName(text)] : []))
  return [name, nameLocal].some((one) => one && names.includes(plainName(one)))
}
