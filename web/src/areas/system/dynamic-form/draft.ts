import { readingFaultsOf } from '@usance/domain/configured-reading'
import { tableFaultsOf } from '@usance/domain/configured-table'
import { type FieldConfig, faultsOf } from '@usance/domain/dynamic-form'
import { dynamicFormCalls, type FormConfig } from '@usance/wire/dynamic-form/calls'
import { send } from '../../../http/client.ts'
import { hasText } from '../../../i18n/i18n.ts'

/** A form as it is being changed. */
export type Draft = {
  name: string
  kind: FormConfig['kind']
  listId?: string
  version: number
  fields: FieldConfig[]
  changed: boolean
}

const bodyOfField = ({ rules, options, words, notWords, ...field }: FieldConfig) => ({
  ...field,
  ...(rules ? { rules: [...rules] } : {}),
  ...(options ? { options: [...options] } : {}),
  ...(words ? { words: [...words] } : {}),
  ...(notWords ? { notWords: [...notWords] } : {}),
})

/** Stores a draft as the next version of its form. */
export const saveDraft = ({ name, kind, version, fields }: Draft) =>
  send(dynamicFormCalls.save, { body: { name, kind, version, fields: fields.map(bodyOfField) } })

/** The names of the fields that are built in: those the portal has a word for. */
const builtInFields = (names: readonly string[] = []) => names.filter((name) => hasText(`ocr.field.${name}`))

/** The fields of a draft that cannot be saved as they are. */
export function faultsOfDraft(draft: Draft, forms: readonly FormConfig[]) {
  const { name, kind, listId, fields } = draft
  if (kind !== 'READING') return [...faultsOf(fields), ...(listId && fields.length > 0 ? tableFaultsOf(fields, fields) : [])]
  const stored = forms.find((form) => form.name === name && form.kind === 'READING')
  return readingFaultsOf(builtInFields(stored?.fields.map((field) => field.name)), fields)
}
