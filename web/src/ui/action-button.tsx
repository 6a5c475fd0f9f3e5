import type { Call } from '@usance/wire/call'
import { type ReactNode, use, useState } from 'react'
import { Refused } from '../http/refused.ts'
import { report } from '../http/report.ts'
import { Can } from '../session/can.tsx'
import { sameUser } from '../session/mismatch.ts'
import { Button } from './button.tsx'
import type { IconName } from './icons.tsx'
import { UnderWay } from './under-way.ts'

type Props = {
  children: ReactNode
  /** The act of the button; only users who may do it see the button. */
  act?: Call | undefined
  /** Checks or asks; false ends it. */
  before?: () => boolean | Promise<boolean>
  /** Does it; exactly true lets `after` follow. */
  action: () => unknown
  after?: () => void
  afterDelayMs?: number
  /** Why it cannot be done now; shown on hover and read out. */
  disabled?: string | false
  look?: 'solid' | 'plain' | 'text' | 'danger'
  small?: boolean
  icon?: IconName
}
const defaultDelayMs = 900

/**
 * A button for one action: it checks the user, runs `before` and the action, then `after` with a delay unless the page was left.
 */
export function ActionButton({ act, ...props }: Props) {
  const button = <PlainAction {...props} />
  return act ? <Can call={act}>{button}</Can> : button
}

function PlainAction({
  children,
  before,
  action,
  after,
  afterDelayMs = defaultDelayMs,
  disabled,
  look = 'solid',
  small,
  icon,
}: Omit<Props, 'act'>) {
  const [busy, setBusy] = useState(false)
  const underWay = use(UnderWay)
  const click = async () => {
    if (!(await sameUser())) return
    setBusy(true)
    try {
      if (before && !(await before())) return
      underWay(1)
      const { pathname } = location
      const answer = await Promise.resolve(action()).finally(() => underWay(-1))
      // A user who left the page meanwhile stays where they are.
      if (answer === true && after) setTimeout(() => location.pathname === pathname && after(), afterDelayMs)
    } catch (error) {
      // `send` has shown its refusals already; anything else is a fault worth a notice and a line in the console.
      if (!(error instanceof Refused)) {
        console.error(error)
        report(error)
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <span title={disabled || undefined}>
      <Button
        look={look}
        small={small}
        icon={icon}
        busy={busy}
        disabled={Boolean(disabled)}
        aria-description={disabled || undefined}
        onClick={() => void click()}
      >
        {children}
      </Button>
    </span>
  )
}
