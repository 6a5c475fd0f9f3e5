import { hasText, t } from '../../i18n/i18n.ts'

const worded = (group: string, value: string) => {
  const key = `approval.${group}.${value}`
  return hasText(key) ? t(key) : value
}
/** The words of a step, of a decision and of a kind of object; an administrator's own step shows its own name. */
export const nodeText = (node: string) => worded('node', node)
export const operationText = (operation: string) => worded('operation', operation)
export const typeText = (type: string) => worded('type', type)
/** A warning in words; one without words reads as its name, ROUND_SUM as 'Round sum'. */
export const warningText = (warning: string) => {
  const words = worded('warning', warning)
  return words === warning ? warning.charAt(0) + warning.slice(1).toLowerCase().replaceAll('_', ' ') : words
}
export const personText = (name: string) => (name === 'SYSTEM' ? t('approval.system') : name)
/** Where an approval is decided or read. */
export const approvalPath = (row: { businessNo: string; businessType: string }, page: 'approve' | 'view') =>
  `/approval/${encodeURIComponent(row.businessNo)}/${page}?businessType=${row.businessType}`
