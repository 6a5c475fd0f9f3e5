import { describe, expect, test } from 'vitest'
import { cleanComment, commentFor, commentReasons, type FlowFacts, isNeeded, mayDecide, sitsFor } from './approval.ts'
import { businessTypes, defaultFlows, permissionToDecide, rolesAgainst, rolesOfSide } from './approval-flows.ts'
import * as M from './money.ts'

const usd = (text: string) => M.fromDecimal(text, 'USD')
const nodes = (type: keyof typeof defaultFlows, facts: FlowFacts) =>
  defaultFlows[type].filter((step) => isNeeded(step, facts)).map((step) => step.node)

describe('the flow of a finance order', () => {
  test.each([
    ['100000.00', [], ['SUPPLIER_CHECK', 'DOCUMENT_CHECK', 'FUNDER_CHECK']],
    ['100000.01', [], ['SUPPLIER_CHECK', 'DOCUMENT_CHECK', 'RISK_CHECK', 'FUNDER_CHECK']],
    ['10.00', ['ROUND_SUM'], ['SUPPLIER_CHECK', 'DOCUMENT_CHECK', 'RISK_CHECK', 'FUNDER_CHECK']],
    ['1000000.00', [], ['SUPPLIER_CHECK', 'DOCUMENT_CHECK', 'RISK_CHECK', 'FUNDER_CHECK']],
    ['1000000.01', [], ['SUPPLIER_CHECK', 'DOCUMENT_CHECK', 'RISK_CHECK', 'FUNDER_CHECK', 'FUNDER_SECOND_CHECK']],
  ])('%s dollars with warnings %j', (amount, warnings, expected) => {
    expect(nodes('FINANCE_ORDER', { usd: usd(amount), warnings })).toEqual(expected)
  })

  test('an amount without an exchange rate goes through every threshold', () => {
    expect(nodes('FINANCE_ORDER', { usd: null })).toHaveLength(5)
  })
})

test('a refund to a new account is looked at by risk too', () => {
  expect(nodes('REFUND', { usd: usd('5.00') })).not.toContain('RISK_CHECK')
  expect(nodes('REFUND', { usd: usd('5.00'), newAccount: true })).toContain('RISK_CHECK')
})

test('an adjustment of more than five percent of the invoice goes to risk', () => {
  expect(nodes('INVOICE_ADJUSTMENT', { sharePercent: '5' })).toEqual(['ADJUSTMENT_CHECK'])
  expect(nodes('INVOICE_ADJUSTMENT', { sharePercent: '5.000001' })).toEqual(['ADJUSTMENT_CHECK', 'RISK_CHECK'])
})

test.each([
  ['nobody', {}, ['SETTLEMENT_CHECK']],
  ['the supplier', { paysMore: 'SUPPLIER' }, ['SETTLEMENT_CHECK', 'SUPPLIER_CHECK']],
  ['the buyer', { paysMore: 'BUYER' }, ['SETTLEMENT_CHECK', 'BUYER_CHECK']],
  ['the funder', { paysMore: 'FUNDER' }, ['SETTLEMENT_CHECK', 'FUNDER_CHECK']],
  ['the supplier much', { paysMore: 'SUPPLIER', sharePercent: '10.01' }, ['SETTLEMENT_CHECK', 'SUPPLIER_CHECK', 'FUNDER_CHECK']],
] as const)('a fee adjustment by which %s pays more asks its payer', (_, facts, expected) => {
  expect(nodes('FEE_ADJUSTMENT', facts)).toEqual(expected)
})

test('an adjustment is decided by the other side, or by whom it costs alone, never by the side that made it', () => {
  const { roles } = defaultFlows.INVOICE_ADJUSTMENT[0]!
  expect(rolesAgainst('INVOICE_ADJUSTMENT', 'SUPPLIER', roles)).toEqual(['BUYER', 'OPERATIONS'])
  expect(rolesAgainst('INVOICE_ADJUSTMENT', 'BUYER', roles)).toEqual(['SUPPLIER', 'OPERATIONS'])
  expect(rolesAgainst('INVOICE_ADJUSTMENT', 'BUYER', ['BUYER', 'SUPPLIER'])).toEqual(['SUPPLIER'])
  expect(rolesOfSide('SUPPLIER', roles)).toEqual(['SUPPLIER'])
  expect(rolesOfSide('BUYER', roles)).toEqual(['BUYER'])
  expect(rolesOfSide('SUPPLIER', ['SUPPLIER', 'SETTLEMENT'])).toEqual(['SUPPLIER'])
  expect(rolesOfSide('SUPPLIER', ['BUYER', 'RISK'])).toEqual(['SUPPLIER'])
  expect(rolesAgainst('DIRECT_PAYMENT', 'SUPPLIER', ['SUPPLIER', 'SETTLEMENT'])).toEqual(['SUPPLIER', 'SETTLEMENT'])
})

test.each([['RISK'], ['OPERATIONS'], ['SETTLEMENT'], ['SETTLEMENT', 'RISK']] as const)(
  'a step of %s alone stays a step of staff, whoever answers',
  (...roles) => {
    for (const side of ['SUPPLIER', 'BUYER'] as const) expect(rolesOfSide(side, roles)).toEqual(roles)
  },
)

