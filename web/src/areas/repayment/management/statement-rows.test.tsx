import { cleanup, render } from '@testing-library/react'
import type { StatementAnswer, StatementRow } from '@usance/wire/repayment/calls'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { StatementRows } from './statement-rows.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('money')
})
afterEach(cleanup)
const row = (state: StatementRow['state'], amount: string, bankRef: string): StatementRow => ({
  state,
  amount,
  bankRef,
  valueDate: '2026-01-02',
  currency: 'USD',
  payerName: 'P',
  text: '',
  no: null,
  reason: null,
  matchReason: null,
  maybeSameAs: null,
  maybeReturnOf: [],
})
const answer = (rows: StatementRow[], counts: Partial<StatementAnswer['counts']>): StatementAnswer => ({
  format: 'MT940',
  statements: [],
  counts: { NEW: 0, BOOKED: 0, FAULTY: 0, KNOWN: 0, PENDING: 0, OUT: 0, ...counts },
  rows,
  toDeclare: { columns: [], lines: [], unsigned: null },
})
test('a statement of three lines has three rows after it is booked too', () => {
  // Two charges of the bank are alike: MT940 gives them no reference of their own.
  const fees = [row('OUT', '5.00', 'NONREF'), row('OUT', '5.00', 'NONREF')]
  const { rerender } = render(
    <StatementRows answer={answer([row('NEW', '100.00', 'R1'), ...fees], { NEW: 1, OUT: 2 })} fileName="f" />,
  )
  const rows = () => [...document.querySelectorAll('tbody tr')].map((one) => one.textContent)
  expect(rows()).toHaveLength(3)
  rerender(<StatementRows answer={answer([row('BOOKED', '100.00', 'R1'), ...fees], { BOOKED: 1, OUT: 2 })} fileName="f" />)
  expect(rows()).toHaveLength(3)
})
