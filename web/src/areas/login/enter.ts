import { sessionCalls } from '@usance/wire/session/calls'
import { send } from '../../http/client.ts'
import { encryptForServer } from '../../session/encrypt.ts'
import { safeBackUrl } from '../../session/leave.ts'
import { sessionStore } from '../../session/store.ts'

/** Signs in. Returns whether a seat must be chosen, or first a second factor enrolled. Refusals reject. */
export async function enter(
  userName: string,
  password: string,
  code?: string,
): Promise<{ needChoose: boolean; mfaEnrol: boolean }> {
  const secret = await encryptForServer([userName, password])
  const body = {
    userName: secret.values[0]!,
    password: secret.values[1]!,
    loginName: userName,
    type: 1,
    keyId: secret.keyId,
    ...(code ? { code } : {}),
  }
  const answer = await send(sessionCalls.login, { body }, { quiet: true })
  sessionStore.signIn(answer.token, answer.userId)
  setChoosing(answer.needChoose)
  return { needChoose: answer.needChoose, mfaEnrol: answer.mfaEnrol === true }
}

const choosing = 'choosingSeat'
const setChoosing = (value: boolean) => (value ? sessionStorage.setItem(choosing, '1') : sessionStorage.removeItem(choosing))

/** Continues a live session, or returns `choose` while its seat is not chosen. */
export async function signedInAlready(): Promise<'choose' | undefined> {
  if (!sessionStore.token()) return undefined
  try {
    await send(sessionCalls.me, {}, { quiet: true })
  } catch {
    // The session has ended: the form stays.
    return undefined
  }
  if (sessionStorage.getItem(choosing)) return 'choose'
  goOn()
  return undefined
}

/** Goes to where the user was on the way to. */
export function goOn() {
  setChoosing(false)
  location.replace(safeBackUrl(new URLSearchParams(location.search).get('backUrl')))
}

/** Fetches the portal's code while somebody is still typing. */
export function warmUp() {
  const load = () => void import('../../app.tsx').catch(() => undefined)
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 4000 })
  else setTimeout(load, 1500)
}
