import type { Call, Input } from '@usance/wire/call'
import { sessionStore } from '../session/store.ts'
import { type Result, sendParts, whenForgotten } from './client.ts'

const lifeMs = 3_600_000
const most = 1000
type Entry = { at: number; answer: Promise<unknown> }
const entries = new Map<string, Entry>()
whenForgotten(() => entries.clear())

/**
 * Answers a GET that rarely changes from memory for an hour, at most 1000 answers, the oldest dropped first. Callers who ask
 * at once share one request, a failure is not kept, and each user and role has answers of its own.
 */
export function cached<C extends Call & { method: 'GET' }>(call: C, input: Input<C>, now = Date.now()): Promise<Result<C>> {
  const key = JSON.stringify([
    call.method,
    call.path,
    input,
    sessionStore.userId(),
    sessionStore.companyId(),
    sessionStore.companyRole(),
  ])
  const known = entries.get(key)
  if (known && now - known.at < lifeMs) return known.answer as Promise<Result<C>>
  const answer = sendParts(call, input, { quiet: true })
  entries.delete(key)
  entries.set(key, { at: now, answer })
  if (entries.size > most) entries.delete(entries.keys().next().value!)
  answer.catch(() => entries.get(key)?.answer === answer && entries.delete(key))
  return answer
}
