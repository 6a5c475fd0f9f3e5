import { useText } from '../../i18n/i18n.ts'
import { Result } from './result.tsx'

/** Why the person's document did not hold, and the way to state it again. */
export default function PersonalErrorPage() {
  const text = useText()
  return (
    <Result
      title="realname.personalError"
      retry="/realname/verify-Personal"
      holds={({ person }) => person?.status === 'FAILED'}
      tell={({ person }) => (
        <ul>
          {person!.faults.map((fault) => (
            <li key={fault}>{text.of('realname.fault', fault)}</li>
          ))}
        </ul>
      )}
    />
  )
}
