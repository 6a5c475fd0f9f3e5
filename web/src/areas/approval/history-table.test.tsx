import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../i18n/load-area.ts'
import { HistoryTable } from './history-table.tsx'
import type { Approval } from './use-approval.ts'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('approval')
})
afterEach(cleanup)

test('the round of a step stands beside its name, in one element of the cell', () => {
  const step = { nodeName: 'Check', operation: 'PASSED', assigneeName: 'Ann', onBehalfOf: null, auditComment: null }
  const approval = {
    detailDTOS: [1, 2].map((round) => ({ ...step, round, updateTime: `2026-11-2${round}T08:00:00Z` })),
  } as Partial<Approval> as Approval
  const { container } = render(<HistoryTable approval={approval} />)
  for (const cell of container.querySelectorAll('tbody td:nth-child(2)')) {
    expect(cell.children).toHaveLength(1)
    expect([...cell.childNodes].every((node) => node instanceof Element)).toBe(true)
  }
})
