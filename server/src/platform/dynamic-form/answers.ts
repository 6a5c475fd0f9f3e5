import { labelIn, missingFields, type ResolvedField, resolveFields } from '@usance/domain/dynamic-form'
import { isLocalDate } from '@usance/domain/local-date'
import type { FieldError } from '@usance/wire/errors'
import type { Tx } from '../../database/database.ts'
import type { Context } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import type { FileReader } from '../file/stored-file.ts'
import { filesOf } from '../paper/papers.ts'
import { formOf } from './form-of.ts'

export type Answers = Record<string, string | { objectKey: string; fileName: string }[]>
type Fault = { message: string; params?: FieldError['params'] }

const figure = /^-?\d{1,15}(\.\d{1,6})?$/
const most = 500

/**
 * The answers to a configured form, as they are kept: only those of fields it shows for them, complete, and each of the kind
 * its field takes. What is wrong is told beside each field, as `answers.<name>`. A file must be one the caller may see.
 */
export async function answersTo(
  reader: FileReader & Pick<Context, 'language' | 'app'>,
  form: string,
  given: Record<string, unknown> = {},
): Promise<Answers> {
  const { language } = reader
  const fields = (await formOf(reader, form))?.fields ?? []
  const faults: FieldError[] = []
  const kept: Answers = {}
  const missing = new Set(missingFields(fields, given))
  for (const field of resolveFields(fields, given)) {
    const value = given[field.name]
    const label = labelIn(field.label, language) || field.name
    const fault = missing.has(field.name) ? { message: 'required', params: { label } } : undefined
    if (field.require === 2 || (!fault && isNothing(value))) continue
    const read = fault ?? (await readAnswer(reader, field, value, label))
    if (typeof read === 'object' && 'message' in read) faults.push({ field: `answers.${field.name}`, ...read })
    else kept[field.name] = read
  }
  if (faults.length > 0) throw new Refused('BAD_REQUEST', { fields: faults })
  return kept
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

async function readAnswer(
  reader: FileReader,
  field: ResolvedField,
  value: unknown,
  label: string,
): Promise<Answers[string] | Fault> {
  if (field.type === 'attachment') {
    const references = Array.isArray(value) ? value.filter(isReference).slice(0, 20) : []
    const files = await filesOf(reader, references)
    return files.map(({ objectKey, fileName }) => ({ objectKey, fileName }))
  }
  if (typeof value !== 'string') return { message: 'required', params: { label } }
  const max = Math.min(field.maxlength ?? most, 2000)
  if (value.length > max) return { message: 'maxLength', params: { max } }
  if (['number', 'amount', 'percent'].includes(field.type)) return figure.test(value) ? value : { message: 'number' }
  if (field.type === 'date') return isLocalDate(value) ? value : { message: 'date' }
  if (field.type === 'boolean') return ['0', '1'].includes(value) ? value : { message: 'requiredSelect', params: { label } }
  if (['select', 'radio'].includes(field.type) && !(await isOffered(reader.tx, field, value)))
    return { message: 'requiredSelect', params: { label } }
  return value
}

const isReference = (one: unknown): one is { objectKey: string } =>
  typeof (one as { objectKey?: unknown } | null)?.objectKey === 'string'

async function isOffered(tx: Tx, { options, dictName }: ResolvedField, value: string): Promise<boolean> {
  if (options?.length) return options.some((option) => option.value === value)
  // Lists that are built into the portal are known to the browser alone.
  if (!dictName || dictName.startsWith('list:')) return true
  const entry = await tx
    .selectFrom('dictionaryEntry')
    .select('id')
    .where('grp', '=', dictName.replace(/^dictionary:/, ''))
    .where('dicKey', '=', value)
    .executeTakeFirst()
  return entry !== undefined
}
