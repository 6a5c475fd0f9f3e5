import { describe, expect, test } from 'vitest'
import type { FlowStep } from './approval.ts'
import { businessTypes, defaultFlows, heldParties, partyRoles } from './approval-flows.ts'
import { type FlowDraft, flowInForce, namedSteps, soundFlow } from './flow-definition.ts'
import { droppedSteps } from './held-steps.ts'

const by = (role: string, more: Partial<FlowDraft> = {}): FlowDraft => ({
  roles: [role as 'RISK'],
  mode: 'ANY',
  slaHours: 24,
  ...more,
})
const over = (amount: string) => ({ when: [{ kind: 'AMOUNT_OVER_USD' as const, amount }] })

describe('a flow an administrator writes', () => {
  test.each(businessTypes)('the shipped flow of %s is sound and keeps its names', (type) => {
    const sound = soundFlow(type, defaultFlows[type])
    expect(sound).toEqual({ ok: true, value: defaultFlows[type].map((step) => ({ ...step })) })
  })
  test.each([
    ['no step at all', []],
    ['a large amount only', [by('RISK', over('100000'))]],
    ['nobody when the only step is left out', [by('SUPPLIER', { skippable: true })]],
    [
      'nobody when the stand-in is for a step above an amount',
      [by('SUPPLIER', { skippable: true, ...over('1') }), by('RISK', { standIn: true })],
    ],
    ['a stand-in for nothing', [by('RISK', { standIn: true })]],
  ])('one that asks %s is refused: nothing passes unseen', (_, steps) => {
    expect(soundFlow('FINANCE_ORDER', steps)).toMatchObject({ ok: false, refusal: 'FLOW_PASSES_UNSEEN' })
  })
  test('a party the object does not have, or may not have, is not asked alone; an administrator never', () => {
    for (const [type, role] of [
      ['RATE', 'FUNDER'],
      ['INVOICE_ADJUSTMENT', 'BUYER'],
      ['FINANCE_ORDER', 'ADMINISTRATOR'],
    ] as const)
      expect(soundFlow(type, [by(role)])).toMatchObject({ ok: false, refusal: 'FLOW_ROLE' })
    expect(soundFlow('INVOICE_ADJUSTMENT', [by('BUYER', { roles: ['BUYER', 'OPERATIONS'] })]).ok).toBe(true)
  })
  test('a condition needs a fact of that kind of object', () => {
    const share = { when: [{ kind: 'SHARE_OVER' as const, percent: '5' }] }
    expect(soundFlow('PAYMENT', [by('RISK'), by('RISK', share)])).toMatchObject({ ok: false, refusal: 'FLOW_CONDITION' })
  })
  test('two steps of one role get two names, because history tells them apart by name', () => {
    expect(namedSteps([by('RISK'), by('FUNDER'), by('RISK'), by('RISK', { node: 'RISK_CHECK' })]).map((one) => one.node)).toEqual(
      ['RISK_CHECK', 'FUNDER_CHECK', 'RISK_SECOND_CHECK', 'RISK_THIRD_CHECK'],
    )
  })
})

