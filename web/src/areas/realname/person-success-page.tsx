import { useText } from '../../i18n/i18n.ts'
import { Result } from './result.tsx'

/** The person's document holds. */
export default function PersonalSuccessPage() {
  const text = useText()
  return (
    <Result
      title="realname.personalSuccess"
      holds={({ person }) => person?.status === 'PASSED'}
      tell={({ person }) => (
        <p>
          {person!.name} · {text(`realname.type.${person!.documentType}`)} · {person!.documentNo}
        </p>
      )}
    />
  )
}
