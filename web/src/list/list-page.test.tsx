import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { list, money, text } from '@usance/wire/list'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../form/window-stub.fixture.ts'
import { addTexts, startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { sessionStore } from '../session/store.ts'
import { ListPage, useReload } from './list-page.tsx'

type Search = Record<string, string | undefined>
let names: string[] = []
let own: { key: string; title: string; checked: boolean; seq: number }[] = []
const address = vi.hoisted(() => {
  const listeners = new Set<() => void>()
  let search: Search = {}
  return {
    now: () => search,
    go: (next: Search) => {
      search = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    replaced: [] as boolean[],
  }
})
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useSearch: () => useSyncExternalStore(address.subscribe, address.now),
  useNavigate:
    () =>
    ({ search, replace }: { search: Search; replace: boolean }) => {
      address.replaced.push(replace)
      address.go(search)
    },
}))
vi.mock('../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => undefined,
  useCan: () => () => false,
}))
/** Who waits for the sums of a list, in the order in which they were asked for. */
const summed: ((totalAmount: string) => void)[] = []
vi.mock('../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: () =>
    new Promise((answer) => summed.push((totalAmount) => answer({ list: [{ field: 'amount', currency: 'USD', totalAmount }] }))),
}))
vi.mock('../config.ts', () => ({ config: async () => ({}) }))
vi.mock('../http/ahead.ts', () => ({
  takeArrived: () => undefined,
  sendOrTake: async (_: unknown, { body }: { body?: { pageNum: number; pageSize: number } }) =>
    body
      ? {
          total: names.length,
          list: names.slice((body.pageNum - 1) * body.pageSize, body.pageNum * body.pageSize).map((name) => ({ id: name, name })),
        }
      : own,
}))

const things = list({
  id: 'things',
  path: '/{p}-things/things',
  permission: 'trading.invoice',
  columns: { name: text() },
  order: { by: 'name', descending: false },
})
const page = (selection = false) => {
  const Reload = () => <button type="button" onClick={useReload(things)} title="reload" />
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ListPage list={things} selection={selection} toolbar={<Reload />} />
    </QueryClientProvider>,
  )
}
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Thing ${String(at + 1).padStart(2, '0')}`)

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  addTexts({
    list: {
      things: { name: 'Name', title: 'Things' },
      sums: { name: 'Name', amount: 'Amount', title: 'Sums' },
    },
  })
})
beforeEach(() => {
  address.replaced.length = 0
})
afterEach(cleanup)

test('a page behind the last gives way to the last one, and no list with rows is told to be empty', async () => {
  names = numbered(41)
  address.go({ page: '3' })
  page()
  await screen.findByText('Thing 41')
  names = numbered(40)
  const told: boolean[] = []
  const watch = new MutationObserver(() => told.push(screen.queryByText(/Entries show up here/) !== null))
  watch.observe(document.body, { childList: true, subtree: true })
  act(() => screen.getByTitle('reload').click())
  await screen.findByText('Thing 40')
  watch.disconnect()
  expect(told).not.toContain(true)
  expect(address.now()).toMatchObject({ page: '2' })
  expect(address.replaced).toEqual([true])
})

test('a list without any row stays where it is and says so', async () => {
  names = []
  address.go({ page: '3' })
  page()
  await waitFor(() => expect(screen.getByText(/Entries show up here/)).toBeTruthy())
  expect(address.replaced).toEqual([])
})

test('what is ticked stays ticked when the list is read again or a panel opens, as far as it is still there', async () => {
  names = numbered(3)
  address.go({})
  page(true)
  await screen.findByText('Thing 03')
  const boxes = () => screen.getAllByRole('checkbox') as HTMLInputElement[]
  act(() => boxes()[1]!.click())
  act(() => boxes()[3]!.click())
  expect(boxes().map((box) => box.checked)).toEqual([false, true, false, true])
  names = ['Thing 01', 'Thing 02', 'Thing 04']
  act(() => screen.getByTitle('reload').click())
  await screen.findByText('Thing 04')
  expect(boxes().map((box) => box.checked)).toEqual([false, true, false, false])
  act(() => address.go({ panel: 'open' }))
  expect(boxes().map((box) => box.checked)).toEqual([false, true, false, false])
})

test('the rows stand close where their reader wants them so', async () => {
  names = numbered(1)
  own = [{ key: '=', title: 'Compact rows', checked: true, seq: 2 }]
  sessionStore.write('columns::things', null)
  address.go({})
  page()
  await screen.findByText('Thing 01')
  await waitFor(() => expect(screen.getByRole('table').className).toContain('is-compact'))
})

test('the sums of a search stay while its pages are turned, and go when the rows of another search arrive', async () => {
  const sums = list({
    id: 'sums',
    path: '/{p}-things/sums',
    permission: 'trading.invoice',
    columns: { name: text({ search: true }), amount: money({ total: true }) },
    order: { by: 'name', descending: false },
  })
  names = numbered(41)
  address.go({})
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ListPage list={sums} />
    </QueryClientProvider>,
  )
  await screen.findByText('Thing 01')
  await waitFor(() => expect(summed).toHaveLength(1))
  await act(async () => summed[0]!('123.00'))
  await screen.findByText(/123\.00/)
  act(() => address.go({ page: '2' }))
  await screen.findByText('Thing 40')
  expect(screen.getByText(/123\.00/)).toBeTruthy()
  names = ['Another']
  act(() => address.go({ name: 'Another' }))
  await screen.findByText('Another', { selector: 'tbody *' })
  await waitFor(() => expect(summed).toHaveLength(2))
  expect(screen.queryByText(/123\.00/)).toBeNull()
  await act(async () => summed[1]!('45.00'))
  await screen.findByText(/45\.00/)
})
