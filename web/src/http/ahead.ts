import type { Call, Input } from '@usance/wire/call'
import { sessionStore } from '../session/store.ts'
import { type Result, sendParts, whenForgotten } from './client.ts'
import type { SendOptions } from './send-options.ts'

/** A call that a page makes first, with its input written exactly as the page will. */
export type Ahead = readonly [call: Call, input: object]

type Asked = { answer: Promise<unknown>; arrived?: { data: unknown } }
const asked = new Map<string, Asked>()
const keptMs = 5000
const keyOf = (call: Call, input: object) => JSON.stringify([call.method, call.path, input, sessionStore.token()])
whenForgotten(() => asked.clear())

/** Asks before the page that needs the answer is drawn, or has even arrived; who takes nothing of it leaves it to be forgotten. */
export function askAhead(calls: readonly Ahead[]): void {
  for (const [call, input] of calls) {
    const key = keyOf(call, input)
    if (asked.has(key)) continue
    const one: Asked = { answer: sendParts(call, input, { quiet: true }) }
    asked.set(key, one)
    const forget = () => asked.get(key) === one && asked.delete(key)
    one.answer.then((data) => (one.arrived = { data }), forget)
    setTimeout(forget, keptMs)
  }
}

/** Sends a call, or takes the answer that was asked for ahead, once. What failed then is asked again, and told as usual. */
export function sendOrTake<C extends Call>(call: C, input: Input<C>, options?: SendOptions): Promise<Result<C>> {
  const key = keyOf(call, input)
  const answer = asked.get(key)?.answer
  asked.delete(key)
  const now = () => sendParts(call, input, options)
  // Stored under this very call and input, so it is what the call answers.
  return answer ? (answer.catch(now) as Promise<Result<C>>) : now()
}

/** What was asked for ahead, once, if it has arrived already: it can be drawn at once, without a picture of waiting before it. */
export function takeArrived<C extends Call>(call: C, input: Input<C>): { data: Result<C> } | undefined {
  const key = keyOf(call, input)
  const arrived = asked.get(key)?.arrived
  if (arrived) asked.delete(key)
  return arrived as { data: Result<C> } | undefined
}
