import { z } from 'zod'
import { call } from '../call.ts'
import { IdempotencyKey, requiredText } from '../fields.ts'

const base = '/{p}-financial-transaction/help/client'
/** Questions by subject; `guide` is the how-to page and `event` the page of a limited-time event. */
export const faqCategories = ['start', 'trading', 'finance', 'money', 'account'] as const
export const helpCategories = [...faqCategories, 'guide', 'event'] as const
export type HelpCategory = (typeof helpCategories)[number]

export const HelpText = z.object({
  id: z.number(),
  category: z.enum(helpCategories),
  titleEn: z.string(),
  titleCn: z.string(),
  bodyEn: z.string(),
  bodyCn: z.string(),
  seq: z.number(),
  published: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
})
export type HelpText = z.infer<typeof HelpText>

/** Help that the operator's staff writes: read by everybody, the guide and the event by visitors as well. */
export const helpCalls = {
  list: call({
    method: 'POST',
    path: `${base}/list`,
    access: 'signed-in',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    title: 'Questions and answers of one subject or of all; what is not published only for those who edit',
    body: z.object({ category: z.enum(helpCategories).optional() }),
    answer: z.array(HelpText),
  }),
  open: call({
    method: 'GET',
    path: `${base}/open/{category}`,
    access: 'public',
    tells: 'common',
    scope: 'none',
    effect: 'read',
    title: 'The how-to page or the event page, for visitors with a notice link too',
    params: z.object({ category: z.enum(['guide', 'event']) }),
    answer: z.array(HelpText),
  }),
  save: call({
    method: 'POST',
    path: '/{p}-financial-transaction/help/backend/save',
    access: { permission: 'system.i18n.edit' },
    scope: 'none',
    effect: 'write',
    act: { bindsNobody: 'texts that are read' },
    title: 'Write or change a help text in both languages',
    body: z.object({
      id: z.number().int().positive().optional(),
      version: z.number().int().optional(),
      category: z.enum(helpCategories),
      titleEn: requiredText(200),
      titleCn: requiredText(200),
      bodyEn: requiredText(8000),
      bodyCn: requiredText(8000),
      seq: z.number().int().min(0).max(9999).default(0),
      published: z.boolean().default(true),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.number() }),
  }),
}
