import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../form/window-stub.fixture.ts'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { givePages } from '../session/known-pages.ts'
import { AccountMenu } from './account-menu.tsx'

const went = vi.fn()
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useNavigate: () => went }))

beforeAll(async () => {
  stubWindow()
  givePages([])
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test('help is one press away from every page', async () => {
  const session = { user: { cname: 'Ada Alder', username: 'ada', email: 'ada@alder.test', userRoles: ['Maker'] } } as Parameters<
    typeof AccountMenu
  >[0]['session']
  render(<AccountMenu session={session} />)
  fireEvent.click(screen.getByRole('button'))
  fireEvent.click(await screen.findByText('Help'))
  expect(went).toHaveBeenCalledWith({ to: '/faq/$category/$id/$page', params: { category: 'all', id: '0', page: '1' } })
})
