import { type Answered, assistantStreamPath, Question } from '@usance/wire/assistant/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { authenticate } from '../../auth/authenticate.ts'
import { inTransaction } from '../../database/database.ts'
import { answerError, languageOf, scopeOf } from '../../http/handle.ts'
import { Refused } from '../../http/refused.ts'
import { businessDate } from '../calendar/business-date.ts'
import { answerTo } from './answer.ts'
import { keep, openConversation, ownConversation } from './conversation.ts'
import { type Caller, modelAnswer } from './model-answer.ts'

/**
 * A question answered as server-sent events while the answer comes about: `text` for each part, `replace` when what was
 * said is taken back for something better, then `done` with the links and the next questions; `failed` when there is none.
 */
export function mountAssistantStream(server: any, app: App) {
  server.post(
    `/api${assistantStreamPath.replace('{p}', app.config.prefix)}`,
    async (request: FastifyRequest, reply: FastifyReply) => {
      const header = (name: string) => [request.headers[name]].flat()[0]
      const gone = new AbortController()
      try {
        const token = header('token')
        if (!token) throw new Refused('SESSION_EXPIRED')
        if (header('appid') !== app.config.appId) throw new Refused('BAD_REQUEST', { reason: 'appId' })
        const actor = await authenticate(app, token, header('companyrole'), request.ip)
        if (actor.apiKey) throw new Refused('FORBIDDEN')
        const asked = Question.safeParse(request.body ?? {})
        if (!asked.success)
          throw new Refused('BAD_REQUEST', { fields: [{ field: 'question', message: asked.error.issues[0]!.code }] })
        const { question, conversationId } = asked.data
        const caller: Caller = { app, actor, scope: scopeOf({ scope: 'company' }, actor), language: languageOf(request) }
        if (conversationId)
          await inTransaction(app.db, caller.scope, 'read', (tx) => ownConversation({ tx, actor }, conversationId))

        const out = reply.raw
        let begun = false
        const tell = (event: string, data: unknown) => {
          if (out.destroyed) return
          if (!begun) {
            begun = true
            reply.hijack()
            out.writeHead(200, {
              'content-type': 'text/event-stream; charset=utf-8',
              'cache-control': 'no-store',
              'x-accel-buffering': 'no',
            })
          }
          out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        }
        out.on('close', () => gone.abort())
        let said = ''
        const say = (part: string) => {
          said += part
          tell('text', part)
        }
        const byModel = await modelAnswer(caller, question, conversationId, { text: say, signal: gone.signal })
        if (gone.signal.aborted) return reply
        const done = await inTransaction(app.db, caller.scope, 'write', async (tx): Promise<Answered> => {
          const { id, before } = await openConversation({ tx, actor }, conversationId, question)
          const context = { app, tx, actor, today: await businessDate(app), now: app.clock(), language: caller.language }
          const answer = byModel ?? (await answerTo(context, question, before))
          await keep({ tx, actor }, id, question, answer)
          return { conversationId: id, text: answer.text, links: answer.links, next: answer.next }
        })
        if (said === '') for (const part of done.text.match(/[^\n]*\n|[^\n]+$/g) ?? []) tell('text', part)
        else if (said.trim() !== done.text) tell('replace', done.text)
        tell('done', done)
        out.end()
        return reply
      } catch (error) {
        if (!reply.sent && !reply.raw.headersSent) return answerError(error, request, reply)
        request.log.error({ err: error }, 'an answer broke off')
        reply.raw.write(`event: failed\ndata: {}\n\n`)
        reply.raw.end()
        return reply
      }
    },
  )
}
