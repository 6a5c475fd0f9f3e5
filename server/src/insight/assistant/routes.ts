import { assistantCalls } from '@usance/wire/assistant/calls'
import { type Before, type Route, routes } from '../../http/context.ts'
import { answerAndKeep } from './answer-and-keep.ts'
import { ownConversation } from './conversation.ts'
import { type ModelAnswer, modelAnswer } from './model-answer.ts'

const remembered = 200
const listed = 50

const table = routes(assistantCalls, {
  ask: (request) => answerAndKeep(request, request.body, (request as { prepared?: ModelAnswer | null }).prepared),
  history: async ({ tx, actor, body }) => {
    if (body.conversationId) await ownConversation({ tx, actor }, body.conversationId)
    const latest =
      body.conversationId ??
      (
        await tx
          .selectFrom('assistantConversation')
          .select('id')
          .where('userId', '=', actor.userId)
          .where('companyId', '=', actor.companyId)
          .orderBy('updatedAt', 'desc')
          .limit(1)
          .executeTakeFirst()
      )?.id
    if (!latest) return []
    const rows = await tx
      .selectFrom('assistantMessage')
      .select(['role', 'text', 'links', 'createdAt as at'])
      .where('conversationId', '=', latest)
      .orderBy('id', 'desc')
      .limit(remembered)
      .execute()
    return rows.reverse()
  },
  conversations: async ({ tx, actor }) =>
    await tx
      .selectFrom('assistantConversation')
      .select(['id', 'title', 'updatedAt as at'])
      .where('userId', '=', actor.userId)
      .where('companyId', '=', actor.companyId)
      .orderBy('updatedAt', 'desc')
      .limit(listed)
      .execute(),
  forget: async ({ tx, actor, body }) => {
    await ownConversation({ tx, actor }, body.conversationId)
    await tx.deleteFrom('assistantConversation').where('id', '=', body.conversationId).execute()
    return {}
  },
})

/** A model takes its time: it is asked before the transaction of the answer begins. */
export const assistantRoutes: Route[] = table.map((route) =>
  route.name === 'ask'
    ? { ...route, before: ({ body, ...caller }: Before) => modelAnswer(caller, body.question, body.conversationId) }
    : route,
)
