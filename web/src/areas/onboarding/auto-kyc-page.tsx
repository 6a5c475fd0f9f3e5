import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { send } from '../../http/client.ts'
import { randomId } from '../../http/random-id.ts'
import { useText } from '../../i18n/i18n.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Checks } from './checks.tsx'
import { ForStaff } from './for-staff.tsx'
import { useOnboarding } from './use-onboarding.ts'
import './onboarding.css'

/** Runs the automatic checks, shows each result with what it rests on, and hands the company to the staff. */
export default function AutoKycPage() {
  const text = useText()
  const navigate = useNavigate()
  const { found, access, address, key, staff, unnamed } = useOnboarding()
  const answers = useQueryClient()
  if (unnamed) return <ForStaff />
  if (found.isLoadingError) return <Failed error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton lines={8} />
  const state = found.data
  const asked = new URLSearchParams(Object.entries(address)).toString()
  const backTo = asked ? `/onboarding?${asked}` : '/onboarding'
  return (
    <div className="page">
      <PageHeader title={text('onboarding.autoKyc')} status={state.status} back={backTo}>
        {staff && `${state.company.name} · `}
        {state.checkedAt ? text('onboarding.checkedAt', { at: formatDateTime(state.checkedAt) }) : text('onboarding.autoText')}
      </PageHeader>
      {state.comment && <Section title={text('onboarding.comment')}>{state.comment}</Section>}
      <Section>
        {state.no === null && (
          <Empty
            title={text('onboarding.nothing')}
            {...(state.mayState ? { text: text('onboarding.nothingText') } : {})}
            action={
              state.mayState && (
                <Button look="solid" onClick={() => void navigate({ to: '/onboarding', search: address })}>
                  {text('onboarding.begin')}
                </Button>
              )
            }
          />
        )}
        <Checks checks={state.checks} />
        <div className="onboarding-row">
          {state.no !== null && !state.visitor && (
            <Button onClick={() => void navigate({ to: '/onboarding', search: address })}>{text('onboarding.stated')}</Button>
          )}
          {state.no !== null && state.status !== 'PASSED' && state.mayState && (
            <ActionButton
              look={state.outcome ? 'plain' : 'solid'}
              action={async () => {
                const checked = await send(onboardingCalls.autoKyc, { body: { ...access, idempotencyKey: randomId() } })
                // A visitor's link ends with this; the answer is what there is to show.
                if (checked.visitor) answers.setQueryData(key, { ...checked, mayState: false })
                else await found.refetch()
              }}
            >
              {text('onboarding.run')}
            </ActionButton>
          )}
          {state.outcome && state.status !== 'PASSED' && state.mayState && !state.visitor && (
            <ActionButton
              action={async () => {
                await send(onboardingCalls.submit, { body: { idempotencyKey: randomId() } })
                await found.refetch()
              }}
            >
              {text('onboarding.submit')}
            </ActionButton>
          )}
        </div>
        {state.visitor && <p className="muted">{text('onboarding.visitorSubmit')}</p>}
      </Section>
    </div>
  )
}