test('a company of grade D is also verified by settlement', () => {
  expect(nodes('KYC', { riskGrade: 'C' })).not.toContain('SETTLEMENT_CHECK')
  expect(nodes('KYC', { riskGrade: 'D' })).toContain('SETTLEMENT_CHECK')
})

test('the nodes of each flow have different names, in order', () => {
  for (const type of businessTypes) {
    const steps = defaultFlows[type]
    expect(new Set(steps.map((step) => step.node)).size).toBe(steps.length)
    expect(steps.map((step) => step.seq)).toEqual(steps.map((_, index) => index + 1))
  }
})

test('nothing passes unseen: every flow has a step that is always needed, or one that stands in for it', () => {
  for (const type of businessTypes) {
    const steps = defaultFlows[type].filter((step) => isNeeded(step, {}))
    expect(steps.some((step) => !step.skippable)).toBe(true)
  }
})

describe('a comment', () => {
  test.each([
    '',
    '   ',
    '\n\t',
    '\u200b\u200d',
    '\u2800',
    '\u{1d159}',
    '\u3164 \ufeff',
    '\u202e',
    '\u034f',
    '\ufe0f',
    '\u{e0100}',
    '\u0300',
    '\ufffc',
    ' \u0300\ufffc\ufe0f ',
  ])('%j is no comment', (typed) => {
    expect(commentFor('REJECTED', typed, null)).toEqual({ ok: false, refusal: 'COMMENT_REQUIRED' })
    expect(commentFor('REFUSED', typed, null).ok).toBe(false)
    expect(commentFor('PASSED', typed, null)).toEqual({ ok: true, value: '' })
    for (const asked of commentReasons)
      expect(commentFor('PASSED', typed, asked)).toEqual({ ok: false, refusal: 'COMMENT_REQUIRED' })
  })
  test('is kept without what nobody can see', () => {
    expect(cleanComment('\u202e Invoice\u0000 12\u200b\r\nis missing ')).toBe('Invoice 12\nis missing')
  })
  test.each(['好', 'é', 'e\u0301', '?', '✔\ufe0f', '7', '¥'])('%s is one', (typed) => {
    expect(commentFor('REJECTED', typed, null)).toEqual({ ok: true, value: typed })
  })
  test('has at most 500 characters, however they are stored', () => {
    expect(commentFor('REJECTED', '𠮷'.repeat(500), null).ok).toBe(true)
    for (const review of ['PASSED', 'REJECTED'] as const)
      expect(commentFor(review, 'x'.repeat(501), null)).toEqual({ ok: false, refusal: 'COMMENT_TOO_LONG' })
  })
})

describe('who may decide', () => {
  const base = { userId: 'u', makerIds: ['m'], actedIds: ['a'], sits: true, actedForAnother: false, isConcerned: false }
  test('a maker never decides on their own object', () => {
    expect(mayDecide({ ...base, userId: 'm' })).toEqual({ ok: false, refusal: 'MAKER_CANNOT_APPROVE' })
  })
  test('whoever has acted for another party of the matter never decides for this one', () => {
    expect(mayDecide({ ...base, actedForAnother: true })).toEqual({ ok: false, refusal: 'ACTED_FOR_ANOTHER_PARTY' })
  })
  test('nobody decides on what concerns themselves', () => {
    expect(mayDecide({ ...base, isConcerned: true })).toEqual({ ok: false, refusal: 'OWN_INTEREST' })
  })
  test('nobody acts twice, and only those asked act at all', () => {
    expect(mayDecide(base).ok).toBe(true)
    expect(mayDecide({ ...base, userId: 'a' })).toEqual({ ok: false, refusal: 'NOT_YOUR_TASK' })
    expect(mayDecide({ ...base, sits: false })).toEqual({ ok: false, refusal: 'NOT_YOUR_TASK' })
  })
  test('a viewer sits for nobody, an administrator for no business step', () => {
    expect(sitsFor('FUNDER', { companyRole: 'FUNDER', userRoles: ['Viewer', 'Maker'] })).toBe(false)
    expect(sitsFor('FUNDER', { companyRole: 'FUNDER', userRoles: ['Checker'] })).toBe(true)
    expect(sitsFor('OPERATIONS', { companyRole: 'PLATFORM', userRoles: ['Administrator'] })).toBe(false)
  })
})

test('a decision on a kind of object needs its permission in each party', () => {
  expect(permissionToDecide('FINANCE_ORDER', 'SUPPLIER')).toBe('finance.finance-order.approve')
  expect(permissionToDecide('PAYMENT', 'FUNDER')).toBe('payment.management.approve')
  expect(permissionToDecide('REFUND', 'SETTLEMENT')).toBe('payment.release-refund.approve')
  expect(permissionToDecide('LIMIT', 'RISK')).toBe('system.limit.approve')
  expect(permissionToDecide('BUYER_LIMIT', 'FUNDER')).toBeNull()
  expect(permissionToDecide('PAYMENT', 'RISK')).toBeNull()
  expect(permissionToDecide('USER', 'DIRECTOR')).toBeNull()
})
