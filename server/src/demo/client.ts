import { createHash } from 'node:crypto'
import type { Answer, Call, Sent } from '@usance/wire/call'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { hashToken } from '../auth/hash-token.ts'
import { newSessionToken } from '../auth/session-token.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/id.ts'

/** A refusal that the demo met; its code tells the story whether it is part of the plot. */
export class DemoRefusal extends Error {
  constructor(
    readonly code: number,
    readonly error: string,
    readonly data: unknown,
    call: string,
  ) {
    super(`${call}: ${error} ${JSON.stringify(data)}`)
  }
}

export type Person = { userId: string; companyId: string; token: string }

/** The demo's people use the same calls as everybody: over the server's own front door, only without a network between. */
export function demoClient(app: App, server: FastifyInstance) {
  const seats = new Map<string, Promise<Person>>()
  let sequence = 0

  // 'zhou.min#COMPANY' is Zhou Min in the seat of the whole company; without a role it is the seat used by default.
  const openSeat = async (name: string): Promise<Person> => {
    const [userName = '', role] = name.split('#')
    const seat = await app.db
      .selectFrom('appUser')
      .innerJoin('userCompanyRole', 'userCompanyRole.userId', 'appUser.id')
      .select(['appUser.id as userId', 'companyId', 'role'])
      .where('userName', '=', userName)
      .$if(role !== undefined, (query) => query.where('role', '=', role!))
      .orderBy('isDefault', 'desc')
      .executeTakeFirstOrThrow()
    const token = newSessionToken()
    await inTransaction(app.db, { kind: 'none' }, 'write', (tx) =>
      tx
        .insertInto('session')
        .values({
          id: newId(),
          tokenHash: hashToken(token),
          userId: seat.userId,
          companyId: seat.companyId,
          companyRole: seat.role,
        })
        .execute(),
    )
    return { userId: seat.userId, companyId: seat.companyId, token }
  }
  const person = (userName: string) => {
    if (!seats.has(userName)) seats.set(userName, openSeat(userName))
    return seats.get(userName)!
  }
  return {
    person,
    /** Sends a call as somebody and answers its data; a refusal throws. */
    async ask<C extends Call>(userName: string, call: C, input: Sent<C>): Promise<Answer<C>> {
      const { token } = await person(userName)
      const {
        params = {},
        query = {},
        body,
      } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: object }
      const path = call.path
        .replace('{p}', app.config.prefix)
        .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const search = new URLSearchParams(query).toString()
      const key = createHash('sha256')
        .update(`demo|${userName}|${call.path}|${++sequence}|${JSON.stringify(body ?? {})}|${Date.now()}`)
        .digest('hex')
        .slice(0, 40)
      const response = await server.inject({
        method: call.method,
        url: `/api${path}${search ? `?${search}` : ''}`,
        headers: { appid: app.config.appId, token },
        ...(call.body
          ? {
              payload: Array.isArray(body) ? body : { ...(call.effect === 'write' ? { idempotencyKey: key } : {}), ...body },
            }
          : {}),
      })
      const envelope = response.json()
      if (envelope.code !== 200)
        throw new DemoRefusal(envelope.code, envelope.data?.error, envelope.data, `${userName} ${call.path}`)
      return envelope.data
    },
  }
}
export type DemoClient = ReturnType<typeof demoClient>
