import { Link } from '@tanstack/react-router'
import type { Answer } from '@usance/wire/call'
import { type homeCalls, type SetupStep, signer } from '@usance/wire/home/calls'
import { hasAnyRole, presentRoles } from '@usance/wire/roles'
import { useText } from '../../i18n/i18n.ts'
import { useSession } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { Section } from '../../ui/page-frame.tsx'

type Step = Answer<typeof homeCalls.summary>['setup'][number]

/** Where each step is done. */
const places: Record<SetupStep, string> = {
  STAFF: '/org/account/add',
  COMPANIES: '/system/company/add',
  DIRECTORS: '/org/account/add',
  ADMISSION: '/system/company',
  ACCOUNTS: '/system/bank',
  RATES: '/system/rate',
  PRODUCT: '/system/product',
  RELATIONSHIP: '/system/relationship',
  LIMITS: '/system/limit',
  PRICES: '/system/pricing',
  STATEMENT: '/onboarding',
  PEOPLE: '/org/account/add',
  ACCOUNT: '/org/company/detail',
}

/** What a new portal or company needs before its first order, each step a way to where it is done; gone when all are. */
export function Setup({ steps }: { steps: readonly Step[] }) {
  const text = useText()
  const { user } = useSession()
  const done = steps.filter((one) => one.done).length
  return (
    <Section
      title={text('home.setup')}
      extra={<span className="muted">{text('home.setupDone', { done, all: steps.length })}</span>}
    >
      <p className="muted setup-intro">
        {text(hasAnyRole(presentRoles(user), ['PLATFORM']) ? 'home.setupText' : 'home.setupOwnText')}
      </p>
      <ol className="setup">
        {steps.map((one, index) => (
          <li key={one.step} className={one.done ? 'setup-step is-done' : 'setup-step'}>
            <span className="setup-mark">{one.done ? <Icon name="check" size={14} /> : index + 1}</span>
            <span className="setup-words">
              {one.mine && !one.done ? (
                <Link to={places[one.step]}>{text(`home.step.${one.step}.title`)}</Link>
              ) : (
                <span>{text(`home.step.${one.step}.title`)}</span>
              )}
              {one.done && <span className="sr-only">{text('home.stepDone')}</span>}
              {!one.done && (
                <small className="muted">
                  {text(`home.step.${one.step}.text`)} <Missing step={one} />
                </small>
              )}
            </span>
            {one.mine && !one.done && <Icon name="right" size={14} />}
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Who is still missing, who waits for a second person and who is invited, with how many where it is more than one. */
function Missing({ step: { step, missing, invited, waiting } }: { step: Step }) {
  const text = useText()
  const left = [...missing]
  for (const role of [...invited, ...waiting]) left.splice(left.indexOf(role), 1)
  return (
    <>
      {left.length > 0 && text('home.setupMissing', { names: namesOf(step, left, text) })}{' '}
      {waiting.length > 0 && text('home.setupWaiting', { names: namesOf(step, waiting, text) })}{' '}
      {invited.length > 0 && text('home.setupInvited', { names: namesOf(step, invited, text) })}
    </>
  )
}

function namesOf(step: SetupStep, roles: readonly string[], text: ReturnType<typeof useText>): string {
  const names = [...new Set(roles)].map((role) => {
    const count = roles.filter((one) => one === role).length
    const name =
      role === signer ? text('home.setupSigner') : text.of(step === 'STAFF' || step === 'PEOPLE' ? 'userRole' : 'word', role)
    return `${name}${count > 1 ? ` × ${count}` : ''}`
  })
  return names.join(text('home.setupAnd'))
}
