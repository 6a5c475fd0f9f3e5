import { redirect } from '@tanstack/react-router'
import { isCompanyRole } from '@usance/wire/roles'
import { sessionCalls } from '@usance/wire/session/calls'
import { send } from '../http/client.ts'
import { Refused } from '../http/refused.ts'
import { t } from '../i18n/i18n.ts'
import { decide, type Entry } from '../session/guard.ts'
import { sessionHandlers } from '../session/handlers.ts'
import { type Ending, isLeaving, loginAddress } from '../session/leave.ts'
import { forgetSession, knownSession, switchRole, whySeatChanged } from '../session/session.ts'
import { sessionStore } from '../session/store.ts'
import { notify } from '../ui/notice.ts'

type Location = { pathname: string; searchStr: string; href: string }

/** A promise that never settles: the browser is already on its way to another address. */
const leaving = () => new Promise<never>(() => {})
let wasGuided = false
let guidanceIsOver = false
let enteredRole: string | undefined

/** Carries out the guard's decisions until the page may be shown or another address is due. */
export async function runGuard(location: Location, permission: string | undefined) {
  for (let step = 0; step < 8; step++) {
    const query = Object.fromEntries(new URLSearchParams(location.searchStr))
    const session = knownSession()
    const entry: Entry = {
      path: location.pathname,
      query: wasGuided ? { ...query, wasGuided: '1' } : query,
      hasToken: sessionStore.token() !== null,
      exhibitionToken: sessionStore.exhibitionToken(),
      user: session?.user,
      enteredRole: enteredRole !== undefined && enteredRole === query.__role,
      granted: session?.granted ?? new Set(),
      pool: session?.pool ?? 'OTHER',
      permission,
    }
    const decision = decide(entry)
    switch (decision.do) {
      case 'show':
        if (session) tellLostSeat(session.user.companyRole)
        return
      case 'exchange-guidance':
        await exchangeGuidance(decision.guidance)
        wasGuided = true
        throw redirect({ href: without(location, 'guidance'), replace: true })
      case 'keep-exhibition-token':
        sessionStore.setExhibitionToken(decision.token)
        break
      case 'sign-in':
        // Already on the way to the sign-in page, with its reason.
        if (isLeaving()) return leaving()
        window.location.assign(loginAddress(location.href, guidanceIsOver ? 'guidance' : undefined))
        return leaving()
      case 'load-user':
        await loadUser(location, query.__role)
        break
      case 'switch-role':
        await switchRole(decision.role)
        window.location.replace(without(location, '__role'))
        return leaving()
      case 'drop-role-parameter':
        throw redirect({ href: without(location, '__role'), replace: true })
      case 'move':
        throw redirect({ href: decision.to.includes('?') ? decision.to : decision.to + location.searchStr, replace: true })
      case 'go':
        if (decision.notice) notify('info', t('common.tip'), t('shell.noAccess'))
        throw redirect({ href: decision.to, replace: true })
    }
  }
}

async function exchangeGuidance(guidance: string) {
  try {
    const { token, userId, lostCompany } = await send(sessionCalls.guidance, { body: { guidance } })
    forgetSession()
    sessionStore.signIn(token, userId)
    if (lostCompany) notify('info', t('common.tip'), t('shell.linkLost', { company: lostCompany }))
  } catch (error) {
    // Without an answer nobody knows whether the link is good: it stays in the address, and the page offers to try again.
    if (!(error instanceof Refused) || error.refusal !== 'LINK_USED_OR_EXPIRED') throw error
    // A used or expired link: a signed-in user stays signed in, all others are asked to sign in and see the reason.
    guidanceIsOver = true
  }
}

/** As in every call (`report.ts`): an invalid token ends the session of readers who came by a notice link only. */
const endsSession = (code: number | undefined, search: string): boolean =>
  code === 1002 ? new URLSearchParams(search).has('notice') : [401, 1100, 1101].includes(code ?? 0)

async function loadUser(location: Location, role: string | undefined) {
  let why: Ending = 'expired'
  try {
    // The first call already carries the role of the address; a role that is not held is dropped with it.
    enterRole(role)
    await sessionHandlers().principal()
    return
  } catch (error) {
    const refused = error instanceof Refused ? error : undefined
    if (role && refused?.code === 403) {
      leaveRole()
      throw redirect({ href: without(location, '__role'), replace: true })
    }
    if (refused?.refusal === 'SEAT_LOST') why = 'seat'
    else if (!endsSession(refused?.code, location.searchStr)) throw error
  }
  if (isLeaving()) return leaving()
  sessionStore.signOut()
  window.location.assign(loginAddress(location.href, why))
  return leaving()
}

/**
 * Shows that a seat was removed. The user may be loaded before the guard runs, so only the page that is shown gives the notice.
 */
function tellLostSeat(role: string) {
  const why = whySeatChanged()
  const company = knownSession()?.user.companyName ?? ''
  if (why === 'COMPANY') notify('info', t('common.tip'), t('shell.companyChanged', { company }))
  if (why === 'ROLE') notify('info', t('common.tip'), t('shell.seatLost', { role: t.of('companyRole', role), company }))
}

/** Adds the role of the address to every call from now on. */
function enterRole(role: string | undefined) {
  enteredRole = isCompanyRole(role) ? role : undefined
  if (enteredRole) sessionStore.setCompanyRole(enteredRole)
}

function leaveRole() {
  enteredRole = undefined
  sessionStore.setCompanyRole(null)
}

/** The address without one of its parameters. */
function without(location: Location, name: string): string {
  const search = new URLSearchParams(location.searchStr)
  search.delete(name)
  const text = search.toString()
  return location.pathname + (text ? `?${text}` : '')
}
