import type { Answer } from '@usance/wire/call'
import { sessionCalls } from '@usance/wire/session/calls'
import { type FormEvent, useState } from 'react'
import { send } from '../../http/client.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { encryptForServer } from '../../session/encrypt.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RecoveryCodes } from '../../ui/recovery-codes.tsx'
import { Field } from './field.tsx'

const Drawing = lazyPart(async () => (await import('./factor-drawing.tsx')).default)

type Secret = Answer<typeof sessionCalls.mfaBegin>
const proofOf = async (password: string) => {
  const { keyId, values } = await encryptForServer([password])
  return { password: values[0]!, keyId }
}

/** Begins the enrolment of a new second factor after a sign-in without the removed one. */
export const beginEnrolment = async (password: string): Promise<Secret> =>
  send(sessionCalls.mfaBegin, { body: await proofOf(password) }, { quiet: true })

/** A new second factor in place of a removed one, with its recovery codes. Nothing else is open before that. */
export function Enrol({ password, secret, onDone }: { password: string; secret: Secret; onDone: () => void }) {
  const text = useText()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (codes) return onDone()
    setBusy(true)
    setError('')
    try {
      const body = { ...(await proofOf(password)), code: code.trim(), enable: true }
      setCodes((await send(sessionCalls.mfaConfirm, { body }, { quiet: true })).recoveryCodes)
    } catch (failure) {
      setError(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <h1>{text(codes ? 'login.paper.title' : 'login.enrol.title')}</h1>
      {error && (
        <p className="login-alert" role="alert">
          {error}
        </p>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <>
          <p className="muted">{text('login.enrol.text')}</p>
          <div className="login-drawing">
            <Drawing uri={secret.uri} />
            <p className="muted">
              {text('login.enrol.orType')} <code>{secret.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
            </p>
          </div>
          <Field
            label={text('login.code')}
            value={code}
            onValue={setCode}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            autoFocus
          />
        </>
      )}
      <Button look="solid" type="submit" className="login-submit" busy={busy}>
        {text(codes ? 'login.paper.kept' : 'login.verify')}
      </Button>
    </form>
  )
}
