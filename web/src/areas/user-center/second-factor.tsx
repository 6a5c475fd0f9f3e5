import type { Answer } from '@usance/wire/call'
import { sessionCalls } from '@usance/wire/session/calls'
import { Form, Input, QRCode } from 'antd'
import { useState } from 'react'
import { Field } from '../../form/fields.tsx'
import { Kit } from '../../form/kit.tsx'
import { useSubmit } from '../../form/use-submit.ts'
import { report } from '../../http/report.ts'
import { useText } from '../../i18n/i18n.ts'
import { encryptForServer } from '../../session/encrypt.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notice.ts'
import { RecoveryCodes } from '../../ui/recovery-codes.tsx'
import { PasswordField } from './password-field.tsx'
import './user-center.css'

type Props = { on: boolean; codesLeft: number; onChanged: () => void }
type Values = { password: string; code?: string }
type Secret = Answer<typeof sessionCalls.mfaBegin>
/** The task of the dialog: switch on, switch off, or make new recovery codes. */
type Purpose = 'switchOn' | 'switchOff' | 'paperNew'

/** Switches the second factor on or off, and makes new recovery codes; each takes the password and a code. */
export function SecondFactor({ on, codesLeft, onChanged }: Props) {
  const text = useText()
  const [purpose, setPurpose] = useState<Purpose>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const done = (given: readonly string[]) => {
    if (purpose !== 'paperNew') notify('success', text(on ? 'user.factorOff' : 'user.factorOn'))
    setPurpose(undefined)
    setCodes(given)
    onChanged()
  }
  return (
    <div className="user-factor-buttons">
      {on && <span className="muted">{text('user.paperLeft', { count: codesLeft })}</span>}
      {on && (
        <Button small onClick={() => setPurpose('paperNew')}>
          {text('user.paperNew')}
        </Button>
      )}
      <Button small look={on ? 'plain' : 'solid'} onClick={() => setPurpose(on ? 'switchOff' : 'switchOn')}>
        {text(on ? 'user.switchOff' : 'user.switchOn')}
      </Button>
      {purpose && (
        <Kit>
          <FactorDialog purpose={purpose} onDone={done} onClose={() => setPurpose(undefined)} />
        </Kit>
      )}
      {codes.length > 0 && (
        <Dialog
          open
          width={520}
          closable={false}
          title={text('login.paper.title')}
          onClose={() => setCodes([])}
          footer={
            <Button look="solid" onClick={() => setCodes([])}>
              {text('login.paper.kept')}
            </Button>
          }
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </div>
  )
}

/** Switching on takes the password first, then shows the QR code for the authenticator app and asks for its code. */
function FactorDialog({
  purpose,
  onDone,
  onClose,
}: {
  purpose: Purpose
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const text = useText()
  const [form] = Form.useForm<Values>()
  const [secret, setSecret] = useState<Secret>()
  const begin = useSubmit(sessionCalls.mfaBegin, form)
  const confirm = useSubmit(sessionCalls.mfaConfirm, form)
  const renew = useSubmit(sessionCalls.mfaCodes, form)
  const switchesOn = purpose === 'switchOn'
  const takesCode = !switchesOn || secret !== undefined
  const submit = async ({ password, code = '' }: Values) => {
    try {
      const { keyId, values } = await encryptForServer([password])
      const proof = { password: values[0]!, keyId }
      if (!takesCode) return setSecret(await begin.run({ body: proof }))
      const body = { ...proof, code: code.trim() }
      const answer =
        purpose === 'paperNew' ? await renew.run({ body }) : await confirm.run({ body: { ...body, enable: switchesOn } })
      if (answer) onDone(answer.recoveryCodes)
    } catch (failure) {
      report(failure)
    }
  }
  return (
    <FormDialog
      title={text(`user.${purpose}`)}
      width={440}
      ok={takesCode ? text(`user.${purpose}`) : text('user.goOn')}
      look={purpose === 'switchOff' ? 'danger' : 'solid'}
      busy={begin.busy || confirm.busy || renew.busy}
      error={confirm.error || renew.error || begin.error}
      form="factor"
      onClose={onClose}
    >
      <Form<Values> id="factor" form={form} layout="vertical" onFinish={submit}>
        {purpose === 'paperNew' && <p>{text('user.paperText')}</p>}
        <PasswordField name="password" label={text('user.password')} help={text('user.factorPassword')} />
        {secret && <Drawing secret={secret} />}
        {takesCode && (
          <Field name="code" label={text(switchesOn ? 'user.code' : 'user.codeOrPaper')} required>
            <Input
              inputMode={switchesOn ? 'numeric' : 'text'}
              autoComplete="one-time-code"
              maxLength={switchesOn ? 6 : 24}
              className="user-code"
            />
          </Field>
        )}
      </Form>
    </FormDialog>
  )
}

function Drawing({ secret: { secret, uri } }: { secret: Secret }) {
  const text = useText()
  return (
    <div className="user-drawing">
      <p>{text('user.scan')}</p>
      <QRCode type="svg" value={uri} size={200} bgColor="#fff" color="#000" bordered={false} />
      <p className="muted">
        {text('user.orType')} <code>{secret.replace(/(.{4})/g, '$1 ').trim()}</code>
      </p>
    </div>
  )
}
