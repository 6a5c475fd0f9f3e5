import { assistantCalls, assistantStreamPath } from '@usance/wire/assistant/calls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { businessDate } from '../../calendar/business-date.ts'
import { cutFor } from '../../http/answer-shape.ts'
import { beginEvents } from '../../http/event-stream.ts'
import { admit, answerError, languageOf, scopeOf } from '../../http/handle.ts'
import { inTurn } from '../../http/in-turn.ts'
import { whenOver } from '../../http/when-over.ts'
import { answerAndKeep } from './answer-and-keep.ts'
import { ownConversation } from './conversation.ts'
import { type Caller, modelAnswer } from './model-answer.ts'

/**
 * A question answered as server-sent events while the answer comes about: `text` for each part, `replace` when what was
 * said is taken back for something better, then `done` with the links and the next questions; `failed` when there is none.
 */
export function mountAssistantStream(server: FastifyInstance, app: App) {
  server.post(
    `/api${assistantStreamPath.replace('{p}', app.config.prefix)}`,
    async (request: FastifyRequest, reply: FastifyReply) => {
      const gone = new AbortController()
      try {
        const admitted = await admit(app, assistantCalls.ask, request)
        const actor = admitted.actor!
        const { question, conversationId } = admitted.input.body
        const caller: Caller = { app, actor, scope: scopeOf({ scope: 'company' }, actor), language: languageOf(request) }
        if (conversationId) await inTurn(caller, caller.scope, 'read', (tx) => ownConversation({ tx, actor }, conversationId))

        const out = reply.raw
        let begun = false
        const tell = (event: string, data: unknown) => {
          if (out.destroyed) return
          if (!begun) {
            begun = true
            beginEvents(reply)
          }
          out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        }
        whenOver(reply, () => gone.abort())
        let said = ''
        const say = (part: string) => {
          said += part
          tell('text', part)
        }
        const byModel = await modelAnswer(caller, question, conversationId, { text: say, signal: gone.signal })
        if (gone.signal.aborted) return reply
        const context = { app, actor, today: await businessDate(app), now: app.clock(), language: caller.language }
        const done = await inTurn(caller, caller.scope, 'write', (tx) =>
          answerAndKeep({ ...context, tx }, { question, conversationId }, byModel),
        )
        if (said === '') for (const part of done.text.match(/[^\n]*\n|[^\n]+$/g) ?? []) tell('text', part)
        else if (said.trim() !== done.text) tell('replace', done.text)
        tell('done', cutFor(assistantCalls.ask.answer, actor.companyRole, done))
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
