import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { internationalCalls, type LanguageRecord } from '@usance/wire/international/calls'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import Page from './page.tsx'
import { TextDialog } from './text-dialog.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../../http/client.ts', async (original) => ({ ...(await original<object>()), send }))
vi.mock('../../../session/mismatch.ts', () => ({ sameUser: async () => true }))
vi.mock('../../../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useCan: () => () => true,
  useMayAct: () => () => true,
}))
vi.mock('../../../i18n/own-texts.ts', async (original) => ({ ...(await original<object>()), loadOwnTexts: async () => {} }))

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await Promise.all([loadAreaTexts('configuration'), loadAreaTexts('staff')])
})
afterEach(cleanup)

/** Lets the texts arrive, which are slow. */
let arrive: () => void
const saved: object[] = []
const record = (version: number, cancel: string): LanguageRecord => ({
  ...{ id: 'r', langKey: 'en-US', namespace: 'common', value: JSON.stringify({ cancel }), version, updatedAt: '' },
})
beforeEach(() => {
  saved.length = 0
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  send.mockImplementation(async (call, { body }) => {
    if (call === internationalCalls.missing)
      return [{ langKey: 'en-US', textKey: 'common.cancel', seen: 1, page: '/', lastSeenAt: '2026-11-24T00:00:00.000Z' }]
    if (call === internationalCalls.save) {
      saved.push(body)
      return record(2, 'Go back')
    }
    await arrival
    return body.langKey === 'en-US' ? [record(1, 'Leave')] : []
  })
})
const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
const choose = async () => {
  fireEvent.click(screen.getByRole('tab', { name: new RegExp(t('translation.missing')) }))
  fireEvent.click(await screen.findByText('common.cancel'))
}
const box = async () => (await screen.findByRole('dialog')).querySelector('textarea') ?? expect.fail('no text')

test('a text is saved as the version that its dialog shows, so that the text of a colleague is not overwritten unseen', async () => {
  const row = { key: 'common.cancel', builtIn: { 'en-US': 'Cancel', 'zh-CN': '取消' }, own: { 'en-US': 'Leave' } }
  const dialog = (of: LanguageRecord) => (
    <TextDialog row={row} records={[of]} onClose={() => {}} onSaved={() => {}} onRefused={() => {}} />
  )
  const { rerender } = render(dialog(record(1, 'Leave')))
  fireEvent.change(await box(), { target: { value: 'Go back' } })
  // A message has the page read what the colleague saved.
  rerender(dialog(record(2, 'Stop')))
  fireEvent.click(screen.getByText(t('common.save')))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({ version: 1 })
})

test('a text that is opened before the texts are known shows what is stored of it', async () => {
  open()
  await choose()
  arrive()
  expect((await box()).value).toBe('Leave')
})
