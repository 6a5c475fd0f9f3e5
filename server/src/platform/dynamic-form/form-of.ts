import { readingFieldsOf, readingName } from '@usance/domain/configured-reading'
import { tableOf } from '@usance/domain/configured-table'
import type { FormConfig } from '@usance/wire/dynamic-form/calls'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import { fieldsOfSchema } from '../../reading/schema/configured-schema.ts'
import { documentSchemas } from '../../reading/schema/schemas.ts'
import { importSheets } from '../sheet-import/import-sheets.ts'
import type { ImportSheet } from '../sheet-import/sheet.ts'
import { listTables } from './list-tables.ts'

const kinds: Record<string, string> = {
  date: 'date',
  currency: 'select',
  amount: 'amount',
  quantity: 'number',
  unitPrice: 'number',
}

/** The columns of a sheet as fields, for an administrator to start from. */
const fieldsOf = (sheet: ImportSheet): FormConfig['fields'] =>
  sheet.columns.map(({ key, title, required, kind, max }, index) => ({
    type: kinds[kind ?? ''] ?? 'text',
    name: key,
    label: title,
    orderBy: index + 1,
    require: required ? 1 : 0,
    editable: true,
    ...(kind === 'currency' ? { dictName: 'CURRENCY' } : {}),
    ...(max ? { maxlength: max } : {}),
  }))

/** What a supplier is asked about a wish to finance, beside the wish itself. */
const intentFields: FormConfig['fields'] = [
  { type: 'text', name: 'goods', label: { 'en-US': 'Goods or services', 'zh-CN': '商品或服务' }, orderBy: 1, maxlength: 200 },
  {
    type: 'number',
    name: 'yearsOfTrade',
    label: { 'en-US': 'Years of trade with this buyer', 'zh-CN': '与该买方的交易年限' },
    orderBy: 2,
    rules: ['natural'],
  },
  { type: 'boolean', name: 'insured', label: { 'en-US': 'Credit insurance', 'zh-CN': '是否有信用保险' }, orderBy: 3 },
  {
    type: 'text',
    name: 'insurer',
    label: { 'en-US': 'Insurer', 'zh-CN': '保险公司' },
    orderBy: 4,
    maxlength: 200,
    require: { field: 'insured', express: 'eq', value: '1', if: 1, else: 2 },
  },
  {
    type: 'attachment',
    name: 'samples',
    label: { 'en-US': 'Sample contracts or invoices', 'zh-CN': '合同或发票样本' },
    orderBy: 5,
  },
]

/** The document kinds that are read, by the name under which their fields are stored. */
export const readingForms: Record<string, () => Pick<FormConfig, 'kind' | 'listId' | 'fields'>> = Object.fromEntries(
  documentSchemas.map((schema) => [
    readingName(schema.code),
    () => ({ kind: 'READING', fields: fieldsOfSchema(schema) as FormConfig['fields'] }),
  ]),
)

type BuiltIn = Record<string, () => Pick<FormConfig, 'kind' | 'listId' | 'fields'>>

/** What the product uses by itself; saved configurations take the place of these. */
export const builtInForms = (app: App): BuiltIn => ({
  FINANCING_INTENT: () => ({ kind: 'FORM', fields: intentFields }),
  INVOICE_SHEET: () => ({ kind: 'SHEET', fields: fieldsOf(importSheets.of(app).INVOICE.staff) }),
  PURCHASE_ORDER_SHEET: () => ({ kind: 'SHEET', fields: fieldsOf(importSheets.of(app).PURCHASE_ORDER.staff) }),
  ...readingForms,
  ...listTables,
})

/** A form as it was saved, else as it is built in, else nothing. A saved list has the columns the list has now, a document kind its
 * fields. */
export async function formOf({ app, tx }: { app: App; tx: Tx }, name: string): Promise<FormConfig | undefined> {
  const forms = builtInForms(app)
  const builtIn = Object.hasOwn(forms, name) ? forms[name]!() : undefined
  const row = await tx.selectFrom('dynamicForm').selectAll().where('name', '=', name).executeTakeFirst()
  if (!row) return builtIn && { name, ...builtIn, version: 0, updatedAt: null }
  const stored = row.fields as unknown as FormConfig['fields']
  const { kind, version, updatedAt } = row
  const fields = builtIn?.listId
    ? tableOf(builtIn.fields, stored)
    : builtIn?.kind === 'READING'
      ? readingFieldsOf(builtIn.fields, stored)
      : stored
  return { name, kind, ...builtIn, fields, version, updatedAt } as FormConfig
}
