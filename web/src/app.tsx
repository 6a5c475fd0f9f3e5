import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { ErrorPage, PageFailed } from './areas/error/error-page.tsx'
import { developmentPages } from './development-pages.ts'
import { askAhead } from './http/ahead.ts'
import type { TextKey } from './i18n/keys.ts'
import { loadAreaTexts, loadPortalTexts } from './i18n/load-area.ts'
import { reportMissing } from './i18n/missing.ts'
import { loadOwnTexts } from './i18n/own-texts.ts'
import type { Page } from './page.ts'
import { pages } from './routes.tsx'
import { configureSession } from './session/handlers.ts'
import { givePages } from './session/known-pages.ts'
import { leaveForLogin } from './session/leave.ts'
import { watchOtherTabs } from './session/mismatch.ts'
import { pageAt, paramsOf } from './session/page-at.ts'
import { leaveSeat, loadSession, onceKnown, signOut } from './session/session.ts'
import { sessionStore } from './session/store.ts'
import { inTime } from './shell/chunk-reload.ts'
import { runGuard } from './shell/run-guard.ts'
import { Shell } from './shell/shell.tsx'
import './shell/shell.css'
import './list/list.css'
import './shell/print.css'
import { PagePending } from './shell/page-pending.tsx'
import { Questions } from './ui/dialog.tsx'
import { guardHistory } from './ui/may-leave.ts'
import { Notices } from './ui/notices.tsx'

const queries = new QueryClient({
  defaultOptions: {
    // `send` already retries broken connections and shows errors once.
    // Offline a question fails at once and says so, rather than wait unseen; it is asked again with the connection.
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
  },
})

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Notices />
      <Questions />
    </>
  ),
  notFoundComponent: () => <Navigate to="/error/$code" params={{ code: '404' }} replace />,
  errorComponent: ({ error }) => <PageFailed error={error} />,
})
const shell = createRoute({
  id: 'shell',
  getParentRoute: () => root,
  component: Shell,
  notFoundComponent: () => <Navigate to="/error/$code" params={{ code: '404' }} replace />,
})
const errorRoute = createRoute({ path: '/error/$code', getParentRoute: () => root, component: ErrorRoute })
function ErrorRoute() {
  return <ErrorPage code={errorRoute.useParams().code} whole />
}
// Whatever stands behind the code does not matter, and nobody is asked to sign in to read it.
const deepErrorRoute = createRoute({
  path: '/error/$code/$',
  getParentRoute: () => root,
  component: () => <ErrorPage code={deepErrorRoute.useParams().code} whole />,
})
const index = createRoute({
  path: '/',
  getParentRoute: () => shell,
  beforeLoad: ({ location }) => runGuard(location, undefined),
  component: () => null,
})

givePages(pages)

const load = (page: Page) => async () => (await Promise.all([inTime(page.load(), page.path), loadAreaTexts(page.area)]))[0]
const pageRoutes = [...pages, ...developmentPages].map((page) =>
  createRoute({
    path: page.path,
    getParentRoute: () => shell,
    beforeLoad: async ({ location, params, search, preload }) => {
      await runGuard(location, page.permission)
      if (!preload) askAhead(page.asks?.({ params, search }) ?? [])
    },
    component: lazyRouteComponent(load(page)),
    pendingComponent: PagePending,
    errorComponent: ({ error }) => <PageFailed error={error} />,
    staticData: { title: page.title, path: page.path },
  }),
)

const parseSearch = (text: string): Record<string, string | string[]> => {
  const search: Record<string, string | string[]> = {}
  const all = new URLSearchParams(text)
  for (const name of new Set(all.keys())) {
    const values = all.getAll(name)
    search[name] = values.length > 1 ? values : values[0]!
  }
  return search
}
const stringifySearch = (search: Record<string, unknown>): string => {
  const out = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') out.append(name, String(one))
  const text = out.toString()
  return text ? `?${text}` : ''
}

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren([index, ...pageRoutes]), errorRoute, deepErrorRoute]),
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

guardHistory(router.history)

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: TextKey
    path?: string
  }
}

// The first page's own code does not wait for the guard, and what it asks only until it is known who may.
const first = sessionStore.token() ? pageAt(location.pathname) : undefined
if (first) {
  first.load().catch(() => undefined)
  loadAreaTexts(first.area).catch(() => undefined)
  const place = { params: paramsOf(first, location.pathname), search: parseSearch(location.search.slice(1)) }
  onceKnown(({ granted }) => {
    if (!first.permission || granted.has(first.permission)) askAhead(first.asks?.(place) ?? [])
  })
}

/** Settles when the texts of the frame are there; they are asked for as soon as this code has arrived. */
export const ready = loadPortalTexts()
void loadOwnTexts()
reportMissing()

/** Draws the portal for somebody who has, or is about to be asked for, a session. */
export function start(place: Root) {
  configureSession({
    login: () => leaveForLogin(),
    logout: () => signOut(),
    seatLost: leaveSeat,
    passwordNeeded: () => leaveForLogin('guided'),
    principal: loadSession,
  })
  watchOtherTabs()
  // Asked for at once, so that user, page code and texts arrive together; the guard waits for the same answer.
  // A guidance link replaces the session first.
  if (sessionStore.token() && !location.search.includes('guidance=')) loadSession().catch(() => undefined)
  place.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
