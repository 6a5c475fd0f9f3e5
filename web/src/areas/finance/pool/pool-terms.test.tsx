import { cleanup, render, screen } from '@testing-library/react'
import type { Pool } from '@usance/wire/pool/calls'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { PoolPanel } from './pool-panel.tsx'

vi.mock('../../../list/row-link.tsx', () => ({ RowLink: ({ children }: { children: string }) => children }))
beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await Promise.all([loadAreaTexts('finance'), loadAreaTexts('pool')])
})
afterEach(cleanup)

const pool: Pool = {
  id: 'P',
  code: 'POOL-1',
  kind: 'OWN',
  productName: 'Pool',
  productNameCn: '池',
  supplierName: 'Alder',
  funderName: 'Elm',
  currency: 'USD',
  maxTenor: 180,
  terms: { advanceRate: '80', concentrationPct: '60', dilutionThreshold: '5', disclosed: false },
  assets: 1,
  excluded: 0,
  buyers: [],
  figures: [],
  availability: '0.00',
  maxDrawing: '0.00',
  hasFacility: true,
  bank: null,
  drawingsInAll: 0,
  drawings: [],
  history: [],
}

test.each([
  ['OWN', /80\.00% of what counts is lent · one buyer counts up to 60\.00% · dilution above 5\.00% lowers the base/],
  [
    'DBS',
    /the bank’s figure says what can be drawn · a receivable leaves while 80\.00%, less any dilution above 5\.00%, of the others, .* · nothing is drawn at a dilution above 10\.00%/,
  ],
] as const)('a pool of kind %s names the rates that bind on it', (kind, terms) => {
  render(<PoolPanel pool={{ ...pool, kind }} />)
  expect(screen.getByText(terms)).toBeTruthy()
  if (kind === 'DBS') expect(screen.queryByText(/is lent|lowers the base/)).toBeNull()
})

test('a bank’s pool that caps no buyer says that dilution lowers the rate at which a receivable leaves', () => {
  render(<PoolPanel pool={{ ...pool, kind: 'DBS', terms: { ...pool.terms, concentrationPct: null } }} />)
  expect(screen.getByText(/leaves while 80\.00%, less any dilution above 5\.00%, of the others carries/)).toBeTruthy()
})

test('a pool with more drawings than are listed says how many it has', () => {
  const drawing = { id: 'D1', orderNo: 'FO-1', status: 'FUNDED', amount: '10.00', outstanding: '10.00' }
  const drawings = [{ ...drawing, rate: '5', fundingDate: '2025-03-03', maturity: '2025-06-01' }]
  const { rerender } = render(<PoolPanel pool={{ ...pool, drawings, drawingsInAll: 1 }} />)
  expect(screen.queryByText(/drawings are listed/)).toBeNull()
  rerender(<PoolPanel pool={{ ...pool, drawings, drawingsInAll: 105 }} />)
  expect(screen.getByText(/^The newest 1 of 105 drawings are listed/)).toBeTruthy()
})
