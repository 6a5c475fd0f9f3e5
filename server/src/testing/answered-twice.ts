import type { Call } from '@usance/wire/call'
import { onceShownIn, withoutSecrets } from '../http/without-secrets.ts'

type Settled = PromiseSettledResult<unknown>

/** What both of two requests under one key are told: a refusal, or the answer without a secret. */
export const toldBoth = ({ answer }: Call, one: Settled): unknown =>
  one.status === 'fulfilled' ? withoutSecrets(answer, one.value) : one.reason

/** The one of two requests under one key that is told the secret, where the call shows one; the first otherwise. */
export const shownTo = <One extends Settled, Other extends Settled>(call: Call, first: One, second: Other): One | Other =>
  onceShownIn(call.answer).some((name) => valueAt(first, name) === null) ? second : first

const valueAt = (one: Settled, name: string): unknown =>
  one.status === 'fulfilled' && typeof one.value === 'object' && one.value !== null ? Reflect.get(one.value, name) : undefined
