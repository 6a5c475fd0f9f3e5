import { useNavigate } from '@tanstack/react-router'
import { chooseLanguage } from '../i18n/choose-language.ts'
import { useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { sessionHandlers } from '../session/handlers.ts'
import { knownPages } from '../session/known-pages.ts'
import type { Session } from '../session/permissions.ts'
import { formatDate } from '../ui/format.ts'
import { Icon } from '../ui/icons.tsx'
import { mayLeave } from '../ui/may-leave.ts'
import { Menu, type MenuEntry } from '../ui/popover.tsx'
import { setTheme, useTheme } from '../ui/theme.ts'
import { useMedia } from '../ui/use-media.ts'
import { buildVersion } from './build-version.ts'

const initials = (name: string) =>
  /^[\u4e00-\u9fff]/.test(name)
    ? name.slice(-2)
    : name
        .split(/\s+/)
        .map((word) => word[0] ?? '')
        .slice(0, 2)
        .join('')
        .toUpperCase()

export function AccountMenu({ session: { user } }: { session: Session }) {
  const text = useText()
  const phone = useMedia('(max-width: 575.98px)')
  const theme = useTheme()
  const navigate = useNavigate()
  const name = user.cname || user.username
  const hasProfile = knownPages().some((page) => page.path === '/user-center')
  const leave = async () => {
    if (await mayLeave()) await sessionHandlers().logout()
  }
  // On a phone the bar has no room for theme and language, so they live here.
  const extra: MenuEntry[] = phone
    ? [
        {
          key: 'theme',
          icon: <Icon name={theme === 'light' ? 'moon' : 'sun'} />,
          label: text(theme === 'light' ? 'shell.dark' : 'shell.light'),
          onSelect: () => setTheme(theme === 'light' ? 'dark-1' : 'light'),
        },
        {
          key: 'lang',
          icon: <Icon name="language" />,
          label: language() === 'en-US' ? '简体中文' : 'English',
          onSelect: () => void chooseLanguage(language() === 'en-US' ? 'zh-CN' : 'en-US'),
        },
      ]
    : []
  return (
    <Menu
      align="end"
      label={text('shell.account')}
      header={
        <div className="menu-head">
          <strong>{name}</strong>
          <small>{user.email}</small>
          <small>{user.userRoles.map((role) => text.of('userRole', role)).join(', ')}</small>
          <small>{text('shell.version', { version: buildVersion.name, date: formatDate(buildVersion.date) })}</small>
        </div>
      }
      trigger={(props) => (
        <button type="button" className="avatar" aria-label={`${text('shell.account')}: ${name}`} {...props}>
          {initials(name)}
        </button>
      )}
      entries={[
        ...(hasProfile
          ? [
              {
                key: 'profile',
                icon: <Icon name="user" />,
                label: text('shell.profile'),
                onSelect: () => void navigate({ to: '/user-center' }),
              },
            ]
          : []),
        {
          key: 'faq',
          icon: <Icon name="documents" />,
          label: text('menu.faqs'),
          onSelect: () => void navigate({ to: '/faq/$category/$id/$page', params: { category: 'all', id: '0', page: '1' } }),
        },
        ...extra,
        'line',
        {
          key: 'out',
          icon: <Icon name="signOut" />,
          label: text('shell.signOut'),
          onSelect: () => void leave(),
        },
      ]}
    />
  )
}
