import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '../../../http/refused.ts'
import { startTexts, t } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import Page from './page.tsx'

type Saved = { langKey: string; namespace: string; version: number; value: string; id: string }
/** Versions are kept as the server keeps them (`save-record.ts`). */
const kept = new Map<string, Saved>()
const saves: string[] = []
let isBusy = true
vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: { path: string }, { body }: { body: Saved }) => {
    if (path.endsWith('/missing')) return []
    if (!path.endsWith('/save')) return [...kept.values()].filter(({ langKey }) => langKey === body.langKey)
    const key = `${body.langKey} ${body.namespace}`
    saves.push(`${body.langKey} ${body.version}`)
    if (body.langKey === 'zh-CN' && isBusy) throw new Refused(503, 'The server is too busy.', { error: 'BUSY' })
    if ((kept.get(key)?.version ?? 0) !== body.version) throw new Refused(20409, '', { error: 'STALE_VERSION' })
    const saved = { ...body, id: key, version: body.version + 1 }
    kept.set(key, saved)
    return saved
  },
}))
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
  await Promise.all((['staff', 'configuration'] as const).map((area) => loadAreaTexts(area)))
})
beforeEach(() => {
  kept.clear()
  saves.length = 0
  isBusy = true
})
afterEach(cleanup)

const boxes = () => [...document.querySelectorAll('textarea')]
const open = () => fireEvent.click(screen.getByRole('button', { name: 'common.cancel' }))
const save = () => fireEvent.click(screen.getByRole('button', { name: t('common.save') }))
const typeBoth = () =>
  ['Leave', '离开'].forEach((value, at) => {
    fireEvent.change(boxes()[at] ?? expect.fail('no box'), { target: { value } })
  })
async function beginRefused() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  render(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  )
  const search = await screen.findByRole('searchbox')
  fireEvent.change(search, { target: { value: 'common.cancel' } })
  open()
  typeBoth()
  save()
  await waitFor(() => expect(saves).toEqual(['en-US 0', 'zh-CN 0']))
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  isBusy = false
}

test('after one language of a text was refused, saving again sends that language alone', async () => {
  await beginRefused()
  expect(boxes().map(({ value }) => value)).toEqual(['Leave', '离开'])
  save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saves).toEqual(['en-US 0', 'zh-CN 0', 'zh-CN 0'])
  expect(kept.get('zh-CN common')?.version).toBe(1)
})

test('a text that is opened again after one language was refused begins with what is stored', async () => {
  await beginRefused()
  fireEvent.click(screen.getByRole('button', { name: t('common.cancel') }))
  open()
  await waitFor(() => expect(boxes().map(({ value }) => value)).toEqual(['Leave', '']))
  typeBoth()
  save()
  await waitFor(() => expect(kept.get('zh-CN common')?.version).toBe(1))
  expect(saves).toEqual(['en-US 0', 'zh-CN 0', 'zh-CN 0'])
})
