import { z } from 'zod'
import { call } from '../call.ts'
import { requiredText } from '../fields.ts'

const base = '/{p}-financial-transaction/assistant/client'
const Link = z.object({ label: z.string(), to: z.string() })
export const Said = z.object({ role: z.enum(['user', 'assistant']), text: z.string(), links: z.array(Link), at: z.string() })
export type Said = z.infer<typeof Said>

/** The assistant: it reads what the caller may read, names the record behind every figure, and changes nothing. */
export const assistantCalls = {
  ask: call({
    method: 'POST',
    path: `${base}/ask`,
    access: 'signed-in',
    scope: 'company',
    effect: 'write',
    title: 'Ask about one’s own receivables, orders and dues, or how the portal works',
    body: z.object({ question: requiredText(500) }),
    answer: z.object({ text: z.string(), links: z.array(Link), next: z.array(z.string()) }),
  }),
  history: call({
    method: 'POST',
    path: `${base}/history`,
    access: 'signed-in',
    scope: 'company',
    effect: 'read',
    title: 'What was asked and answered before, the latest last',
    answer: z.array(Said),
  }),
}
