import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { RowsPanel } from './rows-panel.tsx'

type Asked = { body: { pageNum: number; pageSize: number } }
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  sendParts: (_: unknown, { body: { pageNum, pageSize } }: Asked) =>
    Promise.resolve({
      amount: '1300.00',
      principal: '1300.00',
      interest: '0.00',
      count: 130,
      orders: Array.from({ length: pageSize }, (_, index) => {
        const no = (pageNum - 1) * pageSize + index + 1
        return { id: `${no}`, orderNo: `FO-${no}`, maturity: '2026-05-01', principal: '10.00', interest: '0.00' }
      }),
    }),
}))

vi.mock('../../../list/row-link.tsx', () => ({ RowLink: ({ children }: { children: string }) => <b>{children}</b> }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('dashboard')
})
afterEach(cleanup)

const filter = { currency: 'USD', buyerCode: '', asOf: '' }
const show = (kind: 'due' | 'financing') => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RowsPanel opened={{ kind, title: 'Orders' }} filter={filter} onClose={() => {}} />
    </QueryClientProvider>,
  )
}

test.each(['due', 'financing'] as const)('every order behind the figure %s is reached, a page at a time', async (kind) => {
  show(kind)
  await screen.findByText('FO-1')
  screen.getByText('1–20 of 130')
  screen.getAllByText('1,300.00')
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('FO-21')
  expect(screen.queryByText('FO-1')).toBeNull()
  screen.getAllByText('1,300.00')
})
