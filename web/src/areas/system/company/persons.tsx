import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { useState } from 'react'
import { useTyped } from '../../../form/kept.ts'
import { useSubmit } from '../../../form/use-submit.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import '../../org/integration.css'

type Person = Answer<typeof realNameCalls.persons>['list'][number]

/** The identity documents that users of the company stated, their numbers covered. */
export function Persons({ companyId }: { companyId: string }) {
  const text = useText()
  const can = useCan()
  const [asked, setAsked] = useState<Person>()
  const found = useQuery({
    queryKey: ['persons', companyId],
    queryFn: () => send(realNameCalls.persons, { body: { companyId } }, { quiet: true }),
    staleTime: 0,
  })
  const rows = found.data?.list ?? []
  return (
    <Section title={text('org.persons.title')}>
      {found.isLoadingError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {found.isLoading && <Skeleton lines={2} />}
      {found.data && rows.length === 0 && <p className="muted">{text('org.persons.none')}</p>}
      {rows.length > 0 && (
        <div className="integration-scroll">
          <table className="integration-table">
            <thead>
              <tr>
                {['person', 'document', 'validUntil', 'checked'].map((head) => (
                  <th key={head} scope="col">
                    {text.of('org.persons', head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.userId}>
                  <th scope="row">
                    <strong>{row.name}</strong> <StatusTag value={row.status} />
                    <span className="integration-sub">{row.userName}</span>
                  </th>
                  <td>
                    {text(`org.persons.type.${row.documentType}`)} {row.documentNo}{' '}
                    {can('system.company.approve') && (
                      <Button small onClick={() => setAsked(row)}>
                        {text('org.persons.reveal')}
                      </Button>
                    )}
                  </td>
                  <td>{row.expiresOn ? formatDate(row.expiresOn) : '-'}</td>
                  <td>{formatDateTime(row.checkedAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {asked && <RevealDialog person={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  )
}

/** Asks why the number is needed, shows it, and forgets it when the dialog closes. */
function RevealDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const text = useText()
  const submit = useSubmit(realNameCalls.reveal)
  const [reason, setReason] = useTyped('', { part: `reveal ${person.userId}` })
  const [number, setNumber] = useState<string>()
  const show = async () => setNumber((await submit.run({ body: { userId: person.userId, reason } }))?.documentNo)
  return (
    <Dialog
      open
      width={480}
      title={text('org.persons.revealTitle', { name: person.name })}
      onClose={onClose}
      footer={
        <>
          <FormError error={submit.error} />
          <Button onClick={onClose}>{text('common.close')}</Button>
          {number === undefined && (
            <Button look="solid" busy={submit.busy} disabled={!reason.trim()} onClick={() => void show()}>
              {text('org.persons.reveal')}
            </Button>
          )}
        </>
      }
    >
      <p>{text('org.persons.revealText')}</p>
      {number === undefined ? (
        <div className="integration-fields">
          <label>
            <span>{text('org.persons.reason')}</span>
            <input className="input" value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </label>
        </div>
      ) : (
        <code className="integration-secret">{number}</code>
      )}
    </Dialog>
  )
}
