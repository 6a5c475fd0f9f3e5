import { assistantCalls } from '@usance/wire/assistant/calls'
import { routes } from '../../http/context.ts'
import { answerTo } from './answer.ts'

const remembered = 50

export const assistantRoutes = routes(assistantCalls, {
  ask: async (request) => {
    const { tx, actor, body } = request
    const common = { userId: actor.userId, companyId: actor.companyId }
    await tx
      .insertInto('assistantMessage')
      .values({ ...common, role: 'user', text: body.question })
      .execute()
    const answer = await answerTo(request, body.question)
    await tx
      .insertInto('assistantMessage')
      .values({ ...common, role: 'assistant', text: answer.text, links: JSON.stringify(answer.links) })
      .execute()
    return answer
  },
  history: async ({ tx, actor }) => {
    const rows = await tx
      .selectFrom('assistantMessage')
      .select(['role', 'text', 'links', 'createdAt as at'])
      .where('userId', '=', actor.userId)
      .where('companyId', '=', actor.companyId)
      .orderBy('id', 'desc')
      .limit(remembered)
      .execute()
    return rows.reverse() as never
  },
})
