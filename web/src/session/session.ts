import type { Permission } from '@usance/domain/permissions'
import { actOf, mayAct } from '@usance/wire/act'
import type { Call } from '@usance/wire/call'
import { type Principal, sessionCalls } from '@usance/wire/session/calls'
import { useSyncExternalStore } from 'react'
import { config } from '../config.ts'
import { forgetAnswers, send } from '../http/client.ts'
import { followProfile } from '../i18n/i18n.ts'
import { setDisplay } from '../ui/format.ts'
import { firstAnswers } from './first-calls.ts'
import type { SeatChange } from './handlers.ts'
import { giveUp, isLeaving, loginAddress } from './leave.ts'
import type { Session } from './permissions.ts'
import { grantedNames, poolModeOf } from './permissions.ts'
import { sessionStore } from './store.ts'

let session: Session | undefined
let loading: Promise<Session> | undefined
const listeners = new Set<() => void>()
let expecting: ((session: Session) => void) | undefined
/** Calls back with the next session that is read, before anything of it is drawn. */
export const onceKnown = (work: (session: Session) => void): void => {
  expecting = work
}
const set = (value: Session | undefined) => {
  session = value
  for (const listener of listeners) listener()
}

/** Loads user, permissions and pool mode together; later calls share the answer. */
export function loadSession(): Promise<Session> {
  loading ??= read().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

async function read(): Promise<Session> {
  const [[user, type], { prefix }] = await Promise.all([firstAnswers(), config()])
  const pool = poolModeOf(typeof type === 'string' ? type : (type?.businessType ?? ''), prefix)
  setDisplay(user)
  await followProfile(user.language).catch(() => undefined)
  sessionStore.setCompanyRole(user.companyRole)
  sessionStore.setUserId(user.id)
  sessionStore.setCompanyId(user.companyId)
  sessionStore.setPool(String(typeof type === 'string' ? type : ''))
  const value = { user, granted: await grantedTo(user), pool }
  expecting?.(value)
  expecting = undefined
  set(value)
  return value
}

/** The principal names its authorities; a server that leaves them out has them in the permission tree. */
const grantedTo = async ({ authorities }: Principal): Promise<ReadonlySet<string>> =>
  authorities.length > 0
    ? new Set(authorities.map(({ pid }) => pid))
    : grantedNames(await send(sessionCalls.menus, {}, { quiet: true }))

/** Forgets the user; the next guard asks again. */
export function forgetSession() {
  loading = undefined
  forgetAnswers()
  set(undefined)
}

/** Reads anew who one is, say after a change of the own profile; until then the page stands as it is. */
export function renewSession(): Promise<Session> {
  loading = undefined
  forgetAnswers()
  return loadSession()
}

/** The session if it is loaded, for code outside components. */
export const knownSession = (): Session | undefined => session

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useMaybeSession = (): Session | undefined => useSyncExternalStore(subscribe, () => session)

/** The session inside pages, where the guard has made sure that there is one. */
export function useSession(): Session {
  const value = useMaybeSession()
  if (!value) throw new Error('useSession outside a signed-in page')
  return value
}

/** Whether the user holds one of the permissions. */
export function useCan(): (permission: Permission | readonly Permission[]) => boolean {
  const value = useMaybeSession()
  return (permission) => [permission].flat().some((name) => value?.granted.has(name))
}

/** Whether the user's seat may make a call: by the permission of its party, or one of the call's, and by party and role of its act. */
export function useMayAct(): (call: Call) => boolean {
  const value = useMaybeSession()
  return (call) => {
    if (!value) return false
    const act = actOf(call)
    if (act && !mayAct(act, { companyRole: value.user.companyRole, userRoles: value.user.userRoles })) return false
    if (typeof call.access === 'string') return true
    const { permission, meant } = call.access
    const wanted = meant && 'byParty' in meant ? [meant.byParty[value.user.companyRole]] : [permission].flat()
    return wanted.some((name) => name !== undefined && value.granted.has(name))
  }
}

/** Ends the session here even when the server cannot be told; the next sign-in leads back to `wanted`. */
export async function signOut(wanted = location.pathname + location.search) {
  const token = sessionStore.token()
  try {
    const { appId } = await config()
    if (token) await send(sessionCalls.logout, { query: { token, appId } }, { quiet: true, timeoutMs: 5000 })
  } catch {
    // The session ends on this side all the same.
  }
  // The page stays as it is until the other one is there: without a user it would fall apart before one's eyes.
  giveUp({ kept: false })
  sessionStore.signOut()
  location.assign(loginAddress(wanted))
}

const lostSeat = 'seatLost'
/** Reloads the portal in the seat of the session, with a notice: the page's own was removed, or is of another company. */
export function leaveSeat(why: SeatChange) {
  // During the entry of a page, the guard handles a role that is not held.
  if (isLeaving() || !session) return
  sessionStorage.setItem(lostSeat, why)
  giveUp()
  location.assign('/')
}

/** Why this page was loaded in another seat, if it was; told once. */
export function whySeatChanged(): SeatChange | undefined {
  const why = sessionStorage.getItem(lostSeat)
  sessionStorage.removeItem(lostSeat)
  return why === 'ROLE' || why === 'COMPANY' ? why : undefined
}

/** Switches to another role of the same company; the caller then starts afresh at a page that role may see. */
export async function switchRole(role: string) {
  await send(sessionCalls.change, { params: { role } })
  // Not before the server has agreed: the page stays in its seat where it has not.
  sessionStore.setCompanyRole(role)
}
