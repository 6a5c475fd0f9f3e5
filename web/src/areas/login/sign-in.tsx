import { type FormEvent, useEffect, useState } from 'react'
import { Refused } from '../../http/refused.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { endings } from '../../session/leave.ts'
import { Button } from '../../ui/button.tsx'
import { beginEnrolment, Enrol } from './enrol.tsx'
import { enter, goOn, warmUp } from './enter.ts'
import { Field } from './field.tsx'
import type { Step } from './step.ts'

const secondFactorRequired = 1006

/** User name and password, then, where switched on, the code of the second factor. */
export function SignIn({ onStep }: { onStep: (step: Step) => void }) {
  const text = useText()
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [byPaper, setByPaper] = useState(false)
  const [enrolling, setEnrolling] = useState<{ needChoose: boolean; secret: Awaited<ReturnType<typeof beginEnrolment>> }>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const given = new URLSearchParams(location.search).get('why')
  const why = endings.find((one) => one === given)
  // A reader of this page costs little; whoever types is about to need the portal.
  const typing = userName !== ''
  useEffect(() => (typing ? warmUp() : undefined), [typing])

  const leave = (needChoose: boolean) => (needChoose ? onStep('choose') : goOn())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!userName.trim() || !password) return setError(text('login.missing'))
    setBusy(true)
    setError('')
    try {
      const { needChoose, mfaEnrol } = await enter(userName.trim(), password, asksCode ? code.trim() : undefined)
      if (mfaEnrol) setEnrolling({ needChoose, secret: await beginEnrolment(password) })
      else leave(needChoose)
    } catch (failure) {
      if (failure instanceof Refused && failure.code === secondFactorRequired && !asksCode) setAsksCode(true)
      else setError(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  if (enrolling) return <Enrol password={password} secret={enrolling.secret} onDone={() => leave(enrolling.needChoose)} />
  return (
    <form onSubmit={submit} noValidate>
      <h1>{text(asksCode ? 'login.codeTitle' : 'login.title')}</h1>
      <p className="muted">{text(asksCode ? (byPaper ? 'login.paper.codeText' : 'login.codeText') : 'login.tagline')}</p>
      {why && !error && (
        <p className="login-notice" role="status">
          {text(`login.ended.${why}`)}
        </p>
      )}
      {error && (
        <p className="login-alert" role="alert">
          {error}
        </p>
      )}
      {asksCode ? (
        <Field
          label={text(byPaper ? 'login.paper.code' : 'login.code')}
          value={code}
          onValue={setCode}
          inputMode={byPaper ? 'text' : 'numeric'}
          autoComplete={byPaper ? 'off' : 'one-time-code'}
          maxLength={byPaper ? 24 : 6}
          autoFocus
          key={byPaper ? 'paper' : 'code'}
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
      {asksCode && (
        <p className="login-more">
          <button
            type="button"
            className="link-button"
            onClick={() => {
              setCode('')
              setByPaper(!byPaper)
            }}
          >
            {text(byPaper ? 'login.paper.useApp' : 'login.paper.use')}
          </button>
        </p>
      )}
      <p className="login-more">
        <button type="button" className="link-button" onClick={() => (asksCode ? setAsksCode(false) : onStep('forgotten'))}>
          {text(asksCode ? 'login.backToLogin' : 'login.forgot')}
        </button>
      </p>
    </form>
  )
}
