import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ProductProof as Proof } from '@usance/wire/config-change/answers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { stubWindow } from '../../../form/window-stub.fixture.ts'
import * as client from '../../../http/client.ts'
import { startTexts, switchLanguage } from '../../../i18n/i18n.ts'
import { loadAreaTexts, loadPortalTexts } from '../../../i18n/load-area.ts'
import { ProductProof } from './product-proof.tsx'

const documentOf = (days: number, buyerFees: string): Proof['otherTenors'][number] => ({
  sample: { face: '100000.00', advance: '90000.00', interest: '0.00', net: '90000.00', days, allInApr: '6.8' },
  lives: [
    {
      name: 'ON_TIME',
      supplierReceives: '90000.00',
      supplierInterest: '0.00',
      supplierFees: '0.00',
      supplierApr: '6.8',
      buyerPays: '100000.00',
      buyerFees,
      funderEarns: '0.00',
      funderLoss: '0.00',
      platformEarns: buyerFees,
      tax: '0.00',
    },
  ],
})
const shown = { face: '100000.00', days: 700, life: 'ON_TIME', percent: null } as const
const proof: Proof = {
  currency: 'USD',
  ...documentOf(60, '4350.00'),
  otherTenors: [documentOf(1, '72.50'), documentOf(700, '50750.00')],
  harms: [{ harm: 'BUYER_OVERCHARGED', ...shown, amount: '50750.00' }],
  small: [],
  warnings: [{ warning: 'BUYER_PAYS_MUCH', ...shown, amount: '50750.00' }],
}

beforeAll(async () => {
  stubWindow()
  await startTexts()
  await loadPortalTexts()
  await loadAreaTexts('staff')
})
afterEach(cleanup)

describe.each([
  ['en-US', '700 days', /over 700 days, the buyer pays 50,750.00 of fees/, /over 700 days\.\)/],
  ['zh-CN', '700 天', /期限 700 天时，买方需支付费用 50,750.00/, /期限 700 天）/],
] as const)('in %s', (language, tenor, harm, warning) => {
  test('an approver reads the tenor of a harm and of a warning, and the lives at that tenor', async () => {
    await switchLanguage(language)
    vi.spyOn(client, 'send').mockResolvedValue([proof])
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ProductProof no="CC-1" />
      </QueryClientProvider>,
    )
    expect((await screen.findByRole('alert')).textContent).toMatch(harm)
    expect(screen.getByText(warning)).toBeTruthy()
    expect(screen.getAllByText('4,350.00').length).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('tab', { name: tenor }))
    expect(screen.queryByText('4,350.00')).toBeNull()
    expect(screen.getAllByText('50,750.00').length).toBeGreaterThan(0)
  })
})
