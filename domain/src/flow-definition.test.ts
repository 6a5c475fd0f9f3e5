import { describe, expect, test } from 'vitest'
import { businessTypes, defaultFlows } from './approval-flows.ts'
import { type FlowDraft, namedSteps, soundFlow } from './flow-definition.ts'

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
    expect(soundFlow('INVOICE_ADJUSTMENT', [by('RISK', { roles: ['BUYER', 'RISK'] })]).ok).toBe(true)
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
