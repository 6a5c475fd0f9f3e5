import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFollow } from './follow.tsx'
import { keepTrail, type Stop } from './trail.ts'

const user = { id: 'U1', companyId: 'C1', companyRole: 'FUNDER' }
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  knownSession: () => ({ user }),
  useSession: () => ({ user }),
}))
afterEach(cleanup)

const stop = (no: string): Stop => ({ businessNo: no, businessType: 'FINANCE_ORDER', businessId: no, seat: 'FUNDER' })

/** The page of an order with the decision on it. */
function Order({ next }: { next: Stop | undefined }) {
  const follow = useFollow({ businessType: 'FINANCE_ORDER', businessId: 'FO-1' }, true)
  return (
    <button type="button" onClick={() => void follow?.(next && { stop: next, left: 1 })}>
      Decided
    </button>
  )
}

function portal(next: Stop | undefined) {
  const root = createRootRoute({ component: Outlet })
  const page = (path: string, component: () => ReactNode) => createRoute({ getParentRoute: () => root, path, component })
  const routeTree = root.addChildren([
    page('/home', () => 'Home'),
    page('/approval', () => 'List'),
    page('/approval/$id/approve', () => 'Approval'),
    page('/order', () => <Order next={next} />),
  ])
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/home'] }) })
}

test.each([
  ['the next one', stop('FO-2'), '/approval/FO-2/approve'],
  ['the list', undefined, '/approval'],
] as const)('after a decision on the page of a record, the one before %s is the list', async (_, next, opened) => {
  keepTrail({ address: '/approval', query: {}, stops: ['FO-1', 'FO-2'].map(stop), before: 0, total: 2 })
  const router = portal(next)
  render(<RouterProvider router={router} />)
  await act(() => router.navigate({ to: '/approval' }))
  await act(() => router.navigate({ to: '/approval/$id/approve', params: { id: 'FO-1' } }))
  await act(() => router.navigate({ to: '/order', state: { fromApprovals: true } }))
  fireEvent.click(await screen.findByText('Decided'))
  await waitFor(() => expect(router.state.location.pathname).toBe(opened))
  act(() => router.history.back())
  await waitFor(() => expect(router.state.location.pathname).toBe('/approval'))
})
