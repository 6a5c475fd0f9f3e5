import { addDays, enteredYears } from '@usance/domain/local-date'
import { faultOfText } from '@usance/wire/fields'
import type { invoiceCalls } from '@usance/wire/invoice/calls'
import type { Tx } from '../../database/database.ts'
import { eInvoiceErrorText } from '../../e-invoice/errors.ts'
import { isCorrection, whyNoReceivable } from '../../e-invoice/receivable.ts'
import type { RuleText } from '../../e-invoice/rule.ts'
import { unreadableTexts } from '../../e-invoice/unreadable-texts.ts'
import { type Actor, afterwards, type Before, type Context } from '../../http/context.ts'
import { refuseOtherParties } from '../../http/one-party.ts'
import { Refused } from '../../http/refused.ts'
import type { EInvoiceHead, ParsedEInvoice } from '../../parsing/questions.ts'
import { parseOwnFile } from '../../platform/file/parse-file.ts'
import { fileOf } from '../../platform/file/stored-file.ts'
import { storePapers } from '../../platform/paper/papers.ts'
import { type NoteSign, putForward } from '../adjustment/put-forward.ts'
import { orderNamed } from '../purchase-order/order-named.ts'
import { buyerIn, isSeller, paysAnother } from './document-parties.ts'
import { namedInvoice, normalNumbers } from './linked-invoices.ts'
import { lockInvoice } from './move-invoice.ts'
import { addDraft, invoicePapers } from './save-invoice.ts'

/** Reads an uploaded XML or PDF as an e-invoice. */
async function eInvoiceOf(request: Before): Promise<ParsedEInvoice> {
  // A buyer does not invoice itself.
  if (request.actor.companyRole !== 'SUPPLIER') throw new Refused('FORBIDDEN')
  return parseOwnFile(request, request.query.fileKey, ({ contentType }) =>
    contentType === 'application/pdf' ? 'e-invoice-pdf' : 'e-invoice',
  )
}

/** Reads an uploaded e-invoice into a draft; what its sums or codes get wrong comes back with it, for the user to judge. */
export const importEInvoice = afterwards<typeof invoiceCalls.importEInvoice, ParsedEInvoice>(eInvoiceOf, async (request) => {
  const { tx, actor, query, language, prepared: read } = request
  const file = await fileOf(request, query.fileKey)
  if (!read.ok) throw unreadable(read.error, language)
  const { invoice, findings } = read
  const { kind } = invoice
  const locale = language === 'zh-CN' ? 'zh-CN' : 'en-US'
  const noReceivable = whyNoReceivable(invoice)
  if (noReceivable === 'FACTORED_INVOICE') throw new Refused('FILE_UNREADABLE', { reason: noReceivable, text: ofFactor[locale] })
  if (noReceivable === 'NO_INVOICE' || (kind !== 'INVOICE' && kind !== 'CREDIT_NOTE' && kind !== 'DEBIT_NOTE'))
    throw new Refused('FILE_UNREADABLE', { reason: kind, text: noInvoice[locale] })
  const facts = factsOf(invoice, language)
  const buyer = await buyerIn(tx, actor.companyId, invoice.buyer)
  if (!buyer) throw new Refused('PARTY_UNKNOWN', { buyer: invoice.buyer.name })
  const namedNos = normalNumbers(invoice.precedingInvoices)
  const named =
    kind === 'INVOICE' ? await namedInvoice(tx, { supplierId: actor.companyId, buyerId: buyer.id }, namedNos) : undefined
  if (named && isCorrection(invoice))
    throw new Refused('FILE_UNREADABLE', { reason: 'CORRECTS_INVOICE', text: correctsKnown(named)[locale] })
  const ofParties = await doubtsOfParties(tx, actor.companyId, invoice, buyer)
  const doubts: Doubt[] = [...ofParties, ...(named ? [namesKnown(named)] : [])]
  const stored =
    kind === 'INVOICE'
      ? await addDraft(
          request,
          {
            buyerCode: buyer.code,
            invoiceNo: facts.number,
            issueDate: facts.issueDate,
            dueDate: dueDateOf(invoice, facts.issueDate, buyer.termDays),
            currency: facts.currency,
            amount: facts.amount,
            ...(await orderOf(tx, actor.companyId, buyer.id, invoice, facts)),
            attachments: [{ objectKey: file.objectKey, fileName: file.fileName }],
          },
          'EINVOICE',
          { riskFlags: doubts.map(({ flag }) => flag), namedNos },
        )
      : await adjustByNote(
          request,
          kind,
          { buyerId: buyer.id, numbers: namedNos, signs: ofParties.map(({ flag }) => flag) },
          facts,
          file,
        )
  return {
    id: stored.id,
    invoiceNo: stored.invoiceNo,
    kind,
    findings: [
      ...doubts.map(({ rule, text }) => ({ rule, severity: 'warning', text: text[locale] })),
      ...findings.map((finding) => ({ rule: finding.rule, severity: finding.severity, text: finding.text[locale] })),
    ],
  }
})

