import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { InvoiceDetail } from '@usance/wire/invoice/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { formatDate } from '../../../ui/format.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const bodies: object[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  sendParts: async (_: unknown, { body }: { body: object }) => {
    bodies.push(body)
    return {}
  },
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('trading')
})
afterEach(cleanup)

test('a debt is confirmed on the terms that its dialog shows, so that the server refuses others that came meanwhile', async () => {
  const invoice = {
    ...{ id: 'i', invoiceNo: 'INV-1', amount: '100.00', proposedAmount: null, currency: 'USD', dueDate: '2026-12-31' },
  } as InvoiceDetail
  const dialog = (of: InvoiceDetail) => (
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmDialog invoice={of} onClose={() => {}} onDone={() => {}} />
    </QueryClientProvider>
  )
  const { rerender } = render(dialog(invoice))
  const box = await screen.findByRole('textbox')
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value: '95' } })
  fireEvent.blur(box)
  // The supplier has sent the invoice again, and a message has the page read it anew.
  rerender(dialog({ ...invoice, amount: '200.00', dueDate: '2026-12-01' }))
  const words = screen.getByRole('dialog').textContent
  expect(words).toContain('100.00')
  expect(words).toContain(formatDate('2026-12-31'))
  fireEvent.click(screen.getByRole('button', { name: t('trading.confirm') }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ items: [{ shownAmount: '100.00', shownDueDate: '2026-12-31', confirmedAmount: '95.00' }] })
})
