import { providerEventPath } from '@usance/wire/repayment/provider-calls'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { answerError, asRefused } from '../../http/handle.ts'
import { inTurn } from '../../http/in-turn.ts'
import { Refused } from '../../http/refused.ts'
import { senderAddress } from '../../http/sender-address.ts'
import { placeOf } from '../../http/turns.ts'
import { receiveProviderEvent } from './provider-event.ts'

/** Where the payment provider sends its events. It is no call of the portal: a signature over the bytes is its ticket. */
export function mountProviderEndpoint(server: FastifyInstance, app: App) {
  server.register(async (scope) => {
    // Parsing and writing again would not give the bytes that were signed.
    scope.removeContentTypeParser('application/json')
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, raw, done) => done(null, raw))
    scope.post(
      `/api${providerEventPath.replace('{p}', app.config.prefix)}`,
      { bodyLimit: 64 * 1024 },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const header = (name: string) => [request.headers[name]].flat()[0] ?? ''
        try {
          const { company, user } = placeOf(null, senderAddress(request.ip))
          const actor = { companyId: company, userId: user }
          const message = {
            timestamp: header('x-timestamp'),
            signature: header('x-signature'),
            raw: String(request.body ?? ''),
          }
          const outcome = await receiveProviderEvent(app, message, (work) =>
            inTurn({ app, actor }, { kind: 'system' }, 'write', work),
          )
          return reply.send({ code: 200, message: 'success', data: outcome })
        } catch (error) {
          // Nothing is kept of an event that met a lock: only what is no success is sent again by its provider.
          const isBusy = !(error instanceof Refused) && asRefused(error).refusal === 'BUSY'
          return answerError(isBusy ? new Refused('UNAVAILABLE') : error, request, reply)
        }
      },
    )
  })
}
