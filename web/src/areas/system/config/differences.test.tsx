import { cleanup, render, screen } from '@testing-library/react'
import type { ChangeOf } from '@usance/wire/config-change/answers'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { Differences } from './differences.tsx'

beforeAll(async () => {
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(cleanup)

const facts = {
  id: 'C1',
  no: 'CC-1',
  title: 'tolerance',
  names: {},
  status: 'IN_APPROVE',
  comment: null,
  createdByName: 'Ann',
  createdAt: '2026-11-01T00:00:00Z',
  endedAt: null,
} as const
const tolerance = (currency: string, before: string, after: string): ChangeOf<'TOLERANCE'> => ({
  ...facts,
  kind: 'TOLERANCE',
  targetId: currency,
  before: { currency, totalAmount: before, principalAmount: '1' },
  after: { kind: 'TOLERANCE', values: { currency, totalAmount: after, principalAmount: '1' } },
})

test.each([
  ['KWD', '0.004', '0.005', '0.004 → 0.005'],
  ['KWD', '0.0140', '0.0110', '0.014 → 0.011'],
  ['KWD', '1000.125', '1000.135', '1,000.125 → 1,000.135'],
  ['JPY', '500.0000', '1500', '500 → 1,500'],
])('who decides on a change reads an amount of %s as it is: %s becomes %s', (currency, before, after, shown) => {
  render(<Differences row={tolerance(currency, before, after)} />)
  expect(screen.getByRole('listitem').textContent).toContain(`: ${shown}`)
})
