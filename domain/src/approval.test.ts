import { describe, expect, it, test } from 'vitest'
import { type ApprovalInstance, type Approver, assigneesOf, checkedComment, type Decision, decide } from './approval.ts'
import { type ApprovalFacts, type ApprovalObject, defaultFlows, stepsFor } from './approval-flows.ts'
import { fromDecimal } from './money.ts'

const usd = (text: string) => fromDecimal(text, 'USD')
const nodes = (object: ApprovalObject, facts: ApprovalFacts = {}) =>
  stepsFor(defaultFlows[object], facts)
    .map(({ roles }) => roles.join('|'))
    .join(' ')

test.each<[ApprovalObject, ApprovalFacts, string]>([
  ['FINANCE_ORDER', { amountUsd: usd('100000.00') }, 'S O F'],
  ['FINANCE_ORDER', { amountUsd: usd('100000.01') }, 'S O R F'],
  ['FINANCE_ORDER', { amountUsd: usd('50000'), hasWarning: true }, 'S O R F'],
  ['FINANCE_ORDER', { amountUsd: usd('1000000.01') }, 'S O R F F'],
  ['KYC', { riskGrade: 'A' }, 'O R'],
  ['KYC', { riskGrade: 'E' }, 'O R T'],
  ['USER', { otherDirectors: 1 }, 'D'],
  ['USER', { otherDirectors: 0 }, 'O'],
  ['BANK_ACCOUNT', {}, 'O T'],
  ['LIMIT', { amountUsd: usd('2000000') }, 'R T F'],
  ['INVOICE_ADJUSTMENT', { percentHundredths: 500 }, 'B|O'],
  ['INVOICE_ADJUSTMENT', { percentHundredths: 501 }, 'B|O R'],
  ['PAYMENT', { amountUsd: usd('1000001') }, 'T F F'],
  ['REFUND', { isNewAccount: true }, 'T R F'],
  ['REPAYMENT', {}, 'T'],
  ['REPAYMENT', { isReversal: true }, 'T F'],
  ['FEE_ADJUSTMENT', { percentHundredths: 1001 }, 'T F'],
  ['WRITE_OFF', {}, 'R T F'],
])('%s with %o is decided by %s', (object, facts, expected) => expect(nodes(object, facts)).toBe(expected))

test('no object passes unseen, whatever its facts', () => {
  for (const flow of Object.values(defaultFlows)) expect(stepsFor(flow, {}).length).toBeGreaterThan(0)
  expect(() => stepsFor({ object: 'KYC', steps: [] }, {})).toThrow('nothing passes unseen')
})

describe('a comment', () => {
  it('is needed to deny and to reject, not to pass', () => {
    expect(checkedComment('PASSED', '')).toEqual({ ok: true, value: '' })
    expect(checkedComment('REJECTED', 'Buyer missing')).toEqual({ ok: true, value: 'Buyer missing' })
    expect(checkedComment('REJECTED', ' \n\t')).toMatchObject({ refusal: 'COMMENT_REQUIRED' })
  })
  it.each(['\u200b\u200d', '\u3164', '\u2800 \u00a0', '\ufeff', '\u202e'])(
    'of characters that nobody sees (%j) is none',
    (text) => expect(checkedComment('REFUSED', text)).toMatchObject({ refusal: 'COMMENT_REQUIRED' }),
  )
  it('is at most 500 characters long, counted as people count', () => {
    expect(checkedComment('REFUSED', '退'.repeat(500))).toMatchObject({ ok: true })
    expect(checkedComment('REFUSED', '😀'.repeat(500))).toMatchObject({ ok: true })
    expect(checkedComment('REFUSED', 'x'.repeat(501))).toMatchObject({ refusal: 'COMMENT_REQUIRED' })
    expect(checkedComment('PASSED', 'x'.repeat(501))).toMatchObject({ refusal: 'COMMENT_REQUIRED' })
  })
})

const steps = stepsFor(defaultFlows.WRITE_OFF, {})
const anInstance = (change: Partial<ApprovalInstance> = {}): ApprovalInstance => ({
  status: 'IN_APPROVE',
  makerId: 'maker',
  steps,
  currentSeq: 1,
  tasks: [
    { taskId: 't1', seq: 1, assigneeId: 'risk-1', onBehalfOf: null, status: 'OPEN' },
    { taskId: 't2', seq: 1, assigneeId: 'risk-2', onBehalfOf: null, status: 'OPEN' },
  ],
  ...change,
})
const pass: Decision = { taskId: 't1', actorId: 'risk-1', review: 'PASSED', comment: '' }

