import { useRouter } from '@tanstack/react-router'
import type { Answer } from '@usance/wire/call'
import type { homeCalls, TodoKind } from '@usance/wire/home/calls'
import { todoAddress } from '@usance/wire/home/todo-addresses'
import { hasAnyRole, presentRoles } from '@usance/wire/roles'
import { useEffect } from 'react'
import { knownConfig } from '../../config.ts'
import { useText } from '../../i18n/i18n.ts'
import { isHiddenByPool, ordersOf, type Session } from '../../session/permissions.ts'
import { useSession } from '../../session/session.ts'
import { sessionStore } from '../../session/store.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Money } from '../../ui/money.tsx'

type Todo = Answer<typeof homeCalls.summary>['todos'][number]

const rowsKey = 'homeTodos'
/** How many kinds waited when this browser last saw the page, so that as much room is kept while they are asked for. */
const rowsSeen = () => Math.min(Number(sessionStore.read(rowsKey)) || 4, 10)

/** What stands where the list will be: as many lines as last time, each as high. */
export function TodoBones() {
  return (
    <ul className="todos" aria-hidden="true">
      {Array.from({ length: rowsSeen() }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical lines
        <li key={n}>
          <span className="todo">
            <span className="todo-icon" />
            <span className="todo-name">
              <span className="bone" style={{ width: `${35 + ((n * 17) % 30)}%` }} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** How each kind is shown, and whether it comes first. */
const looks: Record<TodoKind, { icon: IconName; urgent?: boolean }> = {
  APPROVALS: { icon: 'check' },
  APPROVALS_OF_SEAT: { icon: 'check' },
  CONTRACTS_TO_SIGN: { icon: 'documents' },
  INVOICES_TO_CONFIRM: { icon: 'trading' },
  RIGHTS_TO_CONFIRM: { icon: 'shield' },
  ORDERS_SENT_BACK: { icon: 'reload', urgent: true },
  DRAFT_INVOICES: { icon: 'file' },
  DISPUTED_INVOICES: { icon: 'alert', urgent: true },
  READY_TO_FINANCE: { icon: 'financing' },
  PAYMENTS_TO_SEND: { icon: 'money' },
  PAYMENTS_FAILED: { icon: 'alert', urgent: true },
  RECEIPTS_TO_MATCH: { icon: 'money' },
  ACCOUNTS_TO_SWITCH_ON: { icon: 'check' },
  OVERDUE_ORDERS: { icon: 'alert', urgent: true },
  OVERDUE_INVOICES: { icon: 'alert', urgent: true },
  OVERDUE_BILLS: { icon: 'alert', urgent: true },
  DAYS_TO_CLOSE: { icon: 'calendar' },
  PRICES_TO_ACCEPT: { icon: 'financing' },
  MATURING_ORDERS: { icon: 'calendar' },
}

/** Who the list is read by. */
type Reader = Pick<Session, 'pool'> & { user: Pick<Session['user'], 'companyId' | 'companyRole' | 'roles'> }

/** Where it is done; a company whose orders stand beside its pool is led there, because the pool mode hides their list. */
const addressOf = (todo: Pick<Todo, 'kind' | 'role'>, { user, pool }: Reader): string => {
  const to = todoAddress(todo, { today: knownConfig()?.businessDate, isBuyer: hasAnyRole(presentRoles(user), ['BUYER']) })
  const isOfOrders = to.split('?')[0] === '/finance/finance-order'
  return isOfOrders && isHiddenByPool('/finance/finance-order', { user, pool }) ? ordersOf({ user, pool }) : to
}

/** What waits on pages that the pool mode does not hide; another role of the company is in the same mode. */
export const reachableTodos = <T extends Pick<Todo, 'kind'>>(todos: readonly T[], { user, pool }: Reader): readonly T[] =>
  todos.filter((todo) => !isHiddenByPool(addressOf(todo, { user, pool }).split('?')[0]!, { user, pool }))

/** What waits for this user, the urgent first; each line leads to where it is done. */
export function Todos({ todos }: { todos: readonly Todo[] }) {
  const text = useText()
  const router = useRouter()
  const reader = useSession()
  useEffect(() => sessionStore.write(rowsKey, String(todos.length)), [todos.length])
  const sorted = [...todos].sort((a, b) => Number(looks[b.kind].urgent ?? false) - Number(looks[a.kind].urgent ?? false))
  return (
    <ul className="todos">
      {sorted.map((todo) => {
        const { kind, count, amounts, role } = todo
        const place = looks[kind]
        const to = addressOf(todo, reader)
        return (
          <li key={kind + (role ?? '')}>
            <a
              href={to}
              className={place.urgent ? 'todo is-urgent' : 'todo'}
              onClick={(click) => {
                if (click.ctrlKey || click.metaKey || click.shiftKey) return
                click.preventDefault()
                router.history.push(to)
              }}
            >
              <span className="todo-icon">
                <Icon name={place.icon} size={18} />
              </span>
              <span className="todo-name">{text(`home.kind.${kind}`, role ? { role: text(`companyRole.${role}`) } : {})}</span>
              <span className="todo-amount">
                {amounts.slice(0, 1).map((one) => (
                  <Money key={one.currency} amount={one.amount} currency={one.currency} />
                ))}
                {amounts.length > 1 && <small className="muted">+{amounts.length - 1}</small>}
              </span>
              <strong className="todo-count">{count}</strong>
              <Icon name="right" size={14} />
            </a>
          </li>
        )
      })}
    </ul>
  )
}
