import type { sessionCalls } from '@usance/wire/session/calls'
import type { Selectable } from 'kysely'
import type { App } from '../../app.ts'
import { audit } from '../../audit/record.ts'
import { weaknessOf } from '../../auth/password-rule.ts'
import { endRecoveryCodes, giveRecoveryCodes, useRecoveryCode } from '../../auth/recovery-codes.ts'
import { openText, sealText } from '../../auth/sealed-text.ts'
import { newTotpSecret, totpStep, totpUri } from '../../auth/totp.ts'
import type { AppUserTable } from '../../database/tables.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { type Attempt, attempt, counterInside } from './attempts.ts'
import { openField } from './login.ts'
import { endCredentials } from './password.ts'
import { provePassword } from './prove-password.ts'

/** Makes a secret for an authenticator app after a check of the password. It counts once a code has confirmed it. */
export const beginSecondFactor: Handler<typeof sessionCalls.mfaBegin> = async (request) => {
  const { app, tx, actor } = request
  const user = await provenOwner(request, ({ mfaEnabled }) => !mfaEnabled)
  const secret = newTotpSecret()
  await tx
    .updateTable('appUser')
    .set({ mfaSecret: sealText(app, 'totp', secret), mfaLastStep: null })
    .where('id', '=', actor.userId)
    .execute()
  return { secret, uri: totpUri(secret, user.userName) }
}

/**
 * Switches the second factor on or off. Either takes the password and a right code, since an open session must allow neither. A password
 * that is long enough only beside a factor is changed before the factor goes.
 */
export const confirmSecondFactor: Handler<typeof sessionCalls.mfaConfirm> = async (request) => {
  const { app, tx, actor, body, now } = request
  const fits = (one: FactorState) => !!one.mfaSecret && one.mfaEnabled !== body.enable
  const { password, ...user } = await provenOwner(request, fits)
  if (!body.enable && weaknessOf(password, { ...user, mfaEnabled: false }) === 'too-short')
    throw faultyField('password', 'PASSWORD_NEEDS_FACTOR')
  // Six digits can be guessed quickly.
  const begun = await attempt(app, [counterInside(app, actor.userId)])
  const step = freshStep(app, user, body.code, now)
  // A recovery code proves nothing about an app that is to be switched on.
  const isRight = step !== undefined || (!body.enable && (await useRecoveryCode(tx, actor.userId, body.code)))
  if (!isRight) return wrongCode(begun)
  await begun.passed()
  await tx
    .updateTable('appUser')
    .set({
      mfaEnabled: body.enable,
      mfaEnrol: false,
      ...(step === undefined ? {} : { mfaLastStep: String(step) }),
      ...(body.enable ? {} : { mfaSecret: null }),
    })
    .where('id', '=', actor.userId)
    .execute()
  const recoveryCodes = body.enable ? await giveRecoveryCodes(tx, actor.userId) : []
  // Earlier sessions were opened without a second factor, whoever opened them.
  if (body.enable) await endCredentials(tx, actor.userId, actor.sessionId)
  else await endRecoveryCodes(tx, actor.userId)
  await audit(request, {
    event: body.enable ? 'SECOND_FACTOR_ON' : 'SECOND_FACTOR_OFF',
    objectType: 'USER',
    objectId: actor.userId,
  })
  return { recoveryCodes }
}

/** New recovery codes; the former ones stop working. */
export const renewRecoveryCodes: Handler<typeof sessionCalls.mfaCodes> = async (request) => {
  const { app, tx, actor, body, now } = request
  const user = await provenOwner(request, ({ mfaEnabled }) => mfaEnabled)
  const begun = await attempt(app, [counterInside(app, actor.userId)])
  const step = freshStep(app, user, body.code, now)
  if (step === undefined && !(await useRecoveryCode(tx, actor.userId, body.code))) return wrongCode(begun)
  await begun.passed()
  if (step !== undefined)
    await tx
      .updateTable('appUser')
      .set({ mfaLastStep: String(step) })
      .where('id', '=', actor.userId)
      .execute()
  const recoveryCodes = await giveRecoveryCodes(tx, actor.userId)
  await audit(request, { event: 'RECOVERY_CODES_RENEWED', objectType: 'USER', objectId: actor.userId })
  return { recoveryCodes }
}

type FactorState = Pick<Selectable<AppUserTable>, 'mfaEnabled' | 'mfaSecret'>
/**
 * Locks the caller's own user after a check of the typed password, which it answers too.
 * @param fits whether the state of the user suits the act; checked before the password, and refused otherwise
 */
async function provenOwner(request: UseCaseContext & { body: { password: string } }, fits: (user: FactorState) => boolean) {
  const { tx, actor, body } = request
  const opened = await openField(request, [body.password])
  if (!opened) throw faultyField('password', 'BAD_CREDENTIALS')
  const user = await tx
    .selectFrom('appUser')
    .select(['userName', 'mfaEnabled', 'mfaSecret', 'mfaLastStep', 'passwordHash'])
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!fits(user)) throw new Refused('ILLEGAL_TRANSITION')
  await provePassword(request, { stored: user.passwordHash, typed: opened[0]!, field: 'password' })
  return { ...user, password: opened[0]! }
}

/** The time step of a right code, later than every accepted one before, or undefined. */
function freshStep(
  app: App,
  { mfaSecret, mfaLastStep }: { mfaSecret: string | null; mfaLastStep: string | null },
  code: string,
  now: Date,
): number | undefined {
  const step = mfaSecret === null ? undefined : totpStep(openText(app, 'totp', mfaSecret), code, now.getTime())
  return step !== undefined && step > Number(mfaLastStep ?? 0) ? step : undefined
}

async function wrongCode(begun: Attempt): Promise<never> {
  await begun.failed()
  throw new Refused('SECOND_FACTOR_WRONG', { fields: [{ field: 'code', message: 'SECOND_FACTOR_WRONG' }] })
}
