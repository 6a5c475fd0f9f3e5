import { verifyPassword } from '../../auth/password-hash.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { forgetFailures, insideSession, recordFailure, refuseWhileLocked } from './failed-attempts.ts'

/**
 * Who is signed in proves the password once more, for something that a session left open must not allow. The row of the user
 * is locked already, so that guesses come one after the other; they are counted and locked out like those at sign-in.
 */
export async function provePassword(
  context: Pick<UseCaseContext, 'app' | 'now' | 'actor'>,
  { stored, typed, field }: { stored: string | null; typed: string; field: string },
): Promise<void> {
  const subject = insideSession(context.actor.userId)
  await refuseWhileLocked(context, subject)
  if (!stored || !(await verifyPassword(stored, typed))) {
    await recordFailure(context, subject)
    throw faultyField(field, 'BAD_CREDENTIALS')
  }
  await forgetFailures(context, subject)
}