function unreadable(reason: Extract<ParsedEInvoice, { ok: false }>['error'], language: Context['language']): Refused {
  if (reason === 'NO_EMBEDDED_INVOICE') return new Refused('FILE_UNREADABLE', { reason })
  const locale = language === 'zh-CN' ? 'zh-CN' : 'en-US'
  const text = reason === 'SEVERAL_INVOICES' ? severalInside[locale] : eInvoiceErrorText(reason, locale)
  return new Refused('FILE_UNREADABLE', { reason, text })
}

type Facts = { number: string; issueDate: string; currency: string; amount: string }

/** The facts that make the draft. A document that lacks one, or gives one that cannot be read as one, is refused with the reason. */
function factsOf(invoice: EInvoiceHead, language: Context['language']): Facts {
  const locale = language === 'zh-CN' ? 'zh-CN' : 'en-US'
  const refused = (reason: string, text: string) => new Refused('FILE_UNREADABLE', { reason, text })
  // Where the amount due is missing, another total stands in for it; then each of them has to be readable.
  const decides = (field: string) =>
    factFields.includes(field) || (invoice.totals.payable === null && field.startsWith('totals.'))
  const unread = invoice.unreadable.find(({ field }) => decides(field))
  if (unread) throw refused(unread.why, `${unreadableTexts[unread.why][locale]} (${unread.text})`)
  const { number, issueDate, dueDate, currency, totals } = invoice
  // What was paid before is no part of the amount due, which such a document has to tell itself.
  const amount = totals.payable ?? (totals.prepaid === null ? totals.taxInclusive : null)
  const isEntered = [issueDate, dueDate].every((day) => !day || enteredYears.test(day))
  if (!number || !issueDate || !currency || !amount || !/^\d+(\.\d+)?$/.test(amount) || !isEntered)
    throw refused('INCOMPLETE', incomplete[locale])
  if (number.length > longestNumber) throw refused('NUMBER_TOO_LONG', tooLong[locale])
  if (faultOfText(number, longestNumber)) throw refused('ONE_LINE', oneLine[locale])
  return { number, issueDate, currency, amount }
}

const factFields = ['typeCode', 'number', 'issueDate', 'currency', 'totals.payable']
const longestNumber = 80
const tooLong = {
  'en-US': `The number of the document is longer than ${longestNumber} characters.`,
  'zh-CN': `单据号码超过 ${longestNumber} 个字符。`,
}
const oneLine = {
  'en-US':
    'The number of the document has line breaks or marks that cannot be seen. Enter the invoice by hand as it reads on paper.',
  'zh-CN': '单据号码含有换行或不可见字符。请按纸质单据手工录入。',
}
const noInvoice = {
  'en-US':
    'By its type the document is no invoice, credit note or debit note: nobody owes what it asks for. A pro-forma is one of these.',
  'zh-CN': '按其类型代码，该单据不是发票、贷项通知单或借项通知单（例如形式发票），不构成应收账款。',
}
const incomplete = {
  'en-US': 'The document has no number, day, currency or amount that an invoice can have.',
  'zh-CN': '单据缺少有效的号码、日期、币种或金额。',
}
const otherSeller = {
  'en-US': 'The document names another seller than your company.',
  'zh-CN': '单据上的卖方不是贵公司。',
}

const severalInside = {
  'en-US': 'The PDF holds several invoices or notes that differ. Upload each of them as a file of its own.',
  'zh-CN': 'PDF 内含多份不同的发票或调整单，请将每份作为单独的文件上传。',
}

const otherBuyer = {
  'en-US': 'The document names one buyer by its number and another one beside it.',
  'zh-CN': '单据上买方的编号与名称属于不同的买方。',
}
const otherPayee = {
  'en-US': 'The document asks for payment to somebody else than your company.',
  'zh-CN': '单据要求付款给贵公司以外的收款方。',
}

const severalNamed = {
  'en-US': 'The note belongs to several invoices. Enter what falls on each of them on the page of that invoice.',
  'zh-CN': '该调整单涉及多张发票，请在各发票页面分别录入其金额。',
}

