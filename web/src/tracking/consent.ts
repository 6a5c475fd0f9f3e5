import { sessionCalls } from '@usance/wire/session/calls'
import { send } from '../http/client.ts'

export type Choice = 'on' | 'off'
const preference = 'tracking'
const localKey = (userId: string) => `usance_tracking ${userId}`
const asChoice = (value: unknown): Choice | undefined => (value === 'on' || value === 'off' ? value : undefined)
/** The choice in a stored preference, which is JSON; older ones are the bare word, and a text that is neither is no choice. */
export function choiceOf(stored: string | null): Choice | undefined {
  try {
    const kept: unknown = JSON.parse(stored ?? 'null')
    return typeof kept === 'object' && kept !== null && 'choice' in kept ? asChoice(kept.choice) : asChoice(kept)
  } catch {
    return asChoice(stored)
  }
}

/** What this browser remembers of the user's choice. A browser that asks not to be tracked has chosen for everybody in it. */
export const rememberedChoice = (userId: string): Choice | undefined =>
  navigator.doNotTrack === '1' || localStorage.getItem(preference) === 'off'
    ? 'off'
    : asChoice(localStorage.getItem(localKey(userId)))

const asked = new Map<string, Promise<Choice | undefined>>()
/** The user's choice as the server keeps it, for every browser they use; what is remembered here when it cannot be asked. */
export function learnChoice(userId: string): Promise<Choice | undefined> {
  const answer = asked.get(userId) ?? fetchChoice(userId)
  asked.set(userId, answer)
  return answer
}

async function fetchChoice(userId: string): Promise<Choice | undefined> {
  const remembered = rememberedChoice(userId)
  if (remembered === 'off') return 'off'
  try {
    const { valueLong } = await send(sessionCalls.preferenceDetail, { query: { key: preference } }, { quiet: true })
    const kept = choiceOf(valueLong)
    if (kept) localStorage.setItem(localKey(userId), kept)
    return kept ?? remembered
  } catch {
    return remembered
  }
}

/** Keeps a choice here at once, and on the server for the user's other browsers. */
export async function choose(userId: string, value: Choice): Promise<void> {
  localStorage.setItem(localKey(userId), value)
  asked.set(userId, Promise.resolve(value))
  await send(sessionCalls.preferenceEdit, { body: { key: preference, value: JSON.stringify({ choice: value }) } })
}
