import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { homeCalls } from '@usance/wire/home/calls'
import { hasAnyRole, presentRoles } from '@usance/wire/roles'
import { knownConfig } from '../../config.ts'
import { sendOrTake } from '../../http/ahead.ts'
import { useText } from '../../i18n/i18n.ts'
import { useSession } from '../../session/session.ts'
import { MessagesElsewhere } from '../../shell/messages-elsewhere.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { displayZone, formatDate, formatDateTime } from '../../ui/format.ts'
import { Section } from '../../ui/page-frame.tsx'
import { Changes } from './changes.tsx'
import { Figures } from './figures.tsx'
import { Setup } from './setup.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { reachableTodos, TodoBones, Todos } from './todos.tsx'
import './home.css'

/** The first page of the day: what waits, where one stands, what changed, and the ways on. */
export default function HomePage() {
  const text = useText()
  const session = useSession()
  const { user } = session
  const { data, error, refetch } = useQuery({
    queryKey: ['home'],
    queryFn: () => sendOrTake(homeCalls.summary, { body: {} }, { quiet: true }),
    staleTime: 10_000,
  })
  const todos = data && reachableTodos(data.todos, session)
  // The page brings the business date along, so that the line is whole before the answer comes.
  const day = data?.businessDate ?? knownConfig()?.businessDate
  const hour = new Date(Date.now() + displayZone() * 3_600_000).getUTCHours()
  const greeting = hour < 12 ? 'home.morning' : hour < 18 ? 'home.afternoon' : 'home.evening'
  // What waits for one's own hand goes before what a new portal needs, and nothing waiting after it.
  const setup = data && data.setup.length > 0 && <Setup steps={data.setup} />
  return (
    <div className="home">
      <header className="home-head">
        <h1>{text(greeting, { name: user.cname || user.username })}</h1>
        <p className="muted">
          {user.lastVisitAt
            ? text('home.lastVisit', { when: formatDateTime(user.lastVisitAt, { seconds: false }) })
            : text('home.firstVisit')}{' '}
          {day && text('home.businessDate', { date: formatDate(day) })}
        </p>
      </header>
      <MessagesElsewhere session={session} />
      {error ? (
        <div className="panel">
          <Failed error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Figures figures={data?.figures} expected={hasAnyRole(presentRoles(user), ['SUPPLIER']) ? 3 : 2} />
      )}
      <div className="home-columns">
        <div className="home-main">
          {todos?.length === 0 && setup}
          <Section title={text('home.todo')}>
            {!data && !error && <TodoBones />}
            {todos && todos.length > 0 && <Todos todos={todos} />}
            {todos?.length === 0 && <Empty title={text('home.todoNone')} text={text('home.todoNoneText')} />}
          </Section>
          {todos && todos.length > 0 && setup}
          <Changes since={user.lastVisitAt} />
        </div>
        <aside className="home-side">
          <Shortcuts />
          <Section title={text('home.help')}>
            <nav className="home-links">
              <Link to="/notice/utilize">{text('home.guide')}</Link>
              <Link to="/faq/$category/$id/$page" params={{ category: 'all', id: '0', page: '1' }}>
                {text('home.help')}
              </Link>
            </nav>
          </Section>
          {!user.mfaEnabled && (
            <Section title={text('home.secure')}>
              <p className="muted home-note">{text('home.secureText')}</p>
              <Link to="/user-center">{text('home.secureOpen')}</Link>
            </Section>
          )}
        </aside>
      </div>
    </div>
  )
}
