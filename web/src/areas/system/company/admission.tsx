import { useNavigate } from '@tanstack/react-router'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { LostSecret } from '../../org/once-shown.tsx'
import '../../org/integration.css'

/** What the company stated to be admitted, and the link with which it begins to. */
export function Admission({ companyId, name }: { companyId: string; name: string }) {
  const text = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [invitation, setInvitation] = useState<{ link: string | null; expiresAt: string }>()
  return (
    <Section title={text('org.admission.title')}>
      <p className="muted">{text('org.admission.text')}</p>
      <div className="integration-row">
        <Button onClick={() => void navigate({ to: '/onboarding' as string, search: { companyId } })}>
          {text('org.admission.stated')}
        </Button>
        <Button onClick={() => void navigate({ to: '/onboarding/auto-kyc' as string, search: { companyId } })}>
          {text('org.admission.look')}
        </Button>
        {can('system.company.edit') && (
          <ActionButton
            act={onboardingCalls.invite}
            look="plain"
            action={async () => setInvitation(await send(onboardingCalls.invite, { body: { companyId } }))}
          >
            {text('org.admission.invite')}
          </ActionButton>
        )}
      </div>
      {invitation?.link && (
        <InvitationShown {...invitation} link={invitation.link} name={name} onClose={() => setInvitation(undefined)} />
      )}
      {invitation?.link === null && (
        <LostSecret
          title={text('org.admission.linkTitle', { name })}
          again={text('org.admission.again')}
          onClose={() => setInvitation(undefined)}
        />
      )}
    </Section>
  )
}

function InvitationShown({
  link,
  expiresAt,
  name,
  onClose,
}: {
  link: string
  expiresAt: string
  name: string
  onClose: () => void
}) {
  const text = useText()
  const copy = () =>
    navigator.clipboard
      .writeText(link)
      .then(() => notify('success', text('org.admission.copied')))
      .catch(() => notify('warning', text('org.admission.copyFailed')))
  return (
    <Dialog
      open
      width={560}
      title={text('org.admission.linkTitle', { name })}
      closable={false}
      onClose={onClose}
      footer={
        <>
          {'clipboard' in navigator && <Button onClick={() => void copy()}>{text('org.admission.copy')}</Button>}
          <Button look="solid" onClick={onClose}>
            {text('org.admission.kept')}
          </Button>
        </>
      }
    >
      <p>{text('org.admission.linkText', { at: formatDateTime(expiresAt) })}</p>
      <code className="integration-secret">{link}</code>
    </Dialog>
  )
}
