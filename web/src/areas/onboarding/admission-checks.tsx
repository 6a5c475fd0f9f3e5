import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { onboardingCalls } from '@usance/wire/onboarding/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { Answered } from '../../ui/answered.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Section } from '../../ui/page-frame.tsx'
import { Checks } from './checks.tsx'

/** What the checks found of a company that asks for admission, on the page of the decision, and the way to what it stated. */
export function AdmissionChecks({ companyId }: { companyId: string }) {
  const text = useText()
  const answer = useQuery({
    queryKey: ['onboarding', undefined, companyId],
    queryFn: () => send(onboardingCalls.state, { body: { companyId } }, { quiet: true }),
    staleTime: 0,
  })
  return (
    <Section title={text('onboarding.results')}>
      <Answered question={answer} lines={4}>
        {(state) => (
          <>
            {state.checkedAt && <p className="muted">{text('onboarding.checkedAt', { at: formatDateTime(state.checkedAt) })}</p>}
            <Checks checks={state.checks} />
            <div className="onboarding-row">
              <Link to={'/onboarding' as string} search={{ companyId }} className="btn btn-plain">
                <span>{text('onboarding.stated')}</span>
              </Link>
            </div>
          </>
        )}
      </Answered>
    </Section>
  )
}
