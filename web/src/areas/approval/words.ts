import { hasText, t } from '../../i18n/i18n.ts'

const worded = (group: string, value: string) => {
  const key = `approval.${group}.${value}`
  return hasText(key) ? t(key) : value
}
/** The words of a step, of a decision and of a kind of object; an administrator's own step shows its own name. */
export const nodeText = (node: string) => worded('node', node)
export const operationText = (operation: string) => worded('operation', operation)
export const typeText = (type: string) => worded('type', type)
export const personText = (name: string) => (name === 'SYSTEM' ? t('approval.system') : name)
/** Where an approval is decided or read. */
export const approvalPath = (row: { businessNo: string; businessType: string }, page: 'approve' | 'view') =>
  `/approval/${encodeURIComponent(row.businessNo)}/${page}?businessType=${row.businessType}`
