import { Outlet, useLocation, useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { knownConfig } from '../config.ts'
import { useText } from '../i18n/i18n.ts'
import { useMaybeSession } from '../session/session.ts'
import { sessionStore } from '../session/store.ts'
import { useMedia } from '../ui/use-media.ts'
import { ChatWidget } from './chat-widget.tsx'
import { CommandPalette } from './command-palette.tsx'
import { MessagingButton } from './messaging-button.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { Sidebar } from './sidebar.tsx'
import { StaleBanner } from './stale-banner.tsx'
import { Topbar } from './topbar.tsx'
import { TrackingNotice } from './tracking-notice.tsx'
import { useProgress } from './use-progress.ts'
import { useTracking } from './use-tracking.ts'

/** The frame around every signed-in page: menu, bar, content. */
export function Shell() {
  const text = useText()
  const session = useMaybeSession()
  const narrow = useMedia('(max-width: 991.98px)')
  const [collapsed, setCollapsed] = useState(() => sessionStore.read('collapsed') === '1')
  const [drawer, setDrawer] = useState(false)
  const { pathname } = useLocation()
  useTitle()
  const isOnItsWay = useProgress()
  useTracking(session, pathname)

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes the menu drawer
  useEffect(() => setDrawer(false), [pathname])
  const toggle = () => {
    if (narrow) return setDrawer(!drawer)
    sessionStore.write('collapsed', collapsed ? '0' : '1')
    setCollapsed(!collapsed)
  }

  return (
    <div
      className={`shell${collapsed && !narrow ? ' is-collapsed' : ''}${drawer ? ' has-drawer' : ''}${session || sessionStore.token() ? '' : ' is-visitor'}`}
    >
      <a className="skip-link" href="#content">
        {text('shell.skip')}
      </a>
      {session && (
        <Sidebar session={session} collapsed={collapsed && !narrow} open={!narrow || drawer} onGo={() => setDrawer(false)} />
      )}
      {/* The menu's place is kept while it is not known yet whose it is, or the page would jump aside. */}
      {!session && sessionStore.token() && !narrow && <div className="sidebar" aria-hidden="true" />}
      {drawer && narrow && (
        <button type="button" className="shell-scrim" aria-label={text('common.close')} onClick={() => setDrawer(false)} />
      )}
      <div className="shell-main">
        <Topbar session={session} onMenu={toggle} />
        <OfflineBanner />
        <StaleBanner />
        {session && <TrackingNotice userId={session.user.id} pathname={pathname} />}
        <main id="content" className="shell-content" tabIndex={-1} aria-busy={isOnItsWay || undefined}>
          <Outlet />
        </main>
      </div>
      {session && <CommandPalette session={session} />}
      <MessagingButton />
      {session && <ChatWidget />}
    </div>
  )
}

/** The window's title follows the page and the language. */
function useTitle() {
  const text = useText()
  const key = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const busy = useRouterState({ select: (state) => state.isLoading })
  const brand = knownConfig()?.brand ?? 'Usance'
  const title = key ? `${text(key)} · ${brand}` : brand
  useEffect(() => {
    if (!busy) document.title = title
  }, [title, busy])
}