describe('a decision', () => {
  it('of one is enough where any may decide, and the others need not act', () => {
    const decided = decide(anInstance(), pass)
    expect(decided).toMatchObject({
      ok: true,
      value: { instance: { status: 'IN_APPROVE', currentSeq: 2 }, nextStep: { roles: ['T'] } },
    })
    expect(decided.ok && decided.value.instance.tasks.map(({ status }) => status)).toEqual(['PASSED', 'CANCELLED'])
  })
  it('of all is needed where all must decide', () => {
    const last = anInstance({
      currentSeq: 3,
      tasks: [
        { taskId: 't8', seq: 3, assigneeId: 'funder-1', onBehalfOf: null, status: 'OPEN' },
        { taskId: 't9', seq: 3, assigneeId: 'funder-2', onBehalfOf: null, status: 'OPEN' },
      ],
    })
    const first = decide(last, { ...pass, taskId: 't8', actorId: 'funder-1' })
    expect(first).toMatchObject({ value: { instance: { status: 'IN_APPROVE', currentSeq: 3 }, nextStep: null } })
    const second = first.ok && decide(first.value.instance, { ...pass, taskId: 't9', actorId: 'funder-2' })
    expect(second).toMatchObject({ value: { instance: { status: 'PASSED' }, nextStep: null } })
  })
  it('to deny sends back, to reject ends, and both cancel what is open', () => {
    for (const review of ['REJECTED', 'REFUSED'] as const) {
      const decided = decide(anInstance(), { ...pass, review, comment: 'Documents missing' })
      expect(decided).toMatchObject({ value: { instance: { status: review }, comment: 'Documents missing' } })
      expect(decided.ok && decided.value.instance.tasks.map(({ status }) => status)).toEqual([review, 'CANCELLED'])
    }
  })
  it('is refused to the maker, to a stranger and without a comment', () => {
    expect(decide(anInstance(), { ...pass, actorId: 'maker' })).toMatchObject({ refusal: 'MAKER_CANNOT_APPROVE' })
    expect(decide(anInstance(), { ...pass, actorId: 'risk-2' })).toMatchObject({ refusal: 'NOT_YOUR_TASK' })
    expect(decide(anInstance(), { ...pass, taskId: 'none' })).toMatchObject({ refusal: 'NOT_YOUR_TASK' })
    expect(decide(anInstance(), { ...pass, review: 'REJECTED' })).toMatchObject({ refusal: 'COMMENT_REQUIRED' })
  })
  it('comes too late when another was faster or the approval has ended', () => {
    const first = decide(anInstance(), pass)
    expect(first.ok && decide(first.value.instance, { ...pass, taskId: 't2', actorId: 'risk-2' })).toMatchObject({
      refusal: 'STALE_VERSION',
    })
    expect(decide(anInstance({ status: 'PASSED' }), pass)).toMatchObject({ refusal: 'ILLEGAL_TRANSITION' })
  })
  it('is the only one of a person in an approval', () => {
    const acted = anInstance({
      currentSeq: 2,
      tasks: [
        { taskId: 't1', seq: 1, assigneeId: 'both', onBehalfOf: null, status: 'PASSED' },
        { taskId: 't3', seq: 2, assigneeId: 'both', onBehalfOf: null, status: 'OPEN' },
      ],
    })
    expect(decide(acted, { ...pass, taskId: 't3', actorId: 'both' })).toMatchObject({ refusal: 'NOT_YOUR_TASK' })
  })
})

describe('the tasks of a step', () => {
  const risk = (userId: string): Approver => ({ userId, companyId: 'PLT', role: 'R' })
  const settlement: Approver = { userId: 'settle', companyId: 'PLT', role: 'T' }
  const away = {
    fromUserId: 'risk-1',
    toUserId: 'risk-2',
    companyId: 'PLT',
    role: 'R',
    fromDate: '2025-06-01',
    toDate: '2025-06-10',
  } as const
  const assign = (
    approvers: Approver[],
    delegations: (typeof away)[] = [],
    on = '2025-06-05',
    instance = anInstance({ tasks: [] }),
  ) =>
    assigneesOf(steps[0]!, instance, approvers, delegations, on).map(({ assigneeId, onBehalfOf }) =>
      onBehalfOf ? `${assigneeId} for ${onBehalfOf}` : assigneeId,
    )

  it('go to everybody of the role, never to the maker', () =>
    expect(assign([risk('risk-1'), risk('maker'), settlement])).toEqual(['risk-1']))
  it('go to the delegate while somebody is away, and say for whom', () => {
    const both = [risk('risk-1'), risk('risk-2')]
    expect(assign(both, [away])).toEqual(['risk-2 for risk-1'])
    expect(assign(both, [away], '2025-06-10')).toEqual(['risk-2 for risk-1'])
    expect(assign(both, [away], '2025-06-11')).toEqual(['risk-1', 'risk-2'])
  })
  it('stay where they are when the delegate lacks the role or is the maker', () => {
    expect(assign([risk('risk-1')], [away])).toEqual(['risk-1'])
    expect(assign([risk('risk-1'), risk('risk-2')], [away], '2025-06-05', anInstance({ makerId: 'risk-2', tasks: [] }))).toEqual([
      'risk-1',
    ])
  })
  it('pass over whoever has acted in this approval', () => {
    const tasks = [{ taskId: 't0', seq: 0, assigneeId: 'risk-1', onBehalfOf: null, status: 'PASSED' }] as const
    expect(assign([risk('risk-1'), risk('risk-2')], [], '2025-06-05', anInstance({ tasks }))).toEqual(['risk-2'])
  })
})
