import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/i18n.ts'
import { menuGroups } from '../../page.ts'
import { pages } from '../../routes.tsx'
import { useSession } from '../../session/session.ts'
import { menuOf } from '../../shell/menu-tree.ts'
import { displayZone, formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import './home.css'

/** The first page of the day: who one is, when one was last here, and the ways on. */
export default function HomePage() {
  const text = useText()
  const session = useSession()
  const { user } = session
  const hour = new Date(Date.now() + displayZone() * 3_600_000).getUTCHours()
  const greeting = hour < 12 ? 'home.morning' : hour < 18 ? 'home.afternoon' : 'home.evening'
  const parts = menuOf(pages, session).filter(({ pages: entries }) => entries.some((page) => page.path !== '/home'))
  return (
    <div className="home">
      <header className="home-head">
        <h1>{text(greeting, { name: user.cname || user.username })}</h1>
        <p className="muted">
          {user.lastVisitAt
            ? text('home.lastVisit', { when: formatDateTime(user.lastVisitAt, { seconds: false }) })
            : text('home.firstVisit')}
        </p>
      </header>
      <section className="home-cards" aria-label={text('home.shortcuts')}>
        {parts.map(({ group, pages: entries }) => (
          <article key={group} className="panel home-card">
            <h2>
              <Icon name={menuGroups[group]} size={18} />
              {text(`menu.group.${group}`)}
            </h2>
            {entries
              .filter((page) => page.path !== '/home')
              .map((page) => (
                <Link key={page.path} to={page.path}>
                  {text(page.title)}
                  <Icon name="right" size={14} />
                </Link>
              ))}
          </article>
        ))}
        {!user.mfaEnabled && (
          <article className="panel home-card">
            <h2>
              <Icon name="shield" size={18} />
              {text('home.secure')}
            </h2>
            <p className="muted">{text('home.secureText')}</p>
          </article>
        )}
      </section>
    </div>
  )
}
