import { proofBounds } from '@usance/domain/product-proof/lives'
import { factKinds } from '@usance/wire/workflow/fact'
import type { ApprovalSign } from '@usance/wire/workflow/sign'
import { hasText, t } from '../../i18n/i18n.ts'
import { pageAt } from '../../session/page-at.ts'
import { formatAmount } from '../../ui/format.ts'
import { shownTitle } from '../../ui/shown-title.ts'

const worded = (group: string, value: string, params?: Record<string, number>) => {
  const key = `approval.${group}.${value}`
  return hasText(key) ? t(key, params) : value
}
/** The words of a step, of a decision and of a kind of object; an administrator's own step shows its own name. */
export const nodeText = (node: string) => worded('node', node)
export const operationText = (operation: string) => worded('operation', operation)
export const typeText = (type: string) => worded('type', type)
/** A warning in words; one without words reads as its name, ROUND_SUM as 'Round sum'. */
export const warningText = (warning: string) => {
  const words = worded('warning', warning, proofBounds.supplierYear)
  return words === warning ? warning.charAt(0) + warning.slice(1).toLowerCase().replaceAll('_', ' ') : words
}
/** What is known of a document behind the approval, with its number and the amount that waits. */
export const signText = ({ code, docNo, amount, currency }: ApprovalSign) =>
  t(`approval.sign.${code}`, {
    docNo,
    amount: amount === null ? '' : `${currency} ${formatAmount(amount, currency, { exact: true })}`,
  })
export const personText = (name: string) => (name === 'SYSTEM' ? t('approval.system') : name)
type Subject = { businessType: string; link: string | null }
/**
 * Where the user reads what an approval is about; undefined where no page of it is theirs. An account that a company entered
 * stands on a page of the operator's staff, and among the company's own.
 */
export function objectLink({ businessType, link }: Subject, addressOf: (to: string) => string | undefined): string | undefined {
  const places = [link, businessType === 'BANK_ACCOUNT' ? '/org/company/detail' : null]
  return places
    .map((place) => (place === null || !pageAt(place) ? undefined : addressOf(place)))
    .find((place) => place !== undefined)
}
/** The form in which a finance order that was sent back is corrected. */
export const correctionLink = (link: string) => link.replace(/^(\/finance\/finance-order\/[^/]+)\/detail$/, '$1/edit')
/** Whether a kind tells the facts of its record beside the decision; the page shows parts of its own for some of the others. */
export const tellsFacts = (businessType: string) => factKinds.some((kind) => kind === businessType)
/** Changes of what staff run the portal with; what they alter is shown with their approval. */
export const configTypes = ['LIMIT', 'BUYER_LIMIT', 'DISCLOSURE', 'PRODUCT', 'RATE', 'ROLE', 'WORKFLOW', 'CALENDAR']
/** What an approval is about in words. A flow is titled by the code of what it decides on, its steps are shown as a picture. */
export const subjectText = (businessType: string, subject: string | null) =>
  businessType === 'WORKFLOW' && subject
    ? subject.replace(/^([A-Z_]+)( v\d+).*$/, (_, type: string, version: string) => typeText(type) + version)
    : configTypes.includes(businessType) && subject
      ? shownTitle(subject)
      : (subject ?? '-')
