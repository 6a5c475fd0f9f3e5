import type { OnboardingCheck } from '@usance/wire/onboarding/calls'
import { useText } from '../../i18n/i18n.ts'
import './onboarding.css'

/** Each automatic check of a company with its outcome and what it rests on. */
export function Checks({ checks }: { checks: readonly OnboardingCheck[] }) {
  const text = useText()
  return checks.map((check) => (
    <div key={check.provider} className="onboarding-kind">
      <strong>{text.of('onboarding.check', check.provider)}</strong> · {text(`onboarding.outcome.${check.outcome}`)}
      {check.evidence.map((line) => (
        <div key={line} className="muted">
          {evidenceOf(line, text)}
        </div>
      ))}
    </div>
  ))
}

/** A line of evidence in words; the kind of a missing document has its own. */
function evidenceOf(line: string, text: ReturnType<typeof useText>): string {
  const [code = '', ...rest] = line.split(' ')
  const about = rest.join(' ')
  return text.of('onboarding.evidence', code, { about: code === 'MISSING' ? text.of('onboarding.kind', about) : about })
}
