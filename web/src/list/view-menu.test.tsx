import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Call } from '@usance/wire/call'
import { list, text } from '@usance/wire/list'
import { type ListView, listViewCalls } from '@usance/wire/list-view/calls'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubWindow } from '../form/window-stub.fixture.ts'
import { addTexts, startTexts } from '../i18n/i18n.ts'
import { loadPortalTexts } from '../i18n/load-area.ts'
import { Questions } from '../ui/dialog.tsx'
import { ListPage } from './list-page.tsx'
import type { Fixed } from './use-rows.ts'

type Search = Record<string, string | string[] | undefined>
const portal = vi.hoisted(() => {
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
    views: [] as ListView[],
    isDown: false,
    /** The conditions that rows were asked for. */
    asked: [] as unknown[],
    sent: [] as [path: string, body: object][],
  }
})
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useSearch: () => useSyncExternalStore(portal.subscribe, portal.now),
  useNavigate:
    () =>
    ({ search, replace }: { search: Search; replace: boolean }) => {
      portal.replaced.push(replace)
      portal.go(Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)))
    },
}))
vi.mock('../session/session.ts', async (original) => ({
  ...(await original<object>()),
  useMaybeSession: () => undefined,
  useCan: () => () => false,
}))
vi.mock('../config.ts', () => ({ config: async () => ({}) }))
vi.mock('../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async ({ path }: Call, { body }: { body: object }) => {
    portal.sent.push([path, body])
    return { id: 'v1' }
  },
  sendParts: async ({ path }: Call, { body }: { body: object }) => {
    portal.sent.push([path, body])
    portal.views = [...portal.views, { ...viewOf('v9', 'Mine'), conditions: { name: 'x' } }]
    return { id: 'v9' }
  },
}))
vi.mock('../http/ahead.ts', () => ({
  takeArrived: () => undefined,
  sendOrTake: async ({ path }: Call, { body }: { body?: { filterFields: object } }) => {
    if (body) portal.asked.push(body.filterFields)
    if (body) return { total: 1, list: [{ id: 'r', name: 'Row', colour: 'Blue' }] }
    if (path !== listViewCalls.views.path) return []
    if (portal.isDown) throw new Error('down')
    return portal.views
  },
}))

const things = list({
  id: 'things',
  path: '/{p}-things/things',
  permission: 'trading.invoice',
  columns: { name: text({ search: true }), colour: text({ search: true }) },
  order: { by: 'name', descending: false },
})
const viewOf = (id: string, name: string, more: Partial<ListView> = {}): ListView => ({
  ...{ id, name, owner: null, isShared: false, isDefault: false, mayRemove: true, version: 3 },
  ...{ conditions: { colour: 'Blue' }, strange: {}, columns: [], ...more },
})
const page = (fixed?: Fixed) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ListPage list={things} fixed={fixed} />
      <Questions />
    </QueryClientProvider>,
  )
const openMenu = async (name: RegExp = /^Views/) => {
  await screen.findByText('Row')
  fireEvent.click(screen.getByRole('button', { name }))
}
const item = (name: RegExp) => screen.getByRole('menuitem', { name })
const choice = (name: RegExp) => screen.getByRole('menuitemradio', { name })

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  addTexts({ list: { things: { name: 'Name', colour: 'Colour', title: 'Things' } } })
  await import('./view-dialog.tsx')
  await import('./column-panel.tsx')
})
beforeEach(() => {
  for (const told of [portal.replaced, portal.views, portal.asked, portal.sent]) told.length = 0
  portal.isDown = false
  portal.go({})
})
afterEach(cleanup)

test('the menu lists own and shared views; one that is opened is a step to go back from, and none is one too', async () => {
  portal.views = [viewOf('v1', 'Blue ones', { isShared: true }), viewOf('v2', 'Of Ann', { owner: 'Ann', mayRemove: false })]
  page()
  await openMenu()
  expect(choice(/Without a view/).getAttribute('aria-checked')).toBe('true')
  expect(choice(/Of Ann/).textContent).toContain('Shared by Ann')
  fireEvent.click(choice(/Blue ones/))
  expect(portal.now()).toEqual({ view: 'v1', colour: 'Blue', sort: 'name' })
  await openMenu(/^Views: Blue ones$/)
  expect(choice(/Blue ones/).getAttribute('aria-checked')).toBe('true')
  expect(screen.queryByRole('menuitem', { name: /Save changes/ })).toBeNull()
  fireEvent.click(choice(/Without a view/))
  expect(portal.now()).toEqual({})
  expect(portal.replaced).toEqual([false, false])
})

test('the menu asks again what there is: a colleague may have shared or removed a view since', async () => {
  portal.views = [viewOf('v1', 'Blue ones')]
  page()
  await openMenu()
  expect(choice(/Blue ones/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Views/ }))
  portal.views = [viewOf('v2', 'Of Ann', { owner: 'Ann', isShared: true, mayRemove: false })]
  await openMenu()
  expect(await screen.findByRole('menuitemradio', { name: /Of Ann/ })).toBeTruthy()
  expect(screen.queryByRole('menuitemradio', { name: /Blue ones/ })).toBeNull()
})

