import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Kit } from '../../form/kit.tsx'
import { stubWindow } from '../../form/window-stub.fixture.ts'
import { Refused, Unreachable } from '../../http/refused.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { noticeStore } from '../../ui/notice.ts'
import { EditTemplet } from './templet-detail-page.tsx'

const sendParts = vi.fn()
vi.mock('../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  sendParts: (...args: unknown[]) => sendParts(...args),
}))
vi.mock('../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => undefined,
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  for (const area of ['report', 'staff'] as const) await loadAreaTexts(area)
})
afterEach(cleanup)

test.each([
  ['the connection is broken', new Unreachable('network')],
  ['another version of it is newer', new Refused(20001, 'stale', { error: 'STALE_VERSION' })],
])('a version of a template that is not taken because %s says so, and one that is taken says so too', async (_, failure) => {
  sendParts.mockRejectedValueOnce(failure).mockResolvedValueOnce({ no: 'CC-7' })
  const onClose = vi.fn()
  const found = { id: 'T', name: 'Master', nameCn: '主协议', bodyEn: 'One', bodyCn: '一', known: [] }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Kit>
        <EditTemplet found={found} onClose={onClose} />
      </Kit>
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('English'), { target: { value: 'Two' } })
  const sendIt = () => fireEvent.click(screen.getByRole('button', { name: 'Send for approval' }))
  sendIt()
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(onClose).not.toHaveBeenCalled()
  sendIt()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(noticeStore.current().some(({ tone, title }) => tone === 'success' && title.includes('CC-7'))).toBe(true)
})
