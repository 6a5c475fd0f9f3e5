import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { Unreachable } from '../../http/refused.ts'
import { startTexts, t } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { noticeStore } from '../../ui/notice.ts'
import ChangePasswordPage from './change-password-page.tsx'
import ProfileEditPage from './edit-page.tsx'
import ContactPage from './modify-page.tsx'

const profile = { email: 'a@b.co', phone: '', cname: 'Ann', language: 'en-US', timeZone: 8, timeFormat: 'YYYY/MM/DD', version: 1 }
const bodies: unknown[] = []
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) => {
    if (path.endsWith('/profile')) return profile
    throw new Unreachable('network')
  },
  sendParts: async (_call: unknown, { body }: { body: unknown }) => {
    bodies.push(body)
    return { waitingNo: null }
  },
}))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: { id: 'ann', mfaEnabled: true } }),
  useMaybeSession: () => undefined,
  renewSession: async () => {
    throw new Unreachable('network')
  },
}))
const history = { canGoBack: () => true, back: vi.fn() }
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history, navigate: vi.fn() }),
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('user')
})
beforeEach(() => {
  bodies.length = 0
  history.back.mockClear()
  for (const { id } of noticeStore.current()) noticeStore.close(id)
})
afterEach(cleanup)
const show = (page: ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>)
const type = (id: string, value: string) =>
  fireEvent.change(document.querySelector(`#${id}`) ?? expect.fail(`no ${id}`), { target: { value } })
const press = () => fireEvent.submit(document.querySelector('form') ?? expect.fail('no form'))

test('a password that could not be sent is told at the button', async () => {
  show(<ChangePasswordPage />)
  type('oldPassword', 'an-old-password-1')
  type('newPassword', 'a-new-password-22')
  type('again', 'a-new-password-22')
  press()
  await screen.findByText(t('common.error.network'))
  expect(bodies).toEqual([])
})

test('an address that could not be sent is told at the button', async () => {
  show(<ContactPage />)
  await screen.findByDisplayValue('a@b.co')
  type('password', 'an-old-password-1')
  press()
  await screen.findByText(t('common.error.network'))
  expect(bodies).toEqual([])
})

test('a profile that was saved is said to be saved, although the session could not be read anew', async () => {
  show(<ProfileEditPage />)
  await screen.findByDisplayValue('Ann')
  press()
  await waitFor(() => expect(history.back).toHaveBeenCalledTimes(1))
  expect(bodies).toHaveLength(1)
  expect(noticeStore.current().map(({ title, text }) => [title, text])).toEqual(
    expect.arrayContaining([
      [t('common.notice.opt_success'), t('user.profile')],
      [t('common.error.title'), t('common.error.network')],
    ]),
  )
})
