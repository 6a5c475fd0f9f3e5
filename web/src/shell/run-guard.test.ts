import { isRedirect } from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Refused } from '../http/refused.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { configureSession } from '../session/handlers.ts'
import { sessionStore } from '../session/store.ts'
import { noticeStore } from '../ui/notice.ts'
import { runGuard } from './run-guard.ts'

const known = vi.hoisted(() => ({ session: undefined as object | undefined }))
vi.mock('../session/session.ts', async (original) => ({ ...(await original<object>()), knownSession: () => known.session }))

const answers: (() => Response)[] = []
const says = (body: unknown, status = 200) =>
  answers.push(() => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))
const location = { pathname: '/home', searchStr: '?guidance=abc&tab=1', href: '/home?guidance=abc&tab=1' }
const outcome = () =>
  runGuard(location, undefined).then(
    () => expect.fail('showed the page'),
    (error: unknown) => error,
  )

beforeAll(async () => {
  document.head.innerHTML = '<script type="application/json" id="config">{"prefix":"usance","appId":"usance-portal"}</script>'
  vi.stubGlobal('fetch', async () => {
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
  await startTexts()
  await loadPortalTexts()
})
afterEach(() => {
  known.session = undefined
  sessionStore.signOut()
  for (const { id } of noticeStore.current()) noticeStore.close(id)
})

test('a link by which somebody is signed in stays in the address until its exchange was answered, and is told as used only then', async () => {
  const lost = await outcome()
  expect(isRedirect(lost)).toBe(false)
  expect(lost).toMatchObject({ name: 'Unreachable' })
  says({ code: 503, message: 'Busy' }, 503)
  expect(await outcome()).toMatchObject({ code: 503 })

  says({ code: 1012, message: 'Used', data: { error: 'LINK_USED_OR_EXPIRED' } })
  expect(await outcome()).toMatchObject({ options: { href: '/home?tab=1' } })
  expect(sessionStore.token()).toBe(null)
  says({ code: 200, data: { token: 'T', userId: 'U' } })
  expect(await outcome()).toMatchObject({ options: { href: '/home?tab=1' } })
  expect(sessionStore.token()).toBe('T')
})

test('an invalid token ends the session of who came by a notice link; everybody else reads an ordinary refusal', async () => {
  const never = () => expect.fail('not asked for')
  configureSession({
    login: never,
    logout: async () => {},
    seatLost: never,
    passwordNeeded: never,
    principal: () => Promise.reject(new Refused(1002, 'void', { error: 'NOTICE_INVALID' })),
  })
  const enter = (searchStr: string) => {
    sessionStore.signIn('T', 'U')
    return runGuard({ pathname: '/home', searchStr, href: `/home${searchStr}` }, undefined)
  }
  await expect(enter('')).rejects.toMatchObject({ code: 1002 })
  expect(sessionStore.token()).toBe('T')
  void enter('?notice=1')
  await waitFor(() => expect(sessionStore.token()).toBe(null))
})

test('somebody whose seat was taken reads for which company they work now, and as what', async () => {
  known.session = { user: { companyRole: 'SUPPLIER', companyName: 'Birch Components Ltd', roles: [] } }
  sessionStorage.setItem('seatLost', 'ROLE')
  await runGuard({ pathname: '/login', searchStr: '', href: '/login' }, undefined)
  expect(noticeStore.current().map(({ text }) => text)).toEqual([
    'A role was taken from you. You now work as Supplier for Birch Components Ltd.',
  ])
})
