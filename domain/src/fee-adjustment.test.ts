import { expect, test } from 'vitest'
import { accept } from './accept.fixture.ts'
import { type AdjustableFee, adjustFee } from './fee-adjustment.ts'
import { fromDecimal, toDecimal } from './money.ts'
import { parseDecimal, toShortText } from './rational.ts'

const usd = (text: string) => fromDecimal(text, 'USD')
const fee = (
  over: Partial<Record<'amount' | 'tax' | 'taxPct' | 'adjusted' | 'adjustedTax' | 'feesDue', string>> = {},
  charged = true,
): AdjustableFee => ({
  amount: usd(over.amount ?? '250.00'),
  tax: usd(over.tax ?? '15.00'),
  taxPct: over.taxPct === undefined ? null : parseDecimal(over.taxPct),
  adjusted: usd(over.adjusted ?? '0'),
  adjustedTax: usd(over.adjustedTax ?? '0'),
  feesDue: usd(over.feesDue ?? '0'),
  charged,
})

test.each([
  ['a charge bears its tax and refunds nothing', fee(), '50.00', ['3.00', '318.00', '20', '0.00', '0.00']],
  ['a credit of a fee paid at funding goes back whole', fee(), '-25.00', ['-1.50', '238.50', '10', '0.00', '26.50']],
  ['a credit first lowers what is still due', fee({ feesDue: '20.00' }), '-25.00', ['-1.50', '238.50', '10', '20.00', '6.50']],
  [
    'a waived fee leaves no tax, whatever was rounded before',
    fee({ adjusted: '-0.33', adjustedTax: '-0.02' }),
    '-249.67',
    ['-14.98', '0.00', '100', '0.00', '264.65'],
  ],
  ['a fee not charged yet only changes what will be', fee({}, false), '-100.00', ['-6.00', '159.00', '40', '0.00', '0.00']],
  [
    'tax is that of the corrected fee at the agreed rate, not at what a small fee was rounded to',
    fee({ amount: '0.09', tax: '0.01', taxPct: '6', feesDue: '0.10' }),
    '10.00',
    ['0.60', '10.70', '11111.1111111111', '0.00', '0.00'],
  ],
  [
    'a credit leaves the tax of what is left',
    fee({ amount: '24.70', tax: '1.73', taxPct: '7', feesDue: '26.43' }),
    '-4.35',
    ['-0.31', '21.77', '17.6113360324', '4.66', '0.00'],
  ],
  [
    'a fee of nothing bears the agreed tax on what is charged',
    fee({ amount: '0.00', tax: '0.00', taxPct: '6' }),
    '10.00',
    ['0.60', '10.60', '100', '0.00', '0.00'],
  ],
  ['a fee of nothing can be charged', fee({ amount: '0.00', tax: '0.00' }), '10.00', ['0.00', '10.00', '100', '0.00', '0.00']],
])('%s', (_, given, delta, [taxDelta, net, share, offDue, refund]) => {
  const made = accept(adjustFee(given, usd(delta)))
  expect([
    toDecimal(made.taxDelta),
    toDecimal(made.net),
    toShortText(made.sharePercent),
    toDecimal(made.offDue),
    toDecimal(made.refund),
  ]).toEqual([taxDelta, net, share, offDue, refund])
})

test('a large adjustment made in parts counts as a large one', () => {
  const shares = ['0', '-25.00', '-50.00'].map((adjusted) =>
    toShortText(accept(adjustFee(fee({ adjusted }), usd('-25.00'))).sharePercent),
  )
  expect(shares).toEqual(['10', '20', '30'])
  expect(toShortText(accept(adjustFee(fee({ adjusted: '-50.00' }), usd('50.00'))).sharePercent)).toBe('20')
})

test('a fee never falls below zero, and an adjustment of nothing is none', () => {
  expect(adjustFee(fee({ adjusted: '-200.00' }), usd('-50.01'))).toMatchObject({ ok: false, refusal: 'FEE_BELOW_ZERO' })
  expect(adjustFee(fee(), usd('0'))).toMatchObject({ ok: false })
})
