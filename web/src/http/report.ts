import { t } from '../i18n/i18n.ts'
import { leaveForLogin } from '../session/leave.ts'
import { notify } from '../ui/notice.ts'
import type { SendOptions } from './client.ts'
import { Cancelled, Refused, Unreachable } from './refused.ts'

const sessionCodes = [401, 1100, 1101]

/** The words for a refusal: our own in the user's language, else what the server said. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Refused)) return t('common.error.unexpected')
  if (error instanceof Unreachable) return t(error.message === 'timeout' ? 'common.error.timeout' : 'common.error.network')
  const key = error.refusal ? `errors.${error.refusal}` : ''
  const { fields: _fields, error: _error, ...params } = error.data
  const words = key ? t(key, params as Record<string, unknown>) : ''
  return words && words !== key ? words : error.message || t('common.error.unexpected')
}

/** Shows an error in its one place: the login page for an ended session, else a notice unless the caller shows it. */
export function report(error: unknown, options: Pick<SendOptions, 'quiet' | 'excludeCodes'> = {}) {
  if (error instanceof Cancelled) return
  if (error instanceof Refused && sessionCodes.includes(error.code) && !location.pathname.startsWith('/login')) {
    leaveForLogin()
    return
  }
  if (options.quiet || (error instanceof Refused && options.excludeCodes?.includes(error.code))) return
  const requestId = error instanceof Refused ? error.requestId : undefined
  notify('warning', t('common.error.title'), wordsOf(error), requestId && t('common.error.quote', { requestId }))
}
