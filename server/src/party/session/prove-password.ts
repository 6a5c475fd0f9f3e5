import { verifyPassword } from '../../auth/password-hash.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { attempt, counterInside } from './attempts.ts'

/**
 * Checks the password of a signed-in user again, before an act that an open session must not allow. Guesses are counted before
 * they are checked, and lock like those at sign-in.
 */
export async function provePassword(
  context: Pick<UseCaseContext, 'app' | 'actor'>,
  { stored, typed, field }: { stored: string | null; typed: string; field: string },
): Promise<void> {
  const begun = await attempt(context.app, [counterInside(context.app, context.actor.userId)])
  if (!stored || !(await verifyPassword(stored, typed))) {
    await begun.failed()
    throw faultyField(field, 'BAD_CREDENTIALS')
  }
  await begun.passed()
}
