import { outlookCalls } from '@usance/wire/outlook/calls'
import { type FormEvent, useState } from 'react'
import { useTyped } from '../../form/kept.ts'
import { useSubmit } from '../../form/use-submit.ts'
import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { notify } from '../../ui/notice.ts'
import { Section } from '../../ui/page-frame.tsx'

/** Asks the operator to take on a customer who is not in the portal yet. */
export function RequestCustomer() {
  const text = useText()
  const asking = useSubmit(outlookCalls.internalInsert)
  const [name, setName] = useTyped('', { part: 'customer' })
  const [failed, setFailed] = useState(false)
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (name.trim() === '') return
    setFailed(false)
    const answer = await asking.run({ body: { name: name.trim() } })
    if (!answer) return
    // Only an answer with the request's id says that it was kept.
    if (!answer.insert_portal_request_customer_one?.id) return setFailed(true)
    setName('')
    notify('success', text('outlook.customerRequested'))
  }
  const error = asking.error || (failed ? text('common.error.unexpected') : '')
  return (
    <Section title={text('outlook.requestCustomer')}>
      <form className="outlook-request" onSubmit={(event) => void submit(event)}>
        <label>
          <span>{text('outlook.customerName')}</span>
          <input className="input" maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <Button busy={asking.busy} disabled={name.trim() === ''} onClick={() => void submit()}>
          {text('outlook.request')}
        </Button>
      </form>
      <FormError error={error} as="p" />
    </Section>
  )
}
