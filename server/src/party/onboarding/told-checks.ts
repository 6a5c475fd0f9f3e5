import type { OnboardingCheck, OnboardingPaper } from '@usance/wire/onboarding/calls'
import { isPartner } from '../../auth/partner.ts'
import type { Actor } from '../../http/context.ts'

const doubt = 'SEEN_ELSEWHERE'
const isDoubt = (evidence: string) => evidence.startsWith(`${doubt} `)

/** Another company keeps the same file. */
export const seenElsewhere = (paper: OnboardingPaper) => `${doubt} ${paper.fileName}`

/** What the check of documents finds in so many files. */
export function documentsFound(files: number, found: readonly string[]): Pick<OnboardingCheck, 'outcome' | 'evidence'> {
  if (found.length === 0) return { outcome: 'PASSED', evidence: [`FILES ${files}`] }
  return { outcome: found.every(isDoubt) ? 'MANUAL' : 'FAILED', evidence: [...found] }
}

/** The outcome of all checks together is the worst of them. */
export function outcomeOf(checks: readonly OnboardingCheck[]): OnboardingCheck['outcome'] {
  const has = (outcome: OnboardingCheck['outcome']) => checks.some((check) => check.outcome === outcome)
  return has('FAILED') ? 'FAILED' : has('MANUAL') ? 'MANUAL' : 'PASSED'
}

/**
 * The checks of so many files as somebody reads them. A company reads no names of watch lists, and every outcome as though no other company
 * kept the same file: the outcome would tell the holder of a copy that another company has sent it (decision 271). A partner reads of
 * files what the company reads that they introduced.
 */
export function checksTold(actor: Actor | null, checks: readonly OnboardingCheck[], files: number): OnboardingCheck[] {
  const toldOfFiles = actor !== null && actor.staff && !isPartner(actor)
  return checks.map((check) => {
    if (check.provider === 'SANCTIONS' && !actor?.staff) return { ...check, evidence: [] }
    if (toldOfFiles || !check.evidence.some(isDoubt)) return check
    return {
      ...check,
      ...documentsFound(
        files,
        check.evidence.filter((evidence) => !isDoubt(evidence)),
      ),
    }
  })
}
