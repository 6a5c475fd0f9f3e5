import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadPortalTexts } from '../../i18n/load-area.ts'
import { reachableTodos, Todos } from './todos.tsx'

const kinds = ['RECEIPTS_TO_MATCH', 'OVERDUE_INVOICES', 'OVERDUE_BILLS', 'READY_TO_FINANCE', 'MATURING_ORDERS'] as const
const companyRole = 'SUPPLIER' as const
const user = { companyId: 'C', companyRole, roles: [{ roleCode: 'S', companyId: 'C', companyRole, isPresent: true }] }
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ user, pool: 'OTHER' }),
}))
vi.mock('../../config.ts', async (original) => ({
  ...(await original<object>()),
  knownConfig: () => ({ businessDate: '2026-11-27' }),
}))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouter: () => ({}) }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})

test('what waits leads to a list of what was counted', () => {
  render(<Todos todos={kinds.map((kind) => ({ kind, count: 1, amounts: [] }))} />)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href')!)
  const conditions = (word: string) => links.filter((link) => link.includes(word)).map((link) => link.split('?')[1])
  expect(conditions('/repayment/management')).toEqual(['leftBegin=0.01'])
  expect(links).toContain(
    '/trading/invoice?docStatus=CONFIRMED&payStatus=UNPAID&payStatus=PARTIAL&payStatus=WRITTEN_OFF&dueDateEnd=2026-11-26',
  )
  expect(conditions('/payment/fee-bill')).toEqual(['status=UNPAID&status=PARTIAL&dueOnEnd=2026-11-26'])
  expect(links).toContain('/trading/invoice?isReady=true')
  expect(links).toContain(
    '/finance/finance-order?status=FUNDED&status=PARTIALLY_REPAID&nextMaturityBegin=2026-11-27&nextMaturityEnd=2026-12-04',
  )
})

test.each(['OWN', 'DBS'] as const)('a supplier in the %s mode reads the tasks of its own orders', (pool) => {
  const todos = (['ORDERS_SENT_BACK', 'MATURING_ORDERS', 'RIGHTS_TO_CONFIRM'] as const).map((kind) => ({ kind }))
  const reader = { user, pool }
  expect(reachableTodos(todos, reader)).toEqual(todos)
})
