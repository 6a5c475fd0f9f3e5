import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { Actor } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import type { Answer } from './answer.ts'
import type { Intent } from './understand.ts'

type Caller = { tx: Tx; actor: Actor }
const titleLength = 80

/** The caller's conversation; without an id a new one, titled by its first question. Somebody else's answers like a missing one. */
export async function openConversation(
  { tx, actor }: Caller,
  id: string | undefined,
  question: string,
): Promise<{ id: string; before: Intent | undefined }> {
  if (!id) {
    const made = newId()
    await tx
      .insertInto('assistantConversation')
      .values({ id: made, userId: actor.userId, companyId: actor.companyId, title: question.slice(0, titleLength) })
      .execute()
    return { id: made, before: undefined }
  }
  await ownConversation({ tx, actor }, id)
  const last = await tx
    .selectFrom('assistantMessage')
    .select('intent')
    .where('conversationId', '=', id)
    .where('intent', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { id, before: (last?.intent as Intent | undefined) ?? undefined }
}

export async function ownConversation({ tx, actor }: Caller, id: string): Promise<void> {
  const own = await tx
    .selectFrom('assistantConversation')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', actor.userId)
    .where('companyId', '=', actor.companyId)
    .executeTakeFirst()
  if (!own) throw new Refused('NOT_FOUND')
}

/** Keeps a question with its answer. */
export async function keep(
  { tx, actor }: Caller,
  conversationId: string,
  question: string,
  answer: Pick<Answer, 'text' | 'links' | 'next'> & { intent?: Intent | undefined },
): Promise<void> {
  const common = { userId: actor.userId, companyId: actor.companyId, conversationId }
  await tx
    .insertInto('assistantMessage')
    .values({ ...common, role: 'user', text: question, intent: answer.intent ? JSON.stringify(answer.intent) : null })
    .execute()
  await tx
    .insertInto('assistantMessage')
    .values({
      ...common,
      role: 'assistant',
      text: answer.text,
      links: JSON.stringify(answer.links),
      next: JSON.stringify(answer.next),
    })
    .execute()
  await tx.updateTable('assistantConversation').set({ updatedAt: sql`app_now()` }).where('id', '=', conversationId).execute()
}
