import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../i18n/i18n.ts'
import type { TextKey } from '../../i18n/keys.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/empty.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { DescriptionList, PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { zoneName } from '../../ui/zones.ts'
import { MailChoice } from './mail-choice.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { TrackingChoice } from './tracking-choice.tsx'
import { useProfile } from './use-profile.ts'

/** The user at the keyboard: who they are, how they sign in, where they are signed in. */
export default function UserCenterPage() {
  const text = useText()
  const can = useCan()
  const navigate = useNavigate()
  const found = useProfile()
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={10} />
  const user = found.data
  const to = (page: 'edit' | 'change-ps' | 'modify', label: TextKey) =>
    can(`user-center.${page}`) && (
      <Button small onClick={() => void navigate({ to: `/user-center/${page}` })}>
        {text(label)}
      </Button>
    )
  return (
    <div className="page">
      <PageHeader title={user.cname}>{user.userName}</PageHeader>
      <Section title={text('user.profile')} extra={to('edit', 'common.edit')}>
        <DescriptionList
          facts={[
            { label: text('user.cname'), value: user.cname },
            { label: text('user.language'), value: user.language === 'zh-CN' ? '简体中文' : 'English' },
            { label: text('user.timeZone'), value: zoneName(user.timeZone) },
            { label: text('user.timeFormat'), value: user.timeFormat },
            { label: text('user.lastSignInAt'), value: formatDateTime(user.lastSignInAt) },
          ]}
        />
      </Section>
      <Section title={text('user.contact')} extra={to('modify', 'user.modify')}>
        <DescriptionList
          facts={[
            { label: text('user.email'), value: user.email },
            { label: text('user.phone'), value: user.phone },
          ]}
        />
      </Section>
      <Section title={text('user.seats')}>
        <ul className="plain-rows">
          {user.seats.map((seat) => (
            <li key={`${seat.companyName}${seat.role}`}>
              <strong>{seat.companyName}</strong>
              <span>{text.of('word', seat.role)}</span>
              <span className="muted">{seat.userRoles.map((role) => text.of('userRole', role)).join(', ')}</span>
              {seat.signatory && <span className="muted">{text('user.signatory')}</span>}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={text('user.signIn')} extra={to('change-ps', 'user.changePassword')}>
        <div className="user-factor">
          <div>
            <strong>{text('user.factor')}</strong> <StatusTag value={user.mfaEnabled ? 'ENABLE' : 'DISABLE'} />
            <p className="muted">{text('user.factorText')}</p>
          </div>
          <SecondFactor on={user.mfaEnabled} codesLeft={user.recoveryCodesLeft} onChanged={() => void found.refetch()} />
        </div>
      </Section>
      <MailChoice />
      <TrackingChoice />
      <Sessions />
    </div>
  )
}
