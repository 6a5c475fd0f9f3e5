import { useNavigate } from '@tanstack/react-router'
import type { Permission } from '@usance/domain/permissions'
import type { Call } from '@usance/wire/call'
import { useRef } from 'react'
import { useText } from '../i18n/i18n.ts'
import { sameUser } from '../session/mismatch.ts'
import { useCan, useMayAct } from '../session/session.ts'
import { useMayOpen } from '../session/use-may-open.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu } from '../ui/popover.tsx'

export type RowAction = {
  key: string
  label: string
  /** A page to open, or something to do. */
  to?: string
  onSelect?: () => unknown
  permission?: Permission
  /** The act of the action; only users who may do it see the action. */
  act?: Call
  /** Why it cannot be done now. */
  disabled?: string
  danger?: boolean
}

/**
 * The actions of one row: two as buttons, the rest in a menu. Actions without permission are left out, and so are those that lead
 * to a page which the user may not open.
 */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const text = useText()
  const can = useCan()
  const mayDo = useMayAct()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const allowed = actions.filter(
    ({ permission, act, to }) => (!permission || can(permission)) && (!act || mayDo(act)) && (to === undefined || mayOpen(to)),
  )
  // An action that is under way does not begin a second time.
  const underWay = useRef(new Set<string>())
  const run = async (action: RowAction) => {
    if (action.to) return void navigate({ to: action.to })
    if (underWay.current.has(action.key)) return
    underWay.current.add(action.key)
    try {
      if (await sameUser()) await action.onSelect?.()
    } finally {
      underWay.current.delete(action.key)
    }
  }
  // Two short ones fit beside each other; Chinese letters are about twice as wide.
  const width = allowed.reduce((sum, { label }) => sum + [...label].reduce((w, letter) => w + (letter > '\u2e80' ? 2 : 1), 0), 0)
  const near = allowed.length === 1 || (allowed.length === 2 && width <= 10) ? allowed : allowed.slice(0, 1)
  const rest = allowed.slice(near.length)
  return (
    <span className="row-actions">
      {near.map((action) => (
        <button
          type="button"
          key={action.key}
          className={action.danger ? 'link-button is-danger' : 'link-button'}
          disabled={action.disabled !== undefined}
          title={action.disabled}
          onClick={() => void run(action)}
        >
          {action.label}
        </button>
      ))}
      {rest.length > 0 && (
        <Menu
          align="end"
          label={text('common.more')}
          trigger={(props) => <IconButton icon="dots" size={16} label={text('common.more')} {...props} />}
          entries={rest.map((action) => ({ ...action, onSelect: () => void run(action) }))}
        />
      )}
    </span>
  )
}
