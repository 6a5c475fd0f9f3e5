import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { useText } from '../i18n/i18n.ts'
import { knownPages } from '../session/known-pages.ts'
import { currentEntry } from './menu-tree.ts'

/** Where the page stands: its menu group, its menu entry, and itself. */
export function Breadcrumbs() {
  const text = useText()
  const { pathname } = useLocation()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const entry = currentEntry(knownPages(), pathname)
  return (
    <nav className="crumbs" aria-label={text('shell.breadcrumbs')}>
      {entry?.menu && <span className="crumb-group">{text(`menu.group.${entry.menu}`)}</span>}
      {entry && entry.path !== pathname && entry.title !== title && (
        <Link to={entry.path} className="crumb-parent">
          {text(entry.title)}
        </Link>
      )}
      {title && <span className="crumb-here">{text(title)}</span>}
    </nav>
  )
}
