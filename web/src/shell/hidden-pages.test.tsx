import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Principal } from '@usance/wire/session/calls'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { objectLink } from '../areas/approval/words.ts'
import { MessageRow } from '../areas/messages/message-row.tsx'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { RowLink } from '../list/row-link.tsx'
import { pages } from '../routes.tsx'
import { givePages } from '../session/known-pages.ts'
import type { Seat } from '../session/permissions.ts'
import { useAddress } from '../session/use-may-open.ts'
import { CommandPalette, openPalette } from './command-palette.tsx'

const session: Seat & { user: Pick<Principal, 'companyId' | 'companyRole' | 'roles'> } = {
  user: {
    companyId: 'C',
    companyRole: 'SUPPLIER',
    roles: [
      { roleCode: 'SUPPLIER', companyId: 'C', companyRole: 'SUPPLIER', isPresent: true },
      { roleCode: 'COMPANY', companyId: 'C', companyRole: 'COMPANY', isPresent: false },
      { roleCode: 'FUNDER', companyId: 'D', companyRole: 'FUNDER', isPresent: false },
    ],
  },
  pool: 'OWN',
  granted: new Set([
    'finance.finance-order.detail',
    'finance.poolFactoring.view',
    'repayment.management.view',
    'payment.management.view',
  ]),
}
const went = vi.hoisted(() => [] as string[])
const order = '/finance/finance-order/0b5e2a5c-6a3f-4a0e-9a52-2f6f1f0b7a11/detail'
const beside = '/finance/poolFactoring/0b5e2a5c-6a3f-4a0e-9a52-2f6f1f0b7a11/detail'
vi.mock('../session/session.ts', async (original) => ({ ...(await original<object>()), useMaybeSession: () => session }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
  useRouter: () => ({ history: { push: (to: string) => went.push(to) }, preloadRoute: async () => undefined }),
}))
vi.mock('../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => [
    { kind: 'FINANCE_ORDER', id: '1', no: 'FO-7', text: 'Elm', link: order },
    { kind: 'PAYMENT', id: '2', no: 'PAY-7', text: 'Elm', link: '/payment/management?no=PAY-7' },
  ],
}))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  givePages(pages)
})
beforeEach(() => {
  went.length = 0
})
afterEach(cleanup)

test('a search offers no record on a page that the pool mode hides, and an order beside the pool', async () => {
  render(<CommandPalette session={session} />)
  openPalette()
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: '-7' } })
  await waitFor(() => expect(screen.getByText('FO-7')).toBeTruthy())
  expect(screen.queryByText('PAY-7')).toBeNull()
  fireEvent.click(screen.getByText('FO-7'))
  expect(went).toEqual([beside])
})

test('a link to an order leads beside the pool, and one to a hidden page is plain text', () => {
  render(
    <>
      <RowLink to={order}>FO-7</RowLink>
      <RowLink to="/payment/management?no=PAY-7">PAY-7</RowLink>
    </>,
  )
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([beside])
})

const queried = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

test('a message leads to the order beside the pool, and nowhere when its page is hidden', () => {
  const message = {
    id: 'M',
    event: 'FINANCE_ORDER_REJECTED',
    params: { orderNo: 'FO-7' },
    read: true,
    createdAt: '2026-11-27T10:00:00Z',
  }
  const { rerender } = render(<MessageRow message={{ ...message, link: order }} />, { wrapper: queried })
  fireEvent.click(screen.getByRole('button'))
  rerender(<MessageRow message={{ ...message, link: '/repayment/repaymentDetail?no=RP-1' }} />)
  fireEvent.click(screen.getByRole('button'))
  expect(went).toEqual([beside])
})

test('an approval leads to its drawing beside the pool, and to no hidden page', () => {
  const found: (string | undefined)[] = []
  const Ask = () => {
    const addressOf = useAddress()
    found.push(
      objectLink({ businessType: 'FINANCE_ORDER', link: order }, addressOf),
      objectLink({ businessType: 'PAYMENT', link: '/payment/management?no=PAY-7' }, addressOf),
    )
    return null
  }
  render(<Ask />)
  expect(found).toEqual([beside, undefined])
})

test('a message that names another seat of its reader leads there, and nowhere in a seat that they do not hold', () => {
  const params = { businessNo: 'FO-7', businessType: 'FINANCE_ORDER', nodeName: 'SUPPLIER_CHECK' }
  const message = { id: 'M', event: 'APPROVAL_OVERDUE_OF_COLLEAGUES', params, read: true, createdAt: '2026-11-27T10:00:00Z' }
  const { rerender } = render(<MessageRow message={{ ...message, link: '/org/account' }} />, { wrapper: queried })
  for (const role of ['FUNDER', 'BUYER', 'COMPANY', 'SUPPLIER']) {
    rerender(<MessageRow message={{ ...message, link: `/org/account?__role=${role}` }} />)
    fireEvent.click(screen.getByRole('button'))
  }
  expect(went).toEqual(['/org/account?__role=COMPANY'])
})
