import { sessionCalls } from '@usance/wire/session/calls'
import { type Choice, choiceOf, storedChoice } from '@usance/wire/session/choice'
import { send } from '../http/client.ts'

const preference = 'tracking'
const localKey = (userId: string) => `usance_tracking ${userId}`

/** What this browser remembers of the user's choice. A browser that asks not to be tracked has chosen for everybody in it. */
export const rememberedChoice = (userId: string): Choice | undefined =>
  navigator.doNotTrack === '1' || localStorage.getItem(preference) === 'off'
    ? 'off'
    : choiceOf(localStorage.getItem(localKey(userId)))

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
  await send(sessionCalls.preferenceEdit, { body: { key: preference, value: storedChoice(value) } })
}
