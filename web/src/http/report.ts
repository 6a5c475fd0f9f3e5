import type { Credential } from '@usance/wire/call'
import { t } from '../i18n/i18n.ts'
import { sessionHandlers } from '../session/handlers.ts'
import { sessionStore } from '../session/store.ts'
import { notify } from '../ui/notice.ts'
import { Cancelled, Refused, Unreachable } from './refused.ts'
import type { SendOptions } from './send-options.ts'
import { shownParams } from './shown-params.ts'

const sessionCodes = [401, 1100, 1101]
const signInPages = ['/login', '/reset-pwd']

/** Whether an error ends the session: an invalid token does so for readers who came by a notice link only. */
function endsSession(error: unknown): boolean {
  if (!(error instanceof Refused) || signInPages.includes(location.pathname)) return false
  // A visitor has no session that could end.
  if (!sessionStore.token() && sessionStore.exhibitionToken()) return false
  if (error.code === 1002) return new URLSearchParams(location.search).has('notice')
  // A developer without a server works with a token that no server knows; such builds are never shipped.
  if (import.meta.env.DEV && error.code === 401 && sessionStore.token()?.startsWith('mock-')) return false
  return sessionCodes.includes(error.code)
}

/**
 * The words for a refusal: our own in the user's language, else what the server said. A refused document comes with its reason in
 * the user's language.
 */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Refused)) return t('common.error.unexpected')
  if (error instanceof Unreachable) return t(error.message === 'timeout' ? 'common.error.timeout' : 'common.error.network')
  const key = error.refusal && (`errors.${error.refusal}` as const)
  const { fields: _fields, error: _error, ...data } = error.data
  // What a refusal beside a field names stands with the field, and is needed too where no field shows it.
  const params = { ...error.fields.find(({ message }) => message === error.refusal)?.params, ...data }
  const words = key ? t(key, shownParams(params)) : ''
  if (error.refusal === 'FILE_UNREADABLE' && typeof params.text === 'string') return params.text
  if (error.refusal === 'BAD_REQUEST' && params.reason === 'files') return t('common.error.oneFile')
  if (!words || words === key) return error.message || t('common.error.unexpected')
  // Of many payments that were sent together, the one that is meant.
  const { payment } = params
  return typeof payment === 'string' && !words.includes(payment) ? t('common.error.ofPayment', { no: payment, words }) : words
}

/**
 * Shows an error in one place: the sign-in page for an ended session, else a notice unless the caller shows it. An expired
 * visitor's link ends no session.
 */
export function report(
  error: unknown,
  options: Pick<SendOptions, 'quiet' | 'excludeCodes'> = {},
  credential: Credential = 'session',
) {
  if (error instanceof Cancelled) return
  if (error instanceof Refused && error.refusal === 'SEAT_LOST') return sessionHandlers().seatLost('ROLE')
  if (error instanceof Refused && error.refusal === 'COMPANY_CHANGED') return sessionHandlers().seatLost('COMPANY')
  if (error instanceof Refused && error.refusal === 'SIGN_IN_FIRST') return sessionHandlers().passwordNeeded()
  if (credential === 'session' && endsSession(error)) return sessionHandlers().login()
  if (options.quiet || (error instanceof Refused && options.excludeCodes?.includes(error.code))) return
  const requestId = error instanceof Refused ? error.requestId : undefined
  const name = error instanceof Refused ? error.refusal || String(error.code) : 'UNEXPECTED'
  dispatchEvent(new CustomEvent('usance-refused', { detail: name }))
  notify('warning', t('common.error.title'), wordsOf(error), requestId && t('common.error.quote', { requestId }))
}
