import { sessionCalls } from '@usance/wire/session/calls'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'

/** Confirms a new e-mail address from the mailed link. It takes a click, since mail scanners open links too. */
export function ConfirmAddress({ link, toSignIn }: { link: string; toSignIn: () => void }) {
  const text = useText()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [email, setEmail] = useState('')
  const confirm = async () => {
    setBusy(true)
    setError('')
    try {
      setEmail((await send(sessionCalls.confirmAddress, { body: { link } }, { quiet: true })).email)
    } catch (failure) {
      setError(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  if (email)
    return (
      <div>
        <h1>{text('login.addressDoneTitle')}</h1>
        <p className="muted">{text('login.addressDoneText', { email })}</p>
        <Button look="solid" className="login-submit" onClick={toSignIn}>
          {text('login.title')}
        </Button>
      </div>
    )
  return (
    <div>
      <h1>{text('login.addressTitle')}</h1>
      <p className="muted">{text('login.addressText')}</p>
      {error && (
        <p className="login-alert" role="alert">
          {error}
        </p>
      )}
      <Button look="solid" className="login-submit" busy={busy} onClick={() => void confirm()}>
        {text('login.addressConfirm')}
      </Button>
    </div>
  )
}
