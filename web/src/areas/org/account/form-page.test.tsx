import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import InvitePage from './form-page.tsx'

const told = vi.hoisted(() => vi.fn())
const seen = vi.hoisted(() => ({ mails: true, waitingNo: null as string | null }))
type Page = { saved: (values: object) => string; onSubmit: (values: object) => Promise<unknown> }
vi.mock('../../../form/edit-page.tsx', () => ({
  EditPage: ({ saved, onSubmit }: Page) => (
    <button
      type="button"
      onClick={async () => {
        const values = { cname: 'Ann Oak', roles: { PLATFORM: ['Operations'] } }
        if ((await onSubmit(values)) === true) told(saved(values))
      }}
    >
      send
    </button>
  ),
}))
vi.mock('../../../form/use-submit.ts', () => ({
  useSubmit: () => ({ run: async () => ({ id: '1', waitingNo: seen.waitingNo }), busy: false, error: '' }),
}))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user: { companyRole: 'PLATFORM', companyCode: 'OPS', companyName: 'Ops', username: 'me' } }),
}))
vi.mock('../../../session/use-may-open.ts', () => ({ useMayOpen: () => () => seen.mails }))
vi.mock('../../../ui/notice.ts', () => ({ notify: () => {} }))
vi.mock('./use-account.ts', () => ({ useAccount: () => ({ isFetching: false, isError: false }) }))
vi.mock('./use-company-roles.ts', () => ({ useCompanyRoles: () => ['PLATFORM'] }))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useParams: () => ({}) }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('org')
})
beforeEach(() => told.mockClear())
afterEach(cleanup)

test.each([
  [true, null, 'The invitation for Ann Oak is written. Without a mail server it stands under Mails.'],
  [false, null, 'The invitation for Ann Oak is written.'],
  [true, 'U-1', 'The change of Ann Oak waits for its approval'],
])('whoever invites a user reads what became of the invitation: %s %s', async (mails, waitingNo, words) => {
  Object.assign(seen, { mails, waitingNo })
  render(<InvitePage />)
  fireEvent.click(screen.getByRole('button', { name: 'send' }))
  await waitFor(() => expect(told).toHaveBeenCalledWith(words))
})
