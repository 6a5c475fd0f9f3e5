import { sessionCalls } from '@usance/wire/session/calls'
import { QRCode } from 'antd'
import { type FormEvent, useState } from 'react'
import { Kit } from '../../form/kit.tsx'
import { send } from '../../http/client.ts'
import { wordsOf } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notice.ts'
import './user-center.css'

/** Switches the second factor on, with a drawing for the authenticator app, or off; either takes a code. */
export function SecondFactor({ on, onChanged }: { on: boolean; onChanged: () => void }) {
  const text = useText()
  const [secret, setSecret] = useState<{ secret: string; uri: string }>()
  const [open, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setCode('')
    setError('')
    if (!on) setSecret(await send(sessionCalls.mfaBegin, { body: {} }))
    setOpen(true)
  }
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError('')
    try {
      await send(sessionCalls.mfaConfirm, { body: { code: code.trim(), enable: !on } }, { quiet: true })
      setOpen(false)
      setSecret(undefined)
      notify('success', text(on ? 'user.factorOff' : 'user.factorOn'))
      onChanged()
    } catch (failure) {
      setError(wordsOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button small look={on ? 'plain' : 'solid'} onClick={() => void begin()}>
        {text(on ? 'user.switchOff' : 'user.switchOn')}
      </Button>
      <Dialog open={open} width={440} title={text(on ? 'user.switchOff' : 'user.switchOn')} onClose={() => setOpen(false)}>
        <form onSubmit={confirm} className="user-code">
          {!on && secret && (
            <Kit>
              <p>{text('user.scan')}</p>
              <QRCode type="svg" value={secret.uri} size={200} bgColor="#fff" color="#000" bordered={false} />
              <p className="muted">
                {text('user.orType')} <code>{secret.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
              </p>
            </Kit>
          )}
          <label htmlFor="factor-code">{text('user.code')}</label>
          <input
            id="factor-code"
            className="input"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            aria-invalid={error ? true : undefined}
            onChange={(event) => setCode(event.target.value)}
          />
          {error && (
            <p className="edit-error" role="alert">
              {error}
            </p>
          )}
          <Button look={on ? 'danger' : 'solid'} type="submit" busy={busy} disabled={code.trim().length !== 6}>
            {text(on ? 'user.switchOff' : 'user.switchOn')}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
