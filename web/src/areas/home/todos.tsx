import { useRouter } from '@tanstack/react-router'
import type { Answer } from '@usance/wire/call'
import type { homeCalls, TodoKind } from '@usance/wire/home/calls'
import { hasAnyRole, presentRoles } from '@usance/wire/roles'
import { useEffect } from 'react'
import { knownConfig } from '../../config.ts'
import { useText } from '../../i18n/i18n.ts'
import { isHiddenByPool, type Session } from '../../session/permissions.ts'
import { useSession } from '../../session/session.ts'
import { sessionStore } from '../../session/store.ts'
import { addDays } from '../../ui/calendar.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Money } from '../../ui/money.tsx'

type Todo = Answer<typeof homeCalls.summary>['todos'][number]
type Place = { icon: IconName; urgent?: boolean; to: string; buyerTo?: string; days?: (today: string) => string }

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

/** Within so many days something falls due soon, as the server counts it. */
const soonDays = 7

/** Where each kind is done, with the list already narrowed to what is counted; `days` adds what depends on the business date. */
const places: Record<TodoKind, Place> = {
  APPROVALS: { icon: 'check', to: '/approval' },
  APPROVALS_OF_SEAT: { icon: 'check', to: '/approval' },
  CONTRACTS_TO_SIGN: { icon: 'documents', to: '/contract/info?status=PENDING_SIGN&status=PARTIALLY_SIGNED' },
  INVOICES_TO_CONFIRM: { icon: 'trading', to: '/confirmation/invoiceConfirmation?docStatus=SUBMITTED' },
  RIGHTS_TO_CONFIRM: { icon: 'shield', to: '/finance/finance-order?status=PASSED' },
  ORDERS_SENT_BACK: { icon: 'reload', urgent: true, to: '/finance/finance-order?status=REJECTED' },
  DRAFT_INVOICES: { icon: 'file', to: '/trading/invoice?docStatus=DRAFT' },
  DISPUTED_INVOICES: { icon: 'alert', urgent: true, to: '/trading/invoice?docStatus=DISPUTED' },
  READY_TO_FINANCE: {
    icon: 'financing',
    to: '/trading/invoice?docStatus=CONFIRMED&financeStatus=UNFINANCED&payStatus=UNPAID&payStatus=PARTIAL',
    days: (today) => `dueDateBegin=${addDays(today, soonDays + 1)}`,
  },
  PAYMENTS_TO_SEND: { icon: 'money', to: '/payment/management?status=DRAFT' },
  PAYMENTS_FAILED: { icon: 'alert', urgent: true, to: '/payment/management?status=FAILED' },
  RECEIPTS_TO_MATCH: { icon: 'money', to: '/repayment/management?leftBegin=0.01' },
  OVERDUE_ORDERS: { icon: 'alert', urgent: true, to: '/finance/finance-order?status=OVERDUE' },
  OVERDUE_INVOICES: {
    icon: 'alert',
    urgent: true,
    to: '/trading/invoice?docStatus=CONFIRMED&payStatus=UNPAID&payStatus=PARTIAL',
    buyerTo: '/confirmation/invoiceConfirmation?docStatus=CONFIRMED&payStatus=UNPAID&payStatus=PARTIAL',
    days: (today) => `dueDateEnd=${addDays(today, -1)}`,
  },
  OVERDUE_BILLS: {
    icon: 'alert',
    urgent: true,
    to: '/payment/fee-bill?status=UNPAID&status=PARTIAL',
    days: (today) => `dueOnEnd=${addDays(today, -1)}`,
  },
  DAYS_TO_CLOSE: { icon: 'calendar', to: '/system/end-of-day' },
  PRICES_TO_ACCEPT: { icon: 'financing', to: '/org/info/ar' },
  MATURING_ORDERS: {
    icon: 'calendar',
    to: '/finance/finance-order?status=FUNDED&status=PARTIALLY_REPAID',
    days: (today) => `nextMaturityBegin=${today}&nextMaturityEnd=${addDays(today, soonDays)}`,
  },
}

function addressOf({ kind }: Pick<Todo, 'kind'>, user: Reader['user']): string {
  const { to, buyerTo, days } = places[kind]
  const address = (hasAnyRole(presentRoles(user), ['BUYER']) && buyerTo) || to
  const today = knownConfig()?.businessDate
  return days && today ? `${address}&${days(today)}` : address
}

/** Who the list is read by. */
type Reader = Pick<Session, 'pool'> & { user: Pick<Session['user'], 'companyId' | 'companyRole' | 'roles'> }

/** What waits on pages that the pool mode does not hide; another role of the company is in the same mode. */
export const reachableTodos = <T extends Pick<Todo, 'kind'>>(todos: readonly T[], { user, pool }: Reader): readonly T[] =>
  todos.filter((todo) => !isHiddenByPool(addressOf(todo, user).split('?')[0]!, { user, pool }))

/** What waits for this user, the urgent first; each line leads to where it is done. */
export function Todos({ todos }: { todos: readonly Todo[] }) {
  const text = useText()
  const router = useRouter()
  const { user } = useSession()
  useEffect(() => sessionStore.write(rowsKey, String(todos.length)), [todos.length])
  const sorted = [...todos].sort((a, b) => Number(places[b.kind].urgent ?? false) - Number(places[a.kind].urgent ?? false))
  return (
    <ul className="todos">
      {sorted.map((todo) => {
        const { kind, count, amounts, role } = todo
        const place = places[kind]
        const here = addressOf(todo, user)
        const to = role ? `${here}?__role=${role}` : here
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
