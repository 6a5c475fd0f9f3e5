import { Link } from '@tanstack/react-router'
import { hasText, useText } from '../i18n/i18n.ts'
import { Empty } from '../ui/empty.tsx'

/** Stands where a form would, when what it changes may not be changed in its present state; leads to its page. */
export function NotNow({ no, status, to }: { no: string; status: string; to: string }) {
  const text = useText()
  return (
    <div className="panel">
      <Empty
        title={text('common.notNow', { no })}
        text={text('common.notNowText', { status: hasText(`status.${status}`) ? text.of('status', status) : status })}
        action={
          <Link className="btn btn-plain" to={to}>
            {text('common.notNowOpen', { no })}
          </Link>
        }
      />
    </div>
  )
}
