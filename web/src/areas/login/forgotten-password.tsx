import { sessionCalls } from '@usance/wire/session/calls'
import { type FormEvent, useState } from 'react'
import { send } from '../../http/client.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from './field.tsx'
import type { Step } from './step.ts'

/** Asks for a link by mail. The answer never tells whether the account exists. */
export function ForgottenPassword({ onStep }: { onStep: (step: Step) => void }) {
  const text = useText()
  const [name, setName] = useState('')
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open')
  const [error, setError] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    setState('busy')
    setError('')
    try {
      await send(sessionCalls.resetRequest, { body: { loginName: name.trim() } }, { quiet: true })
      setState('sent')
    } catch (failure) {
      setError(wordsOf(failure))
      setState('open')
    }
  }
  return (
    <form onSubmit={submit}>
      <h1>{text(state === 'sent' ? 'login.sentTitle' : 'login.forgotTitle')}</h1>
      <p className="muted">{text(state === 'sent' ? 'login.sentText' : 'login.forgotText')}</p>
      {error && (
        <p className="login-alert" role="alert">
          {error}
        </p>
      )}
      {state !== 'sent' && (
        <>
          <Field
            label={text('login.userName')}
            value={name}
            onValue={setName}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={120}
            autoFocus
          />
          <Button look="solid" type="submit" className="login-submit" busy={state === 'busy'}>
            {text('login.send')}
          </Button>
        </>
      )}
      <p className="login-more">
        <button type="button" className="link-button" onClick={() => onStep('sign-in')}>
          {text('login.backToLogin')}
        </button>
      </p>
    </form>
  )
}
