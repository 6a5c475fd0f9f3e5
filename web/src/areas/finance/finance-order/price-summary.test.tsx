import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import { startTexts, switchLanguage } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { PriceSummary } from './price-summary.tsx'

vi.mock('../../../http/client.ts', async (original) => ({
  ...(await original<object>()),
  send: async () => [
    { grp: 'BASE_RATE_TYPE', dicKey: 'TERM_SOFR_3M', enValue: 'Term SOFR, 3 months', cnValue: 'SOFR 期限利率 3 个月' },
  ],
}))

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('finance')
})
afterEach(cleanup)

const zero = '0.00'
const trial: TrialAnswer = {
  items: [],
  total: {
    ...{ face: zero, netReceivable: zero, eligible: zero, maxAdvance: zero, applyAmount: zero, interest: '1020.00' },
    ...{ feesAtFunding: zero, feesAtSettlement: zero, net: zero, reserve: zero, allInApr: null, cashToSupplier: zero },
    ...{ topUp: zero, fundInterest: null, spread: null },
  },
  fees: [],
  limits: [],
  warnings: [],
  explain: [
    {
      key: 'interest',
      formula: 'baseRate',
      inputs: [{ name: 'baseRate', value: '4.3', unit: 'PERCENT' }],
      fixing: {
        ...{ type: 'TERM_SOFR_3M', effectiveDate: '2026-11-25', revision: 1, percentRate: '4.3' },
        ...{ resetDate: '2026-11-27', lookbackBd: 2 },
      },
      rounding: null,
      unrounded: '1020',
      result: '1020.00',
      unit: 'USD',
    },
  ],
  interestMethod: 'IN_ARREARS',
  pricingHash: '',
  validUntil: '2026-11-27',
}

test.each([
  ['en-US', 'Term SOFR, 3 months'],
  ['zh-CN', 'SOFR 期限利率 3 个月'],
] as const)('the explanation of an amount names its benchmark, and not the code of it, in %s', async (language, name) => {
  await switchLanguage(language)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PriceSummary trial={trial} currency="USD" fundingDate="2026-11-27" />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByText(/1,020\.00/).closest('button')!)
  expect(await screen.findByText(new RegExp(name))).toBeTruthy()
  expect(screen.queryByText(/TERM_SOFR_3M/)).toBeNull()
})

const item: TrialAnswer['items'][number] = {
  ...{
    docType: 'INVOICE',
    docId: 'i1',
    number: 'INV-1',
    dueDate: '2026-12-20',
    maturity: '2026-12-20',
    interestTo: '2026-12-20',
  },
  ...{
    face: zero,
    adjustments: zero,
    paid: zero,
    netReceivable: zero,
    eligible: zero,
    maxAdvance: zero,
    applyAmount: '80000.00',
  },
  ...{ advanceRate: '80', days: 23, baseRate: '4.3', margin: '2.5', rate: '6.8', interest: zero, net: zero, reserve: zero },
  ...{ reasons: [], fees: [], legs: null },
}

test.each([
  ['en-US', 'INV-2: Nothing is advanced on it, so it is not on the order.'],
  ['zh-CN', 'INV-2: 可融资金额为零，不列入订单。'],
] as const)('a document on which nothing is advanced is named as not on the order, in %s', async (language, words) => {
  await switchLanguage(language)
  const left = { ...item, docId: 'i2', number: 'INV-2', applyAmount: zero }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PriceSummary trial={{ ...trial, items: [item, left] }} currency="USD" fundingDate="2026-11-27" />
    </QueryClientProvider>,
  )
  expect(screen.getAllByText(/^INV-/).map((one) => one.textContent)).toEqual([words])
})
