import { z } from 'zod'
import { ofEverybody } from '../act.ts'
import { call } from '../call.ts'
import { Id, IdempotencyKey } from '../fields.ts'

const base = '/{p}-company/international'
const LangKey = z.enum(['en-US', 'zh-CN'])
const Namespace = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,59}$/)
/** The texts of one language and namespace; `value` is JSON text of an object. */
export const LanguageRecord = z.object({
  id: z.string(),
  langKey: LangKey,
  namespace: z.string(),
  value: z.string(),
  version: z.number(),
  updatedAt: z.string(),
})
export type LanguageRecord = z.infer<typeof LanguageRecord>

/** Texts laid over the built-in ones, and what screens found no text for. */
export const internationalCalls = {
  list: call({
    method: 'POST',
    path: `${base}/list`,
    access: 'public',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    title: 'The language records of one language, or of one of its namespaces',
    body: z.object({ langKey: LangKey, namespace: Namespace.optional() }),
    answer: z.array(LanguageRecord),
  }),
  save: call({
    method: 'POST',
    path: `${base}/save`,
    access: { permission: 'system.i18n.edit' },
    scope: 'none',
    effect: 'write',
    names: { 'body.id': ofEverybody },
    act: { bindsNobody: 'words on the pages' },
    title: 'Save the texts of one language and namespace',
    body: z.object({
      langKey: LangKey,
      id: z.union([Id, z.literal('')]).optional(),
      namespace: Namespace,
      value: z.string().max(500_000),
      /** The version that was read; another one in between refuses. */
      version: z.number().int().optional(),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: LanguageRecord,
  }),
  chineseFile: call({
    method: 'GET',
    path: `${base}/zh-CN.ts`,
    access: 'public',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    kind: 'file',
    title: 'The Chinese language records as one module, kept for clients that read a file',
    answer: z.any(),
  }),
  downloadTemplate: call({
    method: 'GET',
    path: `${base}/downloadTemplate`,
    access: 'signed-in',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    kind: 'file',
    title: 'A template workbook by its type',
    query: z.object({ type: z.string().max(60) }),
    answer: z.any(),
  }),
  reportMissing: call({
    method: 'POST',
    path: `${base}/missing/report`,
    access: 'signed-in',
    tells: 'outcome',
    scope: 'none',
    effect: 'write',
    names: { 'body.keys[]': ofEverybody },
    act: { bindsNobody: 'words that a page lacks' },
    title: 'Keys a screen found no text for',
    body: z.object({
      langKey: LangKey,
      page: z.string().max(200).default(''),
      keys: z
        .array(z.string().regex(/^[\w.-]{1,160}$/))
        .min(1)
        .max(50),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: z.object({}),
  }),
  missing: call({
    method: 'POST',
    path: `${base}/missing/list`,
    access: { permission: 'system.i18n.view' },
    scope: 'none',
    effect: 'read',
    title: 'Keys without a text, the most asked for first',
    body: z.object({ langKey: LangKey.optional() }),
    answer: z.array(
      z.object({
        langKey: LangKey,
        textKey: z.string(),
        page: z.string(),
        seen: z.number(),
        firstSeenAt: z.string(),
        lastSeenAt: z.string(),
      }),
    ),
  }),
}
