import { useNavigate } from '@tanstack/react-router'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { useText } from '../../i18n/i18n.ts'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/empty.tsx'
import { formatDate } from '../../ui/format.ts'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useRealName } from './use-real-name.ts'
import './realname.css'

/** The two ways of verification: the company by its bank account, the person by a document. */
export default function RealNamePage() {
  const text = useText()
  const navigate = useNavigate()
  const found = useRealName()
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={8} />
  const { bank, person } = found.data
  const go = (to: string) => () => void navigate({ to })
  return (
    <div className="page">
      <PageHeader title={text('menu.realname')}>{text('realname.intro')}</PageHeader>
      <div className="realname-ways">
        <Section title={text('realname.company')} extra={<StatusTag value={bank?.status ?? 'NONE'} />}>
          <ol className="realname-steps">
            <li>{text('realname.stepBank')}</li>
            <li>{text('realname.stepPaid')}</li>
            <li>{text('realname.stepMoney')}</li>
          </ol>
          {bank && (
            <p>
              {bank.accountName} · {bank.bankName} · {bank.account} · {bank.currency}
            </p>
          )}
          {bank?.status === 'INSTRUCTED' && <p className="muted">{text('realname.waiting', { no: bank.no })}</p>}
          {bank?.status === 'SENT' && <p className="muted">{text('realname.until', { day: formatDate(bank.until!) })}</p>}
          {bank?.status === 'LOCKED' && <p className="muted">{text('realname.locked')}</p>}
          <div className="realname-actions">
            {bank?.status === 'SENT' && (
              <Can call={realNameCalls.verifyMoney}>
                <Button look="solid" onClick={go('/realname/verify-money')}>
                  {text('realname.stateAmount')}
                </Button>
              </Can>
            )}
            {bank?.status !== 'SENT' && bank?.status !== 'LOCKED' && (
              <Can call={realNameCalls.verifyBank}>
                <Button look={bank?.status === 'PASSED' ? 'plain' : 'solid'} onClick={go('/realname/verify-bank')}>
                  {text(bank?.status === 'INSTRUCTED' ? 'realname.otherAccount' : 'realname.chooseAccount')}
                </Button>
              </Can>
            )}
          </div>
        </Section>
        <Section title={text('realname.person')} extra={<StatusTag value={person?.status ?? 'NONE'} />}>
          <p>{text('realname.personText')}</p>
          {person && (
            <p>
              {person.name} · {text(`realname.type.${person.documentType}`)} · {person.documentNo}
            </p>
          )}
          <div className="realname-actions">
            <Can call={realNameCalls.personInfo}>
              <Button look={person?.status === 'PASSED' ? 'plain' : 'solid'} onClick={go('/realname/verify-Personal')}>
                {text(person ? 'realname.stateAgain' : 'realname.stateDocument')}
              </Button>
            </Can>
          </div>
        </Section>
      </div>
    </div>
  )
}
