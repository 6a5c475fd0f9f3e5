import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts, switchLanguage } from '../../i18n/i18n.ts'
import { loadPortalTexts } from '../../i18n/load-area.ts'
import { sessionStore } from '../../session/store.ts'
import { ErrorPage } from './error-page.tsx'

const seat = (companyId: string, companyName: string, companyRole: string) => ({
  ...{ companyId, companyName, companyRole },
  userRoles: ['Maker'],
})
const seats = [
  seat('A', 'Alder Textiles', 'SUPPLIER'),
  seat('A', 'Alder Textiles', 'BUYER'),
  seat('B', 'Birch Paper', 'SUPPLIER'),
]
vi.mock('../../http/client.ts', async (original) => ({ ...(await original<object>()), send: async () => seats }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  sessionStore.signIn('T', 'U')
  sessionStore.setCompanyRole('SUPPLIER')
  sessionStore.setCompanyId('A')
})
afterEach(async () => {
  cleanup()
  await switchLanguage('en-US')
})

test.each([
  ['en-US', /^Work as/, ['Work as Buyer at Alder Textiles', 'Work as Supplier at Birch Paper']],
  ['zh-CN', /^以/, ['以买方身份进入 Alder Textiles', '以供应商身份进入 Birch Paper']],
] as const)(
  'an error page leads to every other seat of its reader, the same role in another company among them (%s)',
  async (language, begin, ways) => {
    await switchLanguage(language)
    render(<ErrorPage code="500" />)
    const found = await screen.findAllByRole('button', { name: begin })
    expect(found.map(({ textContent }) => textContent)).toEqual(ways)
  },
)
