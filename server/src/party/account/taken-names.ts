import type { App } from '../../app.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { refuseTaken } from './address.ts'

/** How often a user is told within an hour that a name or an address is taken. */
const mostAnHour = 20
const hourMs = 3_600_000

const told = new WeakMap<App, Map<string, number[]>>()

/**
 * Refuses a user name or an address that belongs to another user. The answer tells that there is such a user, also of another
 * company, so that a caller gets few of them: beyond the bound every name is refused with TOO_MANY_REQUESTS.
 */
export async function refuseTakenFor(
  { app, tx, actor }: Pick<UseCaseContext, 'app' | 'tx' | 'actor'>,
  names: { userName?: string; email: string },
  exceptId: string | null,
): Promise<void> {
  const users = told.get(app) ?? new Map<string, number[]>()
  told.set(app, users)
  const now = Date.now()
  const times = (users.get(actor.userId) ?? []).filter((at) => at > now - hourMs)
  if (times.length >= mostAnHour) throw new Refused('TOO_MANY_REQUESTS', { limit: mostAnHour })
  // Counted before the question, so that questions at the same time do not pass the bound together.
  times.push(now)
  users.set(actor.userId, times)
  await refuseTaken(tx, names, exceptId)
  times.splice(times.indexOf(now), 1)
}
