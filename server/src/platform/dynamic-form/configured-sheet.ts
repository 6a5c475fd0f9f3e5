import { labelIn, resolveFields } from '@usance/domain/dynamic-form'
import type { Tx } from '../../database/database.ts'
import type { ImportSheet } from '../sheet-import/sheet.ts'

/**
 * A sheet the way the administrator configured its fields: their order, words and requirement. What the product itself
 * cannot do without stays required and shown; titles of sheets handed out before are still understood.
 */
export async function configuredSheet<Key extends string>(
  tx: Tx,
  name: string,
  sheet: ImportSheet<Key>,
): Promise<ImportSheet<Key>> {
  const row = await tx.selectFrom('dynamicForm').select('fields').where('name', '=', name).executeTakeFirst()
  if (!row) return sheet
  const fields = resolveFields(row.fields, {})
  const place = new Map(fields.map((field, index) => [field.name, { field, index }]))
  const columns = sheet.columns
    .map((column, at) => ({ column, at, found: place.get(column.key) }))
    .filter(({ column, found }) => column.required || found?.field.require !== 2)
    .sort((a, b) => (a.found?.index ?? 1000 + a.at) - (b.found?.index ?? 1000 + b.at))
    .map(({ column, found }) => {
      if (!found) return column
      const title = {
        'en-US': labelIn(found.field.label, 'en-US') || column.title['en-US'],
        'zh-CN': labelIn(found.field.label, 'zh-CN') || column.title['zh-CN'],
      }
      return {
        ...column,
        title,
        required: column.required || found.field.require === 1,
        formerTitles: Object.values(column.title),
      }
    })
  return { ...sheet, columns }
}