describe('the parties of an object', () => {
  const refusalOf = (type: (typeof businessTypes)[number], drafts: FlowDraft[]) => {
    const sound = soundFlow(type, drafts)
    return sound.ok ? 'none' : sound.refusal
  }
  const second = (amount: string) => by('FUNDER', over(amount))
  test.each(businessTypes)('that the shipped flow of %s asks are those that keep their say', (type) => {
    const shipped: readonly FlowStep[] = defaultFlows[type]
    expect(partyRoles.filter((party) => shipped.some(({ roles }) => roles.includes(party)))).toEqual(
      partyRoles.filter((party) => heldParties[type].includes(party)),
    )
  })
  test.each([
    ['PAYMENT', 'SETTLEMENT', 'FLOW_LACKS_FUNDER'],
    ['RELEASE', 'SETTLEMENT', 'FLOW_LACKS_FUNDER'],
    ['REFUND', 'SETTLEMENT', 'FLOW_LACKS_FUNDER'],
    ['FEE_ADJUSTMENT', 'SETTLEMENT', 'FLOW_LACKS_SUPPLIER'],
    ['REPAYMENT_REVERSAL', 'SETTLEMENT', 'FLOW_LACKS_FUNDER'],
    ['WRITE_OFF', 'RISK', 'FLOW_LACKS_FUNDER'],
    ['BUYER_LIMIT', 'RISK', 'FLOW_LACKS_FUNDER'],
    ['FINANCE_ORDER', 'OPERATIONS', 'FLOW_LACKS_SUPPLIER'],
    ['DIRECT_PAYMENT', 'SETTLEMENT', 'FLOW_LACKS_SUPPLIER'],
    ['DIRECT_PAYMENT_REVERSAL', 'SETTLEMENT', 'FLOW_LACKS_SUPPLIER'],
    ['PO_ADJUSTMENT', 'OPERATIONS', 'FLOW_LACKS_BUYER'],
    ['INVOICE_ADJUSTMENT', 'OPERATIONS', 'FLOW_LACKS_BUYER'],
    ['USER', 'OPERATIONS', 'FLOW_LACKS_DIRECTOR'],
  ] as const)('decide on %s: a flow that asks %s alone is refused', (type, role, refusal) => {
    expect(refusalOf(type, [by(role)])).toBe(refusal)
  })
  test.each([
    ['one person of the funder for any amount', [by('SETTLEMENT'), by('FUNDER')]],
    ['the second person of the funder above a higher amount', [by('SETTLEMENT'), by('FUNDER'), second('1000001')]],
    ['the funder above an amount only', [by('SETTLEMENT'), second('1'), second('1000000')]],
    ['settlement in place of the funder', [by('FUNDER', { roles: ['FUNDER', 'SETTLEMENT'] }), second('1000000'), by('RISK')]],
    ['the funder unless nobody is there', [by('SETTLEMENT'), by('FUNDER', { skippable: true }), second('1000000')]],
    ['the funder when somebody else was left out', [by('SETTLEMENT'), by('FUNDER', { standIn: true }), second('1000000')]],
  ])('are asked no less: a payment that asks %s is refused', (_, drafts) => {
    expect(refusalOf('PAYMENT', drafts)).toBe('FLOW_LACKS_FUNDER')
  })
  const pays = (party: 'SUPPLIER' | 'BUYER') => ({ when: [{ kind: 'PAYS_MORE' as const, party }] })
  test('are asked alone only about what has them: a fee adjustment may have no supplier and no buyer', () => {
    const shipped = defaultFlows.FEE_ADJUSTMENT
    expect(refusalOf('FEE_ADJUSTMENT', [...shipped, by('BUYER')])).toBe('FLOW_ROLE')
    expect(refusalOf('FEE_ADJUSTMENT', [...shipped, by('BUYER', pays('SUPPLIER'))])).toBe('FLOW_ROLE')
    expect(refusalOf('FEE_ADJUSTMENT', [...shipped, by('BUYER', { ...over('1'), mode: 'ALL' })])).toBe('FLOW_ROLE')
    expect(refusalOf('FEE_ADJUSTMENT', [...shipped, by('BUYER', { ...pays('BUYER'), mode: 'ALL' })])).toBe('none')
    expect(refusalOf('FEE_ADJUSTMENT', [by('SETTLEMENT'), by('BUYER', pays('BUYER'))])).toBe('FLOW_LACKS_SUPPLIER')
  })
  test('may be asked more often, by more people and at another place', () => {
    expect(refusalOf('PAYMENT', [second('5000'), by('FUNDER', { mode: 'ALL' }), by('SETTLEMENT')])).toBe('none')
    expect(refusalOf('PAYMENT', [by('SETTLEMENT'), by('FUNDER'), by('FUNDER')])).toBe('none')
    expect(refusalOf('WRITE_OFF', [by('FUNDER', { mode: 'ALL' })])).toBe('none')
    expect(refusalOf('WRITE_OFF', [by('RISK'), by('FUNDER')])).toBe('FLOW_LACKS_FUNDER')
    const both = [
      { kind: 'SHARE_OVER', percent: '10' },
      { kind: 'PAYS_MORE', party: 'FUNDER' },
      { kind: 'AMOUNT_OVER_USD', amount: '1' },
    ] as const
    const payers = [by('SUPPLIER', pays('SUPPLIER')), by('BUYER', pays('BUYER'))]
    expect(refusalOf('FEE_ADJUSTMENT', [by('SETTLEMENT'), ...payers, by('FUNDER', { when: both })])).toBe('none')
    expect(refusalOf('FEE_ADJUSTMENT', [by('SETTLEMENT'), ...payers, by('FUNDER', { when: both.slice(1) })])).toBe(
      'FLOW_LACKS_FUNDER',
    )
  })
  test('are asked once where a stored step has some of the conditions of the shipped one', () => {
    const share = (percent: string) => ({ kind: 'SHARE_OVER', percent }) as const
    const stored = namedSteps([by('FUNDER', { when: [share('5')], slaHours: 48 }), by('SETTLEMENT')])
    const inForce = flowInForce('FEE_ADJUSTMENT', stored)
    expect(inForce).toMatchObject([
      { seq: 1, node: 'FUNDER_CHECK', slaHours: 48, when: [share('5'), { kind: 'PAYS_MORE', party: 'FUNDER' }] },
      { seq: 2, node: 'SETTLEMENT_CHECK' },
      { seq: 3, node: 'SUPPLIER_CHECK' },
      { seq: 4, node: 'BUYER_CHECK' },
    ])
    expect(droppedSteps('FEE_ADJUSTMENT', inForce)).toEqual([])
  })
  test('get back in a stored flow the steps that it lacks, after its own', () => {
    const stored = namedSteps([by('SETTLEMENT'), by('RISK'), second('5000000')])
    const inForce = flowInForce('PAYMENT', stored)
    expect(inForce.slice(0, 3)).toEqual(stored)
    expect(inForce.slice(3)).toMatchObject([
      { seq: 4, node: 'FUNDER_SECOND_CHECK', roles: ['FUNDER'] },
      { seq: 5, node: 'FUNDER_THIRD_CHECK', roles: ['FUNDER'], when: over('1000000').when },
    ])
    expect(droppedSteps('PAYMENT', inForce)).toEqual([])
    expect(flowInForce('PAYMENT', namedSteps(defaultFlows.PAYMENT))).toEqual(defaultFlows.PAYMENT)
    expect(flowInForce('PAYMENT', undefined)).toEqual(defaultFlows.PAYMENT)
  })
})
