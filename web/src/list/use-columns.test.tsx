import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { list, text } from '@usance/wire/list'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { sessionStore } from '../session/store.ts'
import { applySaved, useColumns } from './use-columns.ts'

const portal = vi.hoisted(() => ({
  own: [{ key: 'name', title: 'Name', checked: false, seq: 0 }],
  saved: [] as unknown[],
  answer: async (): Promise<unknown> => portal.own,
}))
vi.mock('../session/session.ts', async (original) => ({ ...(await original<object>()), useMaybeSession: () => undefined }))
vi.mock('../http/ahead.ts', () => ({ takeArrived: () => undefined, sendOrTake: () => portal.answer() }))
vi.mock('../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async (_: unknown, input: unknown) => portal.saved.push(input),
}))

const things = list({
  id: 'things',
  path: '/{p}-things/things',
  permission: 'trading.invoice',
  columns: { name: text(), colour: text(), size: text() },
  order: { by: 'name', descending: false },
})
const view = { id: 'v1', columns: [{ key: 'size', checked: true, seq: 0 }, { key: 'colour', checked: false, seq: 1 }] } // biome-ignore format: one thought

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
})
afterEach(cleanup)

test('the columns of a view apply while it is on, and what is changed about them touches no own choice', async () => {
  const queries = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result, rerender } = renderHook(({ on }) => useColumns(things, things, on), {
    wrapper,
    initialProps: { on: undefined as typeof view | undefined },
  })
  const shown = () => result.current.shown.map(({ key }) => key)
  await waitFor(() => expect(shown()).toEqual(['colour', 'size']))
  rerender({ on: view })
  expect(shown()).toEqual(['size', 'name'])
  act(() =>
    result.current.save(
      result.current.all.map((one) => ({ ...one, checked: one.key === 'name' })),
      true,
    ),
  )
  expect([shown(), result.current.isNumbered]).toEqual([['name'], true])
  rerender({ on: undefined })
  expect([shown(), result.current.isNumbered]).toEqual([['colour', 'size'], false])
  rerender({ on: view })
  act(() => result.current.reset())
  expect(shown()).toEqual(['size', 'name'])
  expect(portal.saved).toEqual([])
})

test('a choice of columns is not undone by an older answer that arrives after it', async () => {
  const queries = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  let arrive = () => {}
  portal.answer = () => new Promise((done) => (arrive = () => done(portal.own)))
  const { result } = renderHook(() => useColumns(things), { wrapper })
  act(() => result.current.save(result.current.all.map((one) => ({ ...one, checked: one.key === 'size' }))))
  await waitFor(() => expect(portal.saved).toHaveLength(1))
  await act(async () => arrive())
  expect(result.current.shown.map(({ key }) => key)).toEqual(['size'])
  expect(
    applySaved(things, JSON.parse(sessionStore.read('columns::things') ?? '{}').saved).filter(({ checked }) => checked),
  ).toHaveLength(1)
})

test('close rows are kept with the own columns, whatever view is on, and outlive a choice of columns and its reset', async () => {
  portal.own = []
  portal.answer = async () => portal.own
  portal.saved.length = 0
  const queries = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const { result, rerender } = renderHook(({ on }) => useColumns(things, things, on), {
    wrapper,
    initialProps: { on: undefined as typeof view | undefined },
  })
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(result.current.isCompact).toBe(false)
  rerender({ on: view })
  act(() => result.current.setCompact(true))
  await waitFor(() => expect(result.current.isCompact).toBe(true))
  expect(result.current.shown.map(({ key }) => key)).toEqual(['size', 'name'])
  rerender({ on: undefined })
  expect([result.current.isCompact, result.current.shown.length]).toEqual([true, 3])
  act(() => result.current.save(result.current.all.map((one) => ({ ...one, checked: one.key === 'size' }))))
  await waitFor(() => expect(result.current.shown).toHaveLength(1))
  expect(result.current.isCompact).toBe(true)
  act(() => result.current.reset())
  await waitFor(() => expect(portal.saved).toHaveLength(3))
  expect(portal.saved.at(-1)).toMatchObject({ body: [{ key: '=', checked: true }] })
})
