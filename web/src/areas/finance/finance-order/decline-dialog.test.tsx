import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { DeclineDialog } from './decline-dialog.tsx'

const sent: object[] = []
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_: unknown, input: object) => sent.push(input),
}))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouter: () => ({}) }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('finance')
})
afterEach(cleanup)

test('a right is declined in the version that was shown, so that the server refuses when the order was changed meanwhile', async () => {
  const dialog = (version: number) => <DeclineDialog order={{ id: 'o', version }} onClose={() => {}} onDone={() => {}} />
  const { rerender } = render(dialog(3))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Not ours' } })
  // The supplier has changed the order, and a message has the page read it anew.
  rerender(dialog(4))
  fireEvent.click(screen.getByRole('button', { name: t('finance.decline') }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ query: { id: 'o' }, body: { accept: false, version: 3, comment: 'Not ours' } })
})
