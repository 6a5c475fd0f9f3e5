import { normalizeRegistration } from '@usance/domain/fingerprint'
import { addDays } from '@usance/domain/local-date'
import type { invoiceCalls } from '@usance/wire/invoice/calls'
import type { Tx } from '../../database/database.ts'
import { attachmentsFromPdf } from '../../e-invoice/attachments-from-pdf.ts'
import type { EInvoice, EInvoiceParty } from '../../e-invoice/e-invoice.ts'
import { eInvoiceErrorText } from '../../e-invoice/errors.ts'
import { readEInvoice } from '../../e-invoice/read-e-invoice.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { fileOf } from '../file/stored-file.ts'
import { addDraft } from './save-invoice.ts'

/** Reads an uploaded e-invoice into a draft; what its sums or codes get wrong comes back with it, for the user to judge. */
export const importEInvoice: Handler<typeof invoiceCalls.importEInvoice> = async (request) => {
  const { app, tx, actor, query, language } = request
  const file = await fileOf(tx, query.fileKey)
  if (file.companyId !== actor.companyId) throw new Refused('NOT_FOUND')
  const content = await app.files.read(file.objectKey)
  const xml = content.subarray(0, 5).toString() === '%PDF-' ? await embeddedXml(content) : content
  const read = readEInvoice(xml)
  if (!read.ok)
    throw new Refused('FILE_UNREADABLE', { reason: read.error.code, text: eInvoiceErrorText(read.error.code, language) })
  const { invoice, findings } = read
  if (invoice.kind !== 'INVOICE') throw new Refused('FILE_UNREADABLE', { reason: invoice.kind })
  const amount = invoice.totals.payable ?? invoice.totals.taxInclusive
  if (!invoice.number || !invoice.issueDate || !invoice.currency || !amount || !/^\d+(\.\d+)?$/.test(amount))
    throw new Refused('FILE_UNREADABLE', { reason: 'INCOMPLETE' })
  const buyer = await buyerIn(tx, actor.companyId, invoice.buyer)
  if (!buyer) throw new Refused('PARTY_UNKNOWN', { buyer: invoice.buyer.name })
  const added = await addDraft(
    request,
    {
      buyerCode: buyer.code,
      invoiceNo: invoice.number.slice(0, 80),
      issueDate: invoice.issueDate,
      dueDate: dueDateOf(invoice, buyer.termDays),
      currency: invoice.currency,
      amount,
      attachments: [{ objectKey: file.objectKey, fileName: file.fileName }],
    },
    'EINVOICE',
  )
  const locale = language === 'zh-CN' ? 'zh-CN' : 'en-US'
  return {
    id: added.id,
    invoiceNo: added.invoiceNo,
    findings: findings.map((finding) => ({ rule: finding.rule, severity: finding.severity, text: finding.text[locale] })),
  }
}

/** Where the document is silent, or names a day before its own, the terms of the trade relationship decide. */
const dueDateOf = ({ dueDate, issueDate }: EInvoice, termDays: number) =>
  dueDate && dueDate >= issueDate! ? dueDate : addDays(issueDate!, termDays)

async function embeddedXml(pdf: Buffer): Promise<Uint8Array> {
  const found = (await attachmentsFromPdf(pdf)).find(({ name }) => name.toLowerCase().endsWith('.xml'))
  if (!found) throw new Refused('FILE_UNREADABLE', { reason: 'NO_EMBEDDED_INVOICE' })
  return found.bytes
}

/** The buyer among those the supplier trades with: by registration or tax number, else by its exact name. */
async function buyerIn(tx: Tx, supplierId: string, party: EInvoiceParty) {
  const buyers = await tx
    .selectFrom('relationship')
    .innerJoin('company', 'company.id', 'relationship.buyerId')
    .select(['company.code', 'company.name', 'company.nameLocal', 'company.bizRegNo', 'company.taxNo', 'relationship.termDays'])
    .where('relationship.supplierId', '=', supplierId)
    .where('relationship.status', '=', 'ENABLE')
    .execute()
  const numbers = [party.registration, party.vatId, party.taxNumber]
    .filter((text): text is string => !!text)
    .map(normalizeRegistration)
  const names = [party.name, party.tradingName].filter((text): text is string => !!text).map((text) => text.trim().toLowerCase())
  return (
    buyers.find((buyer) =>
      [buyer.bizRegNo, buyer.taxNo].some((number) => number && numbers.includes(normalizeRegistration(number))),
    ) ?? buyers.find((buyer) => [buyer.name, buyer.nameLocal].some((name) => name && names.includes(name.toLowerCase())))
  )
}
