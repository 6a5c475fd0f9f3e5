import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { mailCalls } from '@usance/wire/mail/calls'
import { useDeferredValue, useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { PageHeader, Section, SidePanel } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import './mail.css'
import { sameUser } from '../../../session/mismatch.ts'

type Mail = Answer<typeof mailCalls.recent>['list'][number]

/** Mails the portal wrote, so that invitations and resets can be followed where no mail server is set. */
export default function MailPage() {
  const text = useText()
  const [recipient, setRecipient] = useState('')
  const [opened, open] = useState<Mail>()
  const asked = useDeferredValue(recipient.trim())
  const found = useQuery({
    queryKey: ['mails', asked],
    queryFn: () => send(mailCalls.recent, { body: asked ? { recipient: asked } : {} }, { quiet: true }),
    staleTime: 0,
  })
  return (
    <div className="page">
      <PageHeader
        title={text('org.mail.title')}
        actions={
          <Button small icon="reload" onClick={() => void found.refetch()}>
            {text('common.reload')}
          </Button>
        }
      >
        {text('org.mail.text')}
      </PageHeader>
      <Section>
        <label className="mail-search">
          <span>{text('org.mail.recipient')}</span>
          <input className="input" type="search" value={recipient} onChange={(event) => setRecipient(event.target.value)} />
        </label>
        {found.isLoadingError && <Failed error={found.error} onRetry={() => void found.refetch()} />}
        {found.isLoading && <Skeleton lines={5} />}
        {found.data?.list.length === 0 && (
          <Empty
            title={text(found.data.readable ? 'org.mail.none' : 'org.mail.delivered')}
            text={text(found.data.readable ? 'org.mail.noneText' : 'org.mail.deliveredText')}
          />
        )}
        <ul className="plain-rows">
          {found.data?.list.map((mail) => (
            <li key={mail.id}>
              <button type="button" className="link-button" onClick={() => open(mail)}>
                {mail.subject}
              </button>
              <span>{mail.recipient}</span>
              <span className="muted">{formatDateTime(mail.createdAt)}</span>
              {mail.lastError && <span className="muted">{mail.lastError}</span>}
            </li>
          ))}
        </ul>
      </Section>
      <SidePanel open={!!opened} title={opened?.subject ?? ''} onClose={() => open(undefined)}>
        <p className="muted">
          {opened?.recipient} · {formatDateTime(opened?.createdAt)}
        </p>
        <MailBody body={opened?.body ?? ''} />
        {opened && opened.link !== 'none' && <MailLink key={opened.id} mail={opened} />}
      </SidePanel>
    </div>
  )
}

/** The link of an invitation, to be passed on; the links of other mails are for their recipients alone. */
function MailLink({ mail }: { mail: Mail }) {
  const text = useText()
  const [link, setLink] = useState('')
  const show = async () => {
    if (!(await sameUser())) return
    setLink((await send(mailCalls.link, { body: { id: mail.id } })).link)
  }
  if (mail.link === 'kept') return <p className="muted">{text('org.mail.noLink')}</p>
  if (link) return <MailBody body={link} />
  return (
    <>
      <p className="muted">{text('org.mail.linkText')}</p>
      <Button onClick={() => void show()}>{text('org.mail.link')}</Button>
    </>
  )
}

/** The text of a mail with its links to follow. */
function MailBody({ body }: { body: string }) {
  return (
    <div className="mail-body">
      {body.split(/(https?:\/\/\S+)/).map((part, index) =>
        /^https?:\/\//.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no identity but their place
          <a key={index} href={part} target="_blank" rel="noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </div>
  )
}