test('the view that opens the list opens it at once, and only where the address asks for nothing', async () => {
  portal.views = [viewOf('v1', 'Blue ones', { isDefault: true })]
  page()
  await screen.findByText('Row')
  expect(portal.now()).toEqual({ view: 'v1', colour: 'Blue', sort: 'name' })
  expect(portal.replaced).toEqual([true])
  expect(portal.asked).toEqual([{ colour: 'Blue' }])
  await openMenu(/Blue ones/)
  fireEvent.click(choice(/Without a view/))
  expect(portal.now()).toEqual({ view: 'none' })
  cleanup()
  portal.go({ name: 'Row' })
  page()
  await screen.findByText('Row')
  expect(portal.now()).toEqual({ name: 'Row' })
})

test('a page about one thing opens with all its rows, whatever view opens the list elsewhere', async () => {
  portal.views = [viewOf('v1', 'Blue ones', { isDefault: true })]
  page({ name: 'Row' })
  await openMenu()
  expect(choice(/Without a view/).getAttribute('aria-checked')).toBe('true')
  expect([portal.now(), portal.asked]).toEqual([{}, [{ name: 'Row' }]])
})

test('a link opens the view it names; one that there is not is told, and the list opens as usual', async () => {
  portal.views = [viewOf('v1', 'Blue ones')]
  portal.go({ view: 'v1' })
  page()
  await screen.findByText('Row')
  expect(portal.asked).toEqual([{ colour: 'Blue' }])
  cleanup()
  portal.go({ view: 'gone' })
  page()
  await screen.findByText('Row')
  expect(screen.getByText('This view was removed or is not shared with you')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Open the list without it' }))
  expect(portal.now()).toEqual({})
})

test('a link whose view cannot be loaded is told, and opens the view when it is tried again', async () => {
  portal.views = [viewOf('v1', 'Blue ones')]
  portal.isDown = true
  portal.go({ view: 'v1' })
  page()
  await screen.findByText('Row')
  expect(screen.getByText('The view could not be loaded; the list is shown without it')).toBeTruthy()
  expect([portal.now(), portal.asked]).toEqual([{ view: 'v1' }, [{}]])
  portal.isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(portal.now()).toEqual({ view: 'v1', colour: 'Blue', sort: 'name' }))
  expect(screen.queryByText('The view could not be loaded; the list is shown without it')).toBeNull()
})

test('what is changed is saved into an own view by its version, and never into that of a colleague', async () => {
  portal.views = [viewOf('v1', 'Blue ones'), viewOf('v2', 'Of Ann', { owner: 'Ann', mayRemove: false })]
  portal.go({ view: 'v1', colour: 'Red', sort: 'name' })
  page()
  await openMenu(/^Views: Blue ones \(changed\)$/)
  await act(async () => fireEvent.click(item(/Save changes to Blue ones/)))
  await waitFor(() => expect(portal.sent).toHaveLength(1))
  expect(portal.sent[0]).toMatchObject([listViewCalls.replace.path, { id: 'v1', version: 3, conditions: { colour: 'Red' } }])
  act(() => portal.go({ view: 'v2', colour: 'Red', sort: 'name' }))
  await openMenu(/^Views: Of Ann \(changed\)$/)
  for (const name of [/Save changes/, /Rename/, /Share with/, /Remove/])
    expect(screen.queryByRole('menuitem', { name })).toBeNull()
  expect(item(/Open the list with this view/)).toBeTruthy()
})

test('a view that is chosen again has its own columns again', async () => {
  portal.views = [viewOf('v1', 'Blue ones'), viewOf('v2', 'Others')]
  portal.go({ view: 'v1' })
  page()
  await screen.findByText('Row')
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
  const usual = heads()
  const hideColour = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Colour' }))
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    expect(heads()).toHaveLength(usual.length - 1)
  }
  await hideColour()
  await openMenu(/^Views: Blue ones \(changed\)$/)
  fireEvent.click(choice(/Blue ones/))
  expect(heads()).toEqual(usual)
  await hideColour()
  for (const name of [/Others/, /Blue ones/]) {
    await openMenu(/^Views/)
    fireEvent.click(choice(name))
  }
  expect(heads()).toEqual(usual)
})

test('a view is saved under a name, and is then the one that is on', async () => {
  portal.go({ name: 'x' })
  page()
  await openMenu()
  fireEvent.click(item(/Save as view/))
  fireEvent.change(await screen.findByLabelText('Name of the view'), { target: { value: 'Mine' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))
  await waitFor(() => expect(portal.now()).toEqual({ name: 'x', view: 'v9' }))
  expect(portal.sent[0]).toMatchObject([listViewCalls.add.path, { list: 'things', name: 'Mine', conditions: { name: 'x' } }])
  expect(await screen.findByRole('button', { name: 'Views: Mine' })).toBeTruthy()
})

test('a removed view leaves the list as it is shown, after a question', async () => {
  portal.views = [viewOf('v1', 'Blue ones', { isShared: true })]
  portal.go({ view: 'v1' })
  page()
  await openMenu(/Blue ones/)
  fireEvent.click(item(/Remove view/))
  expect(await screen.findByText(/Colleagues who use it lose it too/)).toBeTruthy()
  portal.views = []
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Delete' })))
  await waitFor(() => expect(portal.now()).toEqual({ colour: 'Blue', sort: 'name' }))
  expect(portal.sent).toEqual([[listViewCalls.remove.path, { id: 'v1' }]])
})
