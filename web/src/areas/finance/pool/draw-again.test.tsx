import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { DrawAgain } from './draw-again.tsx'

const pool = { id: 'P', code: 'POOL-1', currency: 'USD', maxDrawing: '500000.00', maxTenor: 90 }
const bodies: object[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }) =>
    path.endsWith('/pools')
      ? { pools: [pool] }
      : path.endsWith('/drawable')
        ? { fundingDate: '2026-11-27', maxDrawing: pool.maxDrawing }
        : [],
  sendParts: async (_: unknown, { body }: { body: object }) => {
    bodies.push(body)
    return { pricingHash: 'one', orderNo: 'FO-1', net: '1' }
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => undefined,
}))
vi.mock('../finance-order/price-summary.tsx', () => ({ PriceSummary: () => null }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await Promise.all([loadAreaTexts('finance'), loadAreaTexts('pool')])
})
afterEach(cleanup)

test('a drawing is sent as the version that its dialog shows, so that the correction of a colleague is not overwritten unseen', async () => {
  const order = {
    ...{ id: 'O', orderNo: 'FO-1', version: 1, financeAmount: '100000.00', requestedFundingDate: '2026-11-27' },
    ...{ maturity: '2026-12-28', payeeBankAccountId: 'A', items: [{ docNo: pool.code }] },
  } as OrderDetail
  const queries = new QueryClient()
  const dialog = (of: OrderDetail) => (
    <QueryClientProvider client={queries}>
      <DrawAgain order={of} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>
  )
  const { rerender } = render(dialog(order))
  await screen.findByRole('button', { name: 'Show the price' })
  // A message has the page read what the colleague corrected.
  rerender(dialog({ ...order, version: 2, financeAmount: '300000.00' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show the price' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Submit order' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({ amount: '100000.00', again: { orderId: 'O', version: 1 } })
})
