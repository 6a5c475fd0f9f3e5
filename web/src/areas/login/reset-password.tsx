import { sessionCalls } from '@usance/wire/session/calls'
import { type FormEvent, useState } from 'react'
import { send } from '../../http/client.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { encryptForServer } from '../../session/encrypt.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { Field } from './field.tsx'
import type { Step } from './step.ts'
import { passwordStrength, StrengthBar } from './strength.tsx'

/** Sets a password with the one-time link from an invitation or a reset mail. */
export function ResetPassword({ onStep }: { onStep: (step: Step) => void }) {
  const text = useText()
  const link = new URLSearchParams(location.search).get('link') ?? ''
  // The first start prints a link with which the administrator says who they are as well.
  const isSetup = new URLSearchParams(location.search).has('setup')
  const [person, setPerson] = useState({ userName: '', cname: '', email: '' })
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [username, setUsername] = useState('')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSetup && Object.values(person).some((value) => !value.trim())) return setError(text('login.setupMissing'))
    if (password.length < 8) return setError(text('login.tooShort'))
    if (password !== again) return setError(text('login.differs'))
    setBusy(true)
    setError('')
    try {
      const secret = await encryptForServer([password])
      const answer = await send(
        sessionCalls.setPassword,
        { body: { link, password: secret.values[0]!, keyId: secret.keyId, ...(isSetup ? { person } : {}) } },
        { quiet: true },
      )
      setUsername(answer.username)
    } catch (failure) {
      setError(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  const toSignIn = () => {
    history.replaceState(null, '', '/login')
    onStep('sign-in')
  }
  const back = (
    <p className="login-more">
      <button type="button" className="link-button" onClick={toSignIn}>
        {text('login.backToLogin')}
      </button>
    </p>
  )
  if (link && new URLSearchParams(location.search).has('address')) return <ConfirmAddress link={link} toSignIn={toSignIn} />
  if (username)
    return (
      <div>
        <h1>{text('login.doneTitle')}</h1>
        <p className="muted">{text('login.doneText', { username })}</p>
        <Button look="solid" className="login-submit" onClick={toSignIn}>
          {text('login.title')}
        </Button>
      </div>
    )
  if (!link)
    return (
      <div>
        <h1>{text('login.resetTitle')}</h1>
        <p className="muted">{text('login.noLink')}</p>
        {back}
      </div>
    )
  return (
    <form onSubmit={submit} noValidate>
      <h1>{text(isSetup ? 'login.setupTitle' : 'login.resetTitle')}</h1>
      <p className="muted">{text(isSetup ? 'login.setupText' : 'login.resetText')}</p>
      {error && (
        <p className="login-alert" role="alert">
          {error}
        </p>
      )}
      {isSetup &&
        (['cname', 'userName', 'email'] as const).map((name) => (
          <Field
            key={name}
            label={text(`login.setup.${name}`)}
            value={person[name]}
            onValue={(value) => setPerson((before) => ({ ...before, [name]: value }))}
            autoComplete={{ cname: 'name', userName: 'username', email: 'email' }[name]}
            autoFocus={name === 'cname'}
          />
        ))}
      <Field
        label={text('login.newPassword')}
        value={password}
        onValue={setPassword}
        type="password"
        autoComplete="new-password"
        maxLength={128}
        autoFocus={!isSetup}
      />
      <StrengthBar value={passwordStrength(password)} />
      <Field
        label={text('login.repeat')}
        value={again}
        onValue={setAgain}
        type="password"
        autoComplete="new-password"
        maxLength={128}
      />
      <Button look="solid" type="submit" className="login-submit" busy={busy}>
        {text('login.setPassword')}
      </Button>
      {back}
    </form>
  )
}
