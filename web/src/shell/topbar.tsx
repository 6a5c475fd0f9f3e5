import { useEffect, useState } from 'react'
import { knownConfig } from '../config.ts'
import { useText } from '../i18n/i18n.ts'
import type { Session } from '../session/permissions.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { openPalette } from './command-palette.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { RoleMenu } from './role-menu.tsx'
import { ThemeButton } from './theme-button.tsx'

/** The bar on top: where one is, who one is, and what one may switch. */
export function Topbar({ session, onMenu }: { session: Session | undefined; onMenu: () => void }) {
  const text = useText()
  const [mac, setMac] = useState(false)
  useEffect(() => setMac(/Mac|iPhone|iPad/.test(navigator.platform)), [])
  return (
    <header className="topbar">
      <IconButton icon="sidebar" label={text('shell.menu')} className="topbar-menu" onClick={onMenu} />
      <Breadcrumbs />
      <div className="topbar-tools">
        {knownConfig()?.demo && <span className="demo-badge">{text('shell.demo')}</span>}
        {session && (
          <>
            <button type="button" className="jump" onClick={openPalette} aria-label={text('shell.jump')}>
              <Icon name="search" size={15} />
              <span>{text('shell.jump')}</span>
              <kbd>{mac ? '⌘K' : 'Ctrl K'}</kbd>
            </button>
            <NotificationBell session={session} />
          </>
        )}
        <LanguageMenu />
        <ThemeButton />
        {session && (
          <>
            <RoleMenu session={session} />
            <AccountMenu session={session} />
          </>
        )}
      </div>
    </header>
  )
}
