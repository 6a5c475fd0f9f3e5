import { useText } from '../../i18n/i18n.ts'
import { Result } from './result.tsx'
import { useRealName } from './use-real-name.ts'

/** Why a verification did not hold: the person's document, with the way to state it again, or three wrong amounts. */
export default function PersonalErrorPage() {
  const text = useText()
  const known = useRealName().data
  const hasFailed = known?.person?.status === 'FAILED'
  const isLocked = known?.bank?.status === 'LOCKED'
  return (
    <Result
      title={isLocked && !hasFailed ? 'realname.notVerified' : 'realname.personalError'}
      {...(isLocked && !hasFailed ? {} : { retry: '/realname/verify-Personal' })}
      holds={() => hasFailed || isLocked}
      tell={({ person }) => (
        <ul>
          {hasFailed && person?.faults.map((fault) => <li key={fault}>{text.of('realname.fault', fault)}</li>)}
          {isLocked && <li>{text('realname.lockedText')}</li>}
        </ul>
      )}
    />
  )
}
