import { permissionRows } from '@usance/domain/permissions'
import { type Act, actOf } from '@usance/wire/act'
import { allCalls } from '@usance/wire/all-calls'
import { expect, test } from 'vitest'
import { grantable, keyMayCall } from './api-key.ts'

const everything = new Set<string>(permissionRows.map(({ permission }) => permission))
const offered = new Set(grantable(everything))
const calls = allCalls()
const acts = calls.flatMap(({ name, call }) => {
  const act = actOf(call)
  return act ? [{ name, call, act }] : []
})

/** What an act declares that makes it a decision of a person, in words. */
const decisionOf = ({ by, second, decidesOn, shows }: Act): string | undefined => {
  if (second === 'flow' || typeof second === 'object') return 'the actor is the second person'
  if (decidesOn) return 'staff decide alone'
  if (shows && second === 'nobody') return 'it binds at once, as shown'
  const { PLATFORM: _, ...companies } = by
  return Object.values(companies).some((hand) => hand === 'checking' || hand === 'either') ? 'a checker decides' : undefined
}

test('a key does no act that is a decision by what the act declares, whatever permissions it has', () => {
  const done = acts.filter(({ call }) => keyMayCall(call, everything))
  expect(done.flatMap(({ name, act }) => (decisionOf(act) ? [`${name}: ${decisionOf(act)}`] : []))).toEqual([])
  const names = new Set(done.map(({ name }) => name))
  const decisions = [
    'invoice.confirm',
    'purchaseOrder.confirm',
    'financeOrder.rightConfirmation',
    'contract.sign',
    'workflow.approve',
  ]
  const terms = ['intent.accept', 'financeOrder.acceptPrice', 'writeOff.request', 'payment.markPaid', 'repayment.recall']
  for (const name of [...decisions, ...terms]) expect(names, name).not.toContain(name)
  // Systems enter and prepare.
  for (const name of ['invoice.add', 'purchaseOrder.add', 'financeOrder.createOrder', 'repayment.match'])
    expect(names).toContain(name)
})

test('a key is the second person of nobody in an act whose handler asks for one only of some records', () => {
  const done = new Set(calls.filter(({ call }) => keyMayCall(call, everything)).map(({ name }) => name))
  for (const name of ['paymentFile.void', 'paymentFile.importReport']) {
    expect(acts.map((act) => act.name)).toContain(name)
    expect(done, name).not.toContain(name)
  }
  // Making a file only asks for its approval.
  expect(done).toContain('paymentFile.make')
})

test('a key is given no permission that is good for decisions alone', () => {
  const useless = [...offered].filter((permission) => {
    const writes = calls.filter(
      ({ call }) =>
        call.effect === 'write' &&
        typeof call.access === 'object' &&
        [call.access.permission].flat().some((named) => named === permission),
    )
    return writes.length > 0 && writes.every(({ call }) => !keyMayCall(call, new Set([permission])))
  })
  expect(useless).toEqual([])
  const decided = [...offered].filter((name) =>
    /\.(approve|confirm|dispute|signoff|pass|deny|reject|delegate|ar|write-off)$/.test(name),
  )
  expect(decided).toEqual([])
  for (const name of ['trading.invoice.add', 'finance.finance-order.add', 'finance.finance-order.edit', 'org.account.view'])
    expect(offered).toContain(name)
})
