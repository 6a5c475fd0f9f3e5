import { mostLettersOfWord, mostWords } from '@usance/domain/configured-reading'
import { z } from 'zod'
import { call } from '../call.ts'
import { IdempotencyKey, requiredText, text } from '../fields.ts'

const Label = z.union([text(200), z.object({ 'en-US': text(200).optional(), 'zh-CN': text(200).optional() })])
/** A value of a field, or the list of values that it is compared with. */
const Plain = z.union([z.string().max(500), z.number(), z.boolean(), z.null(), z.array(z.string().max(500)).max(200)])
const Condition = z.object({
  field: z.string().max(60),
  express: z.string().max(20),
  value: Plain.optional(),
  if: Plain.optional(),
  else: Plain.optional(),
})
const Words = z.array(requiredText(mostLettersOfWord)).max(mostWords)
const Field = z.object({
  type: z.string().min(1).max(40),
  name: z.string().min(1).max(60),
  label: Label,
  orderBy: z.number().optional(),
  require: z.union([z.literal(0), z.literal(1), z.literal(2), Condition]).optional(),
  editable: z.union([z.boolean(), z.literal(0), z.literal(1), Condition]).optional(),
  rules: z.array(z.string().max(40)).max(20).optional(),
  dictName: z.string().max(60).optional(),
  options: z
    .array(z.object({ value: text(100), label: Label }))
    .max(200)
    .optional(),
  currency: z.string().max(60).optional(),
  fromCountry: z.string().max(60).optional(),
  value: z.union([text(500), Condition]).optional(),
  width: z.number().int().min(40).max(600).optional(),
  maxlength: z.number().int().min(1).max(2000).optional(),
  shown: z.boolean().optional(),
  words: Words.optional(),
  notWords: Words.optional(),
})
const Name = z.string().regex(/^[A-Z][A-Z0-9_]{1,59}$/)
export const FormConfig = z.object({
  name: z.string(),
  kind: z.enum(['FORM', 'TABLE', 'SHEET', 'READING']),
  /** The list whose columns these are. */
  listId: z.string().optional(),
  fields: z.array(Field),
  version: z.number(),
  updatedAt: z.string().nullable(),
})
export type FormConfig = z.infer<typeof FormConfig>
const base = '/{p}-company/formConfig'

/** Forms, tables and sheets whose fields are stored and not programmed. */
export const dynamicFormCalls = {
  config: call({
    method: 'GET',
    path: `${base}/detail`,
    access: 'signed-in',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    title: 'The fields of a form by its name',
    query: z.object({ name: Name }),
    answer: FormConfig,
  }),
  all: call({
    method: 'POST',
    path: `${base}/list`,
    access: { permission: 'system.workflow.view' },
    scope: 'none',
    effect: 'read',
    title: 'Every configured form',
    body: z.object({}).optional(),
    answer: z.array(FormConfig),
  }),
  save: call({
    method: 'POST',
    path: `${base}/save`,
    access: { permission: 'system.workflow.edit' },
    scope: 'none',
    effect: 'write',
    act: { bindsNobody: 'which fields a form has' },
    title: 'Save the fields of a form',
    body: z.object({
      name: Name,
      kind: z.enum(['FORM', 'TABLE', 'SHEET', 'READING']).default('FORM'),
      fields: z.array(Field).max(100),
      /** The version that was read; 0 for a new form. */
      version: z.number().int(),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: FormConfig,
  }),
}
