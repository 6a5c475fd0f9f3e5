import { useText } from '../i18n/i18n.ts'
import { Button } from './button.tsx'
import { notify } from './notice.ts'
import './recovery-codes.css'

/** Recovery codes at the one moment they can be read. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = useText()
  const copy = () =>
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => notify('success', text('common.copied')),
      () => undefined,
    )
  return (
    <div className="recovery-codes">
      <p>{text('login.paper.text')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      {'clipboard' in navigator && (
        <Button small onClick={() => void copy()}>
          {text('login.paper.copy')}
        </Button>
      )}
    </div>
  )
}
