import { z } from 'zod'
import { ofCallersRecords } from '../act.ts'
import { call } from '../call.ts'
import { Id, requiredText } from '../fields.ts'

const base = '/{p}-financial-transaction/assistant/client'
const Link = z.object({ label: z.string(), to: z.string() })
export const Said = z.object({ role: z.enum(['user', 'assistant']), text: z.string(), links: z.array(Link), at: z.string() })
export type Said = z.infer<typeof Said>
export const Question = z.object({ question: requiredText(500), conversationId: Id.optional() })
export const Answered = z.object({
  conversationId: z.string(),
  text: z.string(),
  links: z.array(Link),
  next: z.array(z.string()),
})
export type Answered = z.infer<typeof Answered>
const Conversation = z.object({ id: z.string(), title: z.string(), at: z.string() })

/** The same question, answered as server-sent events: `text` for each part of the answer, then `done`, or `failed`. */
export const assistantStreamPath = `${base}/stream`

const read = { method: 'POST', access: 'signed-in', tells: 'caller', isPersonal: true, scope: 'company', effect: 'read' } as const
/** The assistant: it reads what the caller may read, names the record behind every figure, and changes nothing. */
export const assistantCalls = {
  ask: call({
    ...read,
    path: `${base}/ask`,
    tells: { byRight: 'each tool names the rights of the pages that show what it tells (assistant/all-tools.ts)' },
    effect: 'write',
    names: { 'body.conversationId': ofCallersRecords },
    act: { bindsNobody: 'a question' },
    title: 'Ask about one’s own receivables, orders and dues, or how the portal works',
    body: Question,
    answer: Answered,
  }),
  history: call({
    ...read,
    path: `${base}/history`,
    names: { 'body.conversationId': ofCallersRecords },
    title: 'What was asked and answered in a conversation, in the latest one when none is named; the latest line last',
    body: z.object({ conversationId: Id.optional() }),
    answer: z.array(Said),
  }),
  conversations: call({
    ...read,
    path: `${base}/conversations`,
    title: 'The caller’s own conversations with the assistant, the latest first',
    answer: z.array(Conversation),
  }),
  forget: call({
    ...read,
    path: `${base}/forget`,
    effect: 'write',
    names: { 'body.conversationId': ofCallersRecords },
    act: { bindsNobody: "one's own conversation" },
    title: 'Delete one of the caller’s own conversations',
    body: z.object({ conversationId: Id }),
    answer: z.object({}),
  }),
}
