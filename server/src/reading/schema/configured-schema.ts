import { readingFieldsOf, readingOf } from '@usance/domain/configured-reading'
import { type FieldConfig, labelIn } from '@usance/domain/dynamic-form'
import { simplified } from '../extract/characters.ts'
import type { DocumentSchema, FieldKind, FieldSchema } from './schema.ts'

// An administrator's own words stand for more than any built-in ones.
const ownWeight = 130

/** The fields of a built-in document kind for an administrator to start from; a label is empty until somebody writes one. */
export const fieldsOfSchema = (schema: DocumentSchema): FieldConfig[] =>
  schema.fields.map(({ name, kind, required }, at) => ({
    type: kind,
    name,
    label: {},
    orderBy: at + 1,
    require: required ? 1 : 0,
    words: [],
    notWords: [],
  }))

/**
 * A document kind as it was stored: which of its fields are read, in which order, by which further words, and fields of the
 * administrator's own. A kind that is not built in has only those, and no lines.
 */
export function configuredSchema(
  code: string,
  builtIn: DocumentSchema | undefined,
  stored: readonly FieldConfig[],
): DocumentSchema {
  const known = new Map(builtIn?.fields.map((field) => [field.name, field]))
  const declared = builtIn ? fieldsOfSchema(builtIn) : []
  return {
    lines: false,
    ...builtIn,
    code,
    fields: readingFieldsOf(declared, stored)
      .filter((field) => readingOf(field) !== 'NOT_READ')
      .map((field) => configuredField(field, known.get(field.name))),
  }
}

function configuredField(stored: FieldConfig, builtIn: FieldSchema | undefined): FieldSchema {
  const words = (stored.words ?? []).map((word): FieldSchema['labels'][number] => [ownWeight, asWritten(word)])
  const not = [builtIn?.not, ...(stored.notWords ?? []).map(asWritten)].filter(Boolean).join('|')
  const label = { 'en-US': labelIn(stored.label, 'en-US'), 'zh-CN': labelIn(stored.label, 'zh-CN') }
  return {
    name: stored.name,
    kind: builtIn?.kind ?? (stored.type as FieldKind),
    required: readingOf(stored) === 'MUST',
    labels: [...words, ...(builtIn?.labels ?? [])],
    ...(not ? { not } : {}),
    ...(label['en-US'] || label['zh-CN'] ? { label } : {}),
  }
}

/** What somebody typed as an expression for exactly that; Chinese words are compared in their simplified form. */
const asWritten = (word: string): string => simplified(word.trim()).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
