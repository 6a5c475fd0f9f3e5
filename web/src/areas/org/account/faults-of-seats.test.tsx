import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { Refused } from '../../../http/refused.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import AccountFormPage from './form-page.tsx'

const refusal = vi.hoisted(() => ({ field: '' }))
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  sendParts: async () => {
    const fields = [{ field: refusal.field, message: 'NOT_ALLOWED_HERE' }]
    throw new Refused(20509, 'refused', { error: 'BAD_REQUEST', fields })
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => {
  const session = () => ({ user: { id: 'me', companyId: 'c', companyRole: 'COMPANY', companyCode: 'OAK', username: 'me' } })
  return { ...(await original<object>()), useSession: session, useMaybeSession: session }
})
vi.mock('../../../session/use-may-open.ts', () => ({ useMayOpen: () => () => false }))
const user = {
  ...{ id: 'u', version: 1, userName: 'ann', cname: 'Ann Oak', email: 'ann@oak.example', phone: null },
  seats: ['SUPPLIER', 'BUYER'].map((role) => ({
    ...{ companyCode: 'OAK', status: 'ENABLE', signatory: false, role, userRoles: ['Maker'] },
  })),
}
vi.mock('./use-account.ts', () => ({ useAccount: () => ({ data: user, isFetching: false, isError: false }) }))
vi.mock('./use-company-roles.ts', () => ({ useCompanyRoles: () => ['SUPPLIER', 'BUYER', 'FUNDER'] }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ id: 'u' }),
  useRouter: () => ({}),
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('org')
})
afterEach(cleanup)

test.each([
  ['seats.1.role', 'BUYER'],
  ['seats.0.userRoles.0', 'SUPPLIER'],
] as const)('what the server says of %s stands at the seat as %s', async (field, role) => {
  refusal.field = field
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AccountFormPage />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByText(t('common.save')))
  const words = await screen.findByText(t('form.invalid'))
  const row = words.closest('.ant-form-item')
  expect(row?.textContent).toContain(t('org.rolesAs', { role: t(`word.${role}`) }))
})
