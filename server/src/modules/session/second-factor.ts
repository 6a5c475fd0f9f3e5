import type { sessionCalls } from '@usance/wire/session/calls'
import { audit } from '../../audit/record.ts'
import { openText, sealText } from '../../auth/sealed-text.ts'
import { newTotpSecret, totpStep, totpUri } from '../../auth/totp.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { forgetFailures, insideSession, recordFailure, refuseWhileLocked } from './failed-attempts.ts'

/** Makes a secret for an authenticator app. It counts only once a code has confirmed it. */
export const beginSecondFactor: Handler<typeof sessionCalls.mfaBegin> = async ({ app, tx, actor }) => {
  const user = await tx
    .selectFrom('appUser')
    .select(['mfaEnabled', 'userName'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  if (user.mfaEnabled) throw new Refused('ILLEGAL_TRANSITION')
  const secret = newTotpSecret()
  await tx
    .updateTable('appUser')
    .set({ mfaSecret: sealText(app, 'totp', secret) })
    .where('id', '=', actor.userId)
    .execute()
  return { secret, uri: totpUri(secret, user.userName) }
}

/** Switches the second factor on or off; either takes a right code. */
export const confirmSecondFactor: Handler<typeof sessionCalls.mfaConfirm> = async (request) => {
  const { app, tx, actor, body, now } = request
  const user = await tx
    .selectFrom('appUser')
    .select(['mfaEnabled', 'mfaSecret', 'mfaLastStep'])
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!user.mfaSecret || user.mfaEnabled === body.enable) throw new Refused('ILLEGAL_TRANSITION')
  // Six digits are soon tried through; the row is locked, so that tries come one after the other.
  const subject = insideSession(actor.userId)
  await refuseWhileLocked(request, subject)
  const step = totpStep(openText(app, 'totp', user.mfaSecret), body.code, now.getTime())
  if (step === undefined || step <= Number(user.mfaLastStep ?? 0)) {
    await recordFailure(request, subject)
    throw new Refused('SECOND_FACTOR_WRONG', { fields: [{ field: 'code', message: 'SECOND_FACTOR_WRONG' }] })
  }
  await forgetFailures(request, subject)
  await tx
    .updateTable('appUser')
    .set({ mfaEnabled: body.enable, mfaLastStep: String(step), ...(body.enable ? {} : { mfaSecret: null }) })
    .where('id', '=', actor.userId)
    .execute()
  await audit(request, {
    event: body.enable ? 'SECOND_FACTOR_ON' : 'SECOND_FACTOR_OFF',
    objectType: 'USER',
    objectId: actor.userId,
  })
  return {}
}
