import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { AdjustFeeDialog } from '../finance/costs/adjust-fee-dialog.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'

const asked = vi.hoisted(() => ({ bodies: [] as unknown[] }))
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (call: unknown, { body }: { body: unknown }) => {
    if (call !== workflowCalls.history) return []
    asked.bodies.push(body)
    const line = {
      nodeName: 'BUYER_CHECK',
      round: 1,
      onBehalfOf: null,
      updateTime: '2026-11-28T08:00:00Z',
      assigneeName: 'Ann Lee',
    }
    return { status: 'REJECTED', detailDTOS: [{ ...line, operation: 'REJECTED', auditComment: 'Which delivery is it?' }] }
  },
}))
vi.mock('../../session/session.ts', async (original) => ({ ...(await original<object>()), useCan: () => () => true }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  for (const area of ['trading', 'costs', 'approval'] as const) await loadAreaTexts(area)
})
afterEach(cleanup)

const nothing = () => undefined
const note = { id: 'A1', no: 'ADJ-1', type: 'CREDIT_NOTE', refNo: 'CN-1', amount: '10.00', date: '2026-11-20', reason: null }

test.each([
  [
    'an adjustment',
    <AdjustDialog key="a" invoice={{ invoiceId: 'I1', currency: 'USD' }} sentBack={note} onClose={nothing} onDone={nothing} />,
    { businessNo: 'ADJ-1', businessType: 'INVOICE_ADJUSTMENT', businessId: 'A1' },
  ],
  [
    'a correction of a fee',
    <AdjustFeeDialog
      key="f"
      fee={{ id: 'F1', code: 'HANDLING', currency: 'USD', net: '10.00' }}
      sentBack={{ id: 'A2', no: 'FA-2', delta: '-1.00', reason: 'Twice' }}
      onClose={nothing}
      onDone={nothing}
    />,
    { businessNo: 'FA-2', businessType: 'FEE_ADJUSTMENT', businessId: 'A2' },
  ],
])('the form of %s that was sent back begins with who did so and why', async (_, form, named) => {
  asked.bodies = []
  render(<QueryClientProvider client={new QueryClient()}>{form}</QueryClientProvider>)
  await screen.findByText('Which delivery is it?')
  expect(screen.getByText(/Sent back by Ann Lee/)).toBeTruthy()
  expect(asked.bodies).toEqual([named])
})
