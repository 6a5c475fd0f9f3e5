import type { Answer } from '@usance/wire/call'
import { sessionCalls } from '@usance/wire/session/calls'
import { useEffect, useState } from 'react'
import { send } from '../../http/client.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { goOn } from './enter.ts'

type Entries = Answer<typeof sessionCalls.allRoles>

/** With more than one company or role, the one to begin with. */
export function ChooseRole() {
  const text = useText()
  const [entries, setEntries] = useState<Entries>()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    send(sessionCalls.allRoles, {}, { quiet: true }).then(setEntries, (failure) => setError(wordsOf(failure)))
  }, [])
  const choose = async ({ companyId, companyRole }: Entries[number]) => {
    setBusy(true)
    try {
      await send(sessionCalls.choose, { body: { companyId, companyRole } }, { quiet: true })
      goOn()
    } catch (failure) {
      setError(wordsOf(failure))
      setBusy(false)
    }
  }
  return (
    <div>
      <h1>{text('login.chooseTitle')}</h1>
      <p className="muted">{text('login.chooseText')}</p>
      {error && (
        <p className="login-alert" role="alert">
          {error}
        </p>
      )}
      {!entries && !error && <Skeleton lines={3} title={false} />}
      <div className="login-roles">
        {entries?.map((entry) => (
          <button
            type="button"
            key={`${entry.companyId} ${entry.companyRole}`}
            disabled={busy}
            onClick={() => void choose(entry)}
          >
            <span>
              <strong>{entry.companyName}</strong>
              <small>{text(`companyRole.${entry.companyRole}`)}</small>
            </span>
            <Icon name="right" />
          </button>
        ))}
      </div>
    </div>
  )
}
