import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { SentBack } from './sent-back.tsx'
import type { Approval } from './use-approval.ts'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('approval')
})
afterEach(cleanup)

const line = (round: number, operation: string, auditComment: string | null) => ({
  updateTime: `2026-11-2${round}T08:00:00Z`,
  assigneeName: 'Ann Lee',
  operation,
  auditComment,
  nodeName: 'FUNDER_CHECK',
  round,
  onBehalfOf: null,
})
const approval = (status: Approval['status']): Approval => ({
  businessNo: 'RF-1',
  businessType: 'REFUND',
  businessId: 'R1',
  title: { text: 'Refund' },
  status,
  currentNode: null,
  round: 2,
  taskId: null,
  reviews: [],
  contentHash: 'h',
  makerName: 'Bo',
  amount: null,
  currency: null,
  warnings: [],
  passComment: null,
  signs: [],
  link: null,
  startedAt: '2026-11-20T08:00:00Z',
  withoutDecider: false,
  steps: [],
  detailDTOS: [
    line(1, 'REJECTED', 'The account is missing.'),
    line(2, 'SUBMITTED', null),
    line(2, 'REJECTED', 'The amount is wrong.'),
  ],
})
const shown = (status: Approval['status']) => {
  const { container } = render(<SentBack approval={approval(status)} />)
  return container.textContent
}

test('the maker of what was sent back reads first who did so the last time, at which step, and why', () => {
  const words = shown('REJECTED')
  expect(words).toContain('Sent back by Ann Lee (Funder approval)')
  expect(words).toContain('The amount is wrong.')
  expect(words).not.toContain('The account is missing.')
})

test('what was submitted again shows no old reason', () => {
  expect(shown('IN_APPROVE')).toBe('')
})