const ofFactor = {
  'en-US':
    'By its type the debt of this document has been assigned to somebody who collects it. It cannot be financed a second time.',
  'zh-CN': '按其类型代码，该单据的债权已转让给他人收取，不能再次融资。',
}
const correctsKnown = (no: string) => ({
  'en-US': `The document corrects invoice ${no}, which is here already. Cancel that one first, or enter what changed on its page as a credit or debit note.`,
  'zh-CN': `该单据更正的发票 ${no} 已在系统中。请先取消该发票，或在其页面以贷项或借项通知单录入变化。`,
})
/** A doubt that a document raises: a finding for the importer, and a sign on the draft for risk staff. */
type Doubt = { rule: string; flag: string; text: RuleText }

const namesKnown = (no: string): Doubt => ({
  rule: 'PRECEDING_INVOICE',
  flag: 'NAMES_INVOICE',
  text: {
    'en-US': `The document names invoice ${no} as one that precedes it. Risk staff will look whether both are owed.`,
    'zh-CN': `该单据注明发票 ${no} 为其前序发票，风控人员将核实两者是否均为应收。`,
  },
})

/** The parties of a document that are others than those of the draft. */
async function doubtsOfParties(
  tx: Tx,
  supplierId: string,
  { seller, payee }: EInvoiceHead,
  buyer: { isDoubtful: boolean },
): Promise<(Doubt & { flag: NoteSign })[]> {
  const isOwn = await isSeller(tx, supplierId, seller)
  const isPaid = !(await paysAnother(tx, supplierId, { seller, payee }))
  return [
    ...(isOwn ? [] : [{ rule: 'SELLER', flag: 'OTHER_SELLER' as const, text: otherSeller }]),
    ...(buyer.isDoubtful ? [{ rule: 'BUYER', flag: 'OTHER_BUYER' as const, text: otherBuyer }] : []),
    ...(isPaid ? [] : [{ rule: 'PAYEE', flag: 'OTHER_PAYEE' as const, text: otherPayee }]),
  ]
}

/** A credit note lowers and a debit note raises what is owed on the one invoice it names, once approved. */
async function adjustByNote(
  request: Context & { actor: Actor },
  type: 'CREDIT_NOTE' | 'DEBIT_NOTE',
  { buyerId, numbers, signs }: { buyerId: string; numbers: readonly string[]; signs: readonly NoteSign[] },
  note: Facts,
  file: Awaited<ReturnType<typeof fileOf>>,
) {
  const { tx, actor, language } = request
  // A note is an adjustment, whichever way it comes in.
  if (!actor.permissions.has('trading.invoice.adjust')) throw new Refused('FORBIDDEN')
  const invoices =
    numbers.length === 0
      ? []
      : await tx
          .selectFrom('invoice')
          .select('id')
          .where('supplierId', '=', actor.companyId)
          .where('buyerId', '=', buyerId)
          .where('normNo', 'in', numbers)
          .where('docStatus', 'in', ['SUBMITTED', 'CONFIRMED', 'DISPUTED', 'CLOSED'])
          .limit(2)
          .execute()
  const [named] = invoices
  // What of the note falls on which of them stands nowhere in it.
  if (named && (numbers.length > 1 || invoices.length > 1))
    throw new Refused('FILE_UNREADABLE', {
      reason: 'SEVERAL_PRECEDING_INVOICES',
      text: severalNamed[language === 'zh-CN' ? 'zh-CN' : 'en-US'],
    })
  if (!named) throw new Refused('FILE_UNREADABLE', { reason: 'NO_PRECEDING_INVOICE' })
  await refuseOtherParties(tx, actor, [named.id])
  const invoice = await lockInvoice(tx, named.id, { column: 'supplierId', companyId: actor.companyId })
  if (invoice.currency !== note.currency) throw new Refused('CURRENCY_MISMATCH')
  const adjustment = { type, refNo: note.number, amount: note.amount, date: note.issueDate, reason: file.fileName }
  await putForward(request, invoice, adjustment, signs)
  await storePapers(request, invoicePapers(invoice), [{ ...file, groupKey: type }], 'ADDS')
  return { id: invoice.id, invoiceNo: invoice.invoiceNo }
}

/** The purchase order the invoice names, when there is one it can belong to. */
async function orderOf(tx: Tx, supplierId: string, buyerId: string, { orderRef }: EInvoiceHead, { issueDate, currency }: Facts) {
  if (!orderRef) return {}
  const order = await orderNamed(tx, { supplierId, buyerId }, orderRef)
    .where('orderDate', '<=', issueDate)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return order ? { purchaseOrderId: order.id } : {}
}

/**
 * Where the document names no day, none that can be read, or one before its own, the terms of the trade relationship decide; the
 * findings say so of the last two.
 */
const dueDateOf = ({ dueDate }: EInvoiceHead, issueDate: string, termDays: number) =>
  dueDate && dueDate >= issueDate ? dueDate : addDays(issueDate, termDays)
