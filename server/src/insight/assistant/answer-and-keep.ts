import type { Answered, Question } from '@usance/wire/assistant/calls'
import type { z } from 'zod'
import { answerTo } from './answer.ts'
import { keep, openConversation } from './conversation.ts'
import type { ModelAnswer } from './model-answer.ts'
import type { Request } from './tool.ts'

/** Answers a question, by the rules where no model did, and keeps both lines in the caller's conversation. */
export async function answerAndKeep(
  context: Request,
  { question, conversationId }: z.output<typeof Question>,
  byModel: ModelAnswer | null | undefined,
): Promise<Answered> {
  const { id, before } = await openConversation(context, conversationId, question)
  const answer = byModel ?? (await answerTo(context, question, before))
  await keep(context, id, question, answer)
  return { conversationId: id, text: answer.text, links: answer.links, next: answer.next }
}
