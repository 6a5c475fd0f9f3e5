import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { knownConfig } from '../config.ts'
import { useText } from '../i18n/i18n.ts'
import { menuGroups } from '../page.ts'
import { knownPages } from '../session/known-pages.ts'
import type { Session } from '../session/permissions.ts'
import { Icon } from '../ui/icons.tsx'
import { Logo, LogoMark } from '../ui/logo.tsx'
import { Menu } from '../ui/popover.tsx'
import { currentEntry, menuOf } from './menu-tree.ts'

type Props = { session: Session; collapsed: boolean; open: boolean; onGo: () => void }

/** The menu: what this user may open, by group. Collapsed it is a rail of group icons. */
export function Sidebar({ session, collapsed, open, onGo }: Props) {
  const text = useText()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const current = currentEntry(knownPages(), pathname)
  const parts = menuOf(knownPages(), session)
  const place = useRef<HTMLElement>(null)
  // In a long menu the entry of the page one is on may lie below the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other entry is brought into view
  useEffect(() => {
    // With the next picture, for which the page is laid out anyway.
    const frame = requestAnimationFrame(() =>
      place.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [current?.path, open])
  const brand = knownConfig()?.brand ?? 'Usance'
  if (!open) return null
  return (
    <nav ref={place} className="sidebar" aria-label={text('shell.menu')}>
      <Link to="/" preload={false} className="sidebar-logo" aria-label={brand} onClick={onGo}>
        {collapsed ? <LogoMark /> : <Logo brand={brand} />}
      </Link>
      <div className="sidebar-scroll">
        {parts.map(({ group, pages: entries }) =>
          collapsed ? (
            <Menu
              key={group}
              label={text(`menu.group.${group}`)}
              trigger={(props) => (
                <button
                  type="button"
                  className={`rail-item${current?.menu === group ? ' is-current' : ''}`}
                  aria-label={text(`menu.group.${group}`)}
                  title={text(`menu.group.${group}`)}
                  {...props}
                >
                  <Icon name={menuGroups[group]} size={20} />
                </button>
              )}
              entries={entries.map((page) => ({
                key: page.path,
                label: text(page.title),
                chosen: page === current,
                onSelect: () => void navigate({ to: page.path }),
              }))}
            />
          ) : (
            <section key={group} className="menu-group">
              <h2>
                <Icon name={menuGroups[group]} size={16} />
                {text(`menu.group.${group}`)}
              </h2>
              {entries.map((page) => (
                <Link
                  key={page.path}
                  to={page.path}
                  className={`menu-link${page === current ? ' is-current' : ''}`}
                  aria-current={page === current ? 'page' : undefined}
                  onClick={onGo}
                >
                  {text(page.title)}
                </Link>
              ))}
            </section>
          ),
        )}
      </div>
    </nav>
  )
}
