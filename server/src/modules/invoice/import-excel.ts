import { isCurrency } from '@usance/domain/currencies'
import { isLocalDate } from '@usance/domain/local-date'
import type { InvoiceBody, invoiceCalls } from '@usance/wire/invoice/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { readSheet, writeWorkbook } from '../../files/spreadsheet.ts'
import type { Context, Handler, UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { fileOf, storeGenerated } from '../file/stored-file.ts'
import { addDraft } from './save-invoice.ts'

type Language = Context['language']
type Key = 'invoiceNo' | 'buyerCode' | 'issueDate' | 'dueDate' | 'currency' | 'amount' | 'taxInvoiceNo' | 'remark'
const sheet: { key: Key; title: Record<Language, string>; required: boolean; example: string }[] = [
  { key: 'invoiceNo', title: { 'en-US': 'Invoice no', 'zh-CN': '发票号' }, required: true, example: 'INV-2026-001' },
  { key: 'buyerCode', title: { 'en-US': 'Buyer code', 'zh-CN': '买方代码' }, required: true, example: 'BUYER1' },
  { key: 'issueDate', title: { 'en-US': 'Issue date', 'zh-CN': '开票日期' }, required: true, example: '2026-01-15' },
  { key: 'dueDate', title: { 'en-US': 'Due date', 'zh-CN': '到期日' }, required: true, example: '2026-03-16' },
  { key: 'currency', title: { 'en-US': 'Currency', 'zh-CN': '币种' }, required: true, example: 'USD' },
  { key: 'amount', title: { 'en-US': 'Amount', 'zh-CN': '金额' }, required: true, example: '12500.00' },
  { key: 'taxInvoiceNo', title: { 'en-US': 'Tax invoice no', 'zh-CN': '税务发票号' }, required: false, example: '' },
  { key: 'remark', title: { 'en-US': 'Remark', 'zh-CN': '备注' }, required: false, example: '' },
]

export const invoiceTemplate: Handler<typeof invoiceCalls.template> = async ({ language }) =>
  sheet.map(({ key, title, required, example }) => ({ key, title: title[language], required, example }))

export const downloadTemplate: Handler<typeof invoiceCalls.templateDownload> = async ({ language, raw }) => {
  const content = await writeWorkbook(
    language === 'zh-CN' ? '发票' : 'Invoices',
    sheet.map(({ title }) => ({ title: title[language] })),
    [sheet.map(({ example }) => example)],
  )
  raw.reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', 'attachment; filename="invoice-template.xlsx"')
    .send(content)
  return undefined
}

const words: Record<Language, Record<string, string>> = {
  'en-US': {
    reason: 'Reason',
    MISSING: '{field} is missing.',
    DATE: '{field} is not a date such as 2026-01-31.',
    CURRENCY: '{field} is not a currency code such as USD.',
    AMOUNT: '{field} is not an amount such as 12500.00.',
    AMOUNT_SCALE: 'The amount has more decimals than the currency has.',
    AMOUNT_NOT_POSITIVE: 'The amount must be above zero.',
    DATE_ORDER: 'The due date is before the issue date.',
    PARTY_UNKNOWN: 'You have no trade relationship with a buyer of this code.',
    INVOICE_DUPLICATE: 'This invoice is already known.',
    BAD_REQUEST: 'The row cannot be read.',
    TWICE: 'The same invoice stands twice in this file.',
  },
  'zh-CN': {
    reason: '原因',
    MISSING: '缺少{field}。',
    DATE: '{field}不是有效日期，例如 2026-01-31。',
    CURRENCY: '{field}不是币种代码，例如 USD。',
    AMOUNT: '{field}不是有效金额，例如 12500.00。',
    AMOUNT_SCALE: '金额的小数位数超过该币种允许的位数。',
    AMOUNT_NOT_POSITIVE: '金额必须大于零。',
    DATE_ORDER: '到期日早于开票日期。',
    PARTY_UNKNOWN: '您与该代码的买方没有交易关系。',
    INVOICE_DUPLICATE: '该发票已存在。',
    BAD_REQUEST: '无法读取此行。',
    TWICE: '同一张发票在文件中出现两次。',
  },
}

type Faulty = { reason: string; field?: string }

/** One row as an invoice body, or what is wrong with it. */
function readRow(cell: (key: Key) => string): InvoiceBody | Faulty {
  const missing = sheet.find(({ key, required }) => required && cell(key) === '')
  if (missing) return { reason: 'MISSING', field: missing.key }
  for (const key of ['issueDate', 'dueDate'] as const) if (!isLocalDate(dayOf(cell(key)))) return { reason: 'DATE', field: key }
  const currency = cell('currency').toUpperCase()
  if (!isCurrency(currency)) return { reason: 'CURRENCY', field: 'currency' }
  const amount = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(cell('amount')) ? cell('amount').replaceAll(',', '') : cell('amount')
  if (!/^\d{1,15}(\.\d{1,6})?$/.test(amount)) return { reason: 'AMOUNT', field: 'amount' }
  return {
    invoiceNo: cell('invoiceNo').slice(0, 80),
    buyerCode: cell('buyerCode'),
    issueDate: dayOf(cell('issueDate')),
    dueDate: dayOf(cell('dueDate')),
    currency,
    amount,
    taxInvoiceNo: cell('taxInvoiceNo').slice(0, 80),
    remark: cell('remark').slice(0, 500),
  }
}
const dayOf = (text: string) =>
  text
    .slice(0, 10)
    .replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, (_, y, m, d) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`)

/** Reads a sheet whose first row holds titles of the template, in either language: good rows become drafts, faulty ones come back with a reason each. */
export const importExcel: Handler<typeof invoiceCalls.importExcel> = async (request) => {
  const { app, tx, actor, query, language } = request
  const file = await fileOf(tx, query.fileKey)
  if (file.companyId !== actor.companyId) throw new Refused('NOT_FOUND')
  const [heading = [], ...rows] = await readSheet(await app.files.read(file.objectKey))
  const places = placesOf(heading)
  const missing = sheet.filter(({ key, required }) => required && places[key] === undefined)
  if (missing.length > 0)
    throw new Refused('FILE_UNREADABLE', { reason: 'columns', columns: missing.map(({ title }) => title[language]).join(', ') })

  const faulty: string[][] = []
  let successfulNumber = 0
  for (const row of rows) {
    if (row.every((text) => text === '')) continue
    const cell = (key: Key) => row[places[key] ?? -1]?.trim() ?? ''
    const read = readRow(cell)
    const fault = 'reason' in read ? read : await addRow(request, read)
    if (!fault) successfulNumber++
    else {
      const field = sheet.find(({ key }) => key === fault.field)?.title[language] ?? ''
      faulty.push([
        ...sheet.map(({ key }) => cell(key)),
        (words[language][fault.reason] ?? words[language].BAD_REQUEST!).replace('{field}', field),
      ])
    }
  }
  const errorObjectKey = faulty.length > 0 ? await errorReport(request, faulty) : null
  await audit(request, {
    event: 'INVOICES_IMPORTED',
    objectType: 'FILE',
    objectId: file.id,
    objectNo: file.fileName,
    after: { successfulNumber, errorNumber: faulty.length },
  })
  return {
    successfulNumber,
    errorNumber: faulty.length,
    errorObjectKey,
    errorUrl:
      errorObjectKey && `/api/${app.config.prefix}-company/sysAttachment/content?objectKey=${encodeURIComponent(errorObjectKey)}`,
  }
}

function placesOf(heading: string[]): Partial<Record<Key, number>> {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_*.-]/g, '')
  return Object.fromEntries(
    sheet.flatMap(({ key, title }) => {
      const at = heading.findIndex((text) => [key, title['en-US'], title['zh-CN']].some((name) => plain(name) === plain(text)))
      return at < 0 ? [] : [[key, at]]
    }),
  )
}

/** Adds one row under a savepoint of its own: a faulty row undoes nothing of the others. */
async function addRow(context: UseCaseContext & Pick<Context, 'tx'>, body: InvoiceBody): Promise<Faulty | undefined> {
  await sql`savepoint import_row`.execute(context.tx)
  try {
    await addDraft(context, body, 'EXCEL')
    await sql`release savepoint import_row`.execute(context.tx)
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await sql`rollback to savepoint import_row`.execute(context.tx)
    return { reason: error.data.fields?.[0]?.message ?? error.refusal }
  }
}

async function errorReport(
  { app, tx, actor, language }: Context & { actor: UseCaseContext['actor'] },
  rows: string[][],
): Promise<string> {
  const titles = [...sheet.map(({ title }) => ({ title: title[language] })), { title: words[language].reason!, width: 50 }]
  const content = await writeWorkbook(language === 'zh-CN' ? '错误' : 'Errors', titles, rows)
  return storeGenerated(app, tx, {
    companyId: actor.companyId,
    userId: actor.userId,
    fileName: 'import-errors.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content,
    purpose: 'import-errors',
  })
}
