import { expect, test } from 'vitest'
import { fromDecimal } from './money.ts'
import { changedTerms, isNothingLess, type PriceTerms, worsenedTerms } from './price-change.ts'
import { parseDecimal } from './rational.ts'

const usd = (text: string) => fromDecimal(text, 'USD')
const purchased = (...amounts: [string, string][]) => amounts.map(([docId, amount]) => ({ docId, amount: usd(amount) }))
const billed = (code: string, amount: string, tax: string) => ({ code, amount: usd(amount), tax: usd(tax) })
// 90,000.00 at 6.80 % from 2025-03-03 to 2025-05-02, 60 days of 360.
const accepted: PriceTerms = {
  rate: parseDecimal('6.80'),
  purchased: purchased(['a', '60000.00'], ['b', '40000.00']),
  advance: usd('90000.00'),
  interest: usd('1020.00'),
  fees: usd('465.00'),
  net: usd('88515.00'),
  reserve: usd('10000.00'),
  payoffPrincipal: usd('30000.00'),
  maturity: '2025-05-02',
  buyerFees: [billed('BANK', '20.00', '1.20')],
}

test.each([
  ['the same price, its rate written longer', { rate: parseDecimal('6.800000') }, true, []],
  [
    'three days less of interest deducted at funding',
    { interest: usd('969.00'), net: usd('88566.00') },
    true,
    ['interest', 'net'],
  ],
  ['three days less of interest that falls due later', { interest: usd('969.00') }, false, []],
  ['another fixing', { rate: parseDecimal('6.85') }, false, ['rate']],
  ['a fee by the day', { fees: usd('461.25'), net: usd('88518.75') }, false, ['fees', 'net']],
  ['a credit note on the invoice', { reserve: usd('9000.00') }, true, ['reserve']],
  [
    'more owed on one invoice and as much less on another',
    { purchased: purchased(['a', '61000.00'], ['b', '39000.00']) },
    false,
    ['purchased'],
  ],
  ['the invoices in another order', { purchased: purchased(['b', '40000.00'], ['a', '60000.00']) }, false, []],
  ['a maturity that fell on a new holiday', { maturity: '2025-05-05' }, false, ['maturity']],
  ['a fee of the buyer by the day', { buyerFees: [billed('BANK', '19.00', '1.14')] }, false, ['buyerFees']],
  ['another name for the same fee of the buyer', { buyerFees: [billed('SERVICE', '20.00', '1.20')] }, false, ['buyerFees']],
  [
    'one more fee of the buyer',
    { buyerFees: [billed('BANK', '20.00', '1.20'), billed('SERVICE', '0.00', '0.00')] },
    false,
    ['buyerFees'],
  ],
] as const)('%s', (_, difference, isInAdvance, expected) => {
  expect(changedTerms(accepted, { ...accepted, ...difference }, isInAdvance)).toEqual(expected)
})

test.each([
  ['less interest and more paid out', { interest: usd('969.00'), net: usd('88566.00') }, []],
  ['more interest and less paid out', { interest: usd('1037.00'), net: usd('88498.00') }, ['interest', 'net']],
  ['a higher fee of the buyer, which its notice has to state', { buyerFees: [billed('BANK', '21.00', '1.26')] }, ['buyerFees']],
  ['a lower fee of the buyer with a higher tax', { buyerFees: [billed('BANK', '19.00', '1.30')] }, ['buyerFees']],
  ['another fee of the buyer', { buyerFees: [billed('SERVICE', '1.00', '0.06')] }, ['buyerFees']],
  ['a lower fee of the buyer, or none', { buyerFees: [billed('BANK', '19.00', '1.14')] }, []],
  ['no fee of the buyer any more', { buyerFees: [] }, []],
  ['a lower rate, which the contract has to state', { rate: parseDecimal('6.70') }, ['rate']],
  ['less of the receivable left for later', { reserve: usd('9000.00') }, ['reserve']],
  [
    'more of the receivable left for later, which the contracts have to state',
    { reserve: usd('11000.00'), purchased: purchased(['a', '61000.00'], ['b', '40000.00']) },
    ['purchased'],
  ],
  ['a smaller advance', { advance: usd('80000.00') }, ['advance']],
  ['more of the principal of an older financing paid off', { payoffPrincipal: usd('40000.00') }, ['payoffPrincipal']],
  ['less of that principal paid off', { payoffPrincipal: usd('27000.00') }, []],
  ['a later maturity', { maturity: '2025-05-05' }, ['maturity']],
] as const)('consent is asked for %s', (_, difference, expected) => {
  expect(worsenedTerms(accepted, { ...accepted, ...difference }, true)).toEqual(expected)
})

test.each([
  ['the same invoices', purchased(['a', '60000.00'], ['b', '40000.00']), true],
  ['more of one invoice', purchased(['a', '60000.00'], ['b', '40000.01']), true],
  ['more of one invoice and less of another', purchased(['a', '60000.01'], ['b', '39999.99']), false],
  ['one invoice less', purchased(['a', '100000.00']), false],
] as const)('whether each document is still purchased for no less: %s', (_, now, expected) => {
  expect(isNothingLess(accepted, { ...accepted, purchased: now })).toBe(expected)
})
