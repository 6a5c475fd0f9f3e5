import { type FormEvent, useEffect, useState } from 'react'
import { Refused } from '../../http/refused.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { enter, goOn, warmUp } from './enter.ts'
import { Field } from './field.tsx'
import type { Step } from './start.tsx'

const secondFactorRequired = 1006

/** User name and password, then, where switched on, the code of the second factor. */
export function SignIn({ onStep }: { onStep: (step: Step) => void }) {
  const text = useText()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  // A reader of this page costs little; whoever types is about to need the portal.
  const typing = userName !== ''
  useEffect(() => (typing ? warmUp() : undefined), [typing])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!userName.trim() || !password) return setError(text('login.missing'))
    setBusy(true)
    setError('')
    try {
      const { needChoose } = await enter(userName.trim(), password, asksCode ? code.trim() : undefined)
      if (needChoose) onStep('choose')
      else goOn()
    } catch (failure) {
      if (failure instanceof Refused && failure.code === secondFactorRequired && !asksCode) setAsksCode(true)
      else setError(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <h1>{text(asksCode ? 'login.codeTitle' : 'login.title')}</h1>
      <p className="muted">{text(asksCode ? 'login.codeText' : 'login.tagline')}</p>
      {error && (
        <p className="login-alert" role="alert">
          {error}
        </p>
      )}
      {asksCode ? (
        <Field
          label={text('login.code')}
          value={code}
          onValue={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
          key="code"
        />
      ) : (
        <>
          <Field
            label={text('login.userName')}
            value={userName}
            onValue={setUserName}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={120}
            autoFocus
            name="username"
          />
          <Field
            label={text('login.password')}
            value={password}
            onValue={setPassword}
            type="password"
            autoComplete="current-password"
            maxLength={128}
            name="password"
          />
        </>
      )}
      <Button look="solid" type="submit" className="login-submit" busy={busy}>
        {text(asksCode ? 'login.verify' : 'login.submit')}
      </Button>
      <p className="login-more">
        <button type="button" className="link-button" onClick={() => (asksCode ? setAsksCode(false) : onStep('forgotten'))}>
          {text(asksCode ? 'login.backToLogin' : 'login.forgot')}
        </button>
      </p>
    </form>
  )
}
