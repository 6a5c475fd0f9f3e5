import { configChangeCalls } from '@usance/wire/config-change/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, passAll, requestFor } from '../../testing/trade.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const rowOf = (permission: string) =>
  portal.look((tx) =>
    tx.selectFrom('rolePermission').select(['roles', 'version']).where('permission', '=', permission).executeTakeFirstOrThrow(),
  )
/** Puts forward that the role of a letter loses a permission. */
async function take(letter: string, permission: string) {
  const { roles, version } = await rowOf(permission)
  const values = { changes: [{ permission, roles: roles.replace(letter, ''), version }] }
  return portal.ask(portal.seats.administrator, configChangeCalls.propose, { body: { kind: 'ROLE', values } })
}
/** Puts forward that one role of staff alone decides on a kind of object. */
const flow = (targetId: string, role: 'RISK' | 'SETTLEMENT' | 'OPERATIONS', version: number) =>
  portal.ask(portal.seats.administrator, configChangeCalls.propose, {
    body: { kind: 'WORKFLOW', targetId, version, values: { steps: [{ roles: [role], mode: 'ANY', slaHours: 8 }] } } as never,
  })
const faultOf = async (asked: Promise<unknown>) => (await refusalOf(asked)).data.fields[0]

test('no matrix takes from a role of a flow what it needs to decide, and no flow asks a role that lacks it', async () => {
  const stuck = (permission: string) => ({ field: 'changes', message: 'ROLE_DECIDES', params: { permission } })
  expect(await faultOf(take('F', 'finance.finance-order.approve'))).toEqual(stuck('finance.finance-order.approve'))
  expect(await faultOf(take('B', 'approval.pass'))).toEqual(stuck('approval.pass'))
  // What no flow rests on is given and taken as before.
  await passAll(portal, (await take('R', 'approval.delegate')).no, 'ROLE')
  expect((await rowOf('approval.delegate')).roles).not.toContain('R')

  // The page of approvals is needed to decide on any of them.
  await portal.look((tx) =>
    tx.updateTable('rolePermission').set({ roles: 'SBFDORAU' }).where('permission', '=', 'approval.view').execute(),
  )
  expect(await faultOf(flow('ROLE', 'SETTLEMENT', 0))).toEqual({ field: 'steps', message: 'FLOW_ROLE' })
  await portal.look((tx) =>
    tx.updateTable('rolePermission').set({ roles: 'SBFDORTAU' }).where('permission', '=', 'approval.view').execute(),
  )
})

test('of a matrix and a flow that wait together, the second to pass is refused where nobody could decide any more', async () => {
  // Only the flow of company files asks for this right of risk.
  const changed = await take('R', 'system.company.approve').catch(() => undefined)
  expect(changed).toBeUndefined()
  await passAll(portal, (await flow('KYC', 'OPERATIONS', 0)).no, 'WORKFLOW')
  const back = await flow('KYC', 'RISK', 1)
  const taken = await take('R', 'system.company.approve')
  await passAll(portal, taken.no, 'ROLE')
  expect(await faultOf(passAll(portal, back.no, 'WORKFLOW'))).toEqual({ field: 'steps', message: 'FLOW_ROLE' })
})

test('an approval under way keeps those who can decide on it, though its flow has changed', async () => {
  await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal, { amount: '200000.00' })]))
  const steps = [
    { roles: ['SUPPLIER'], mode: 'ANY', slaHours: 8, skippable: true },
    { roles: ['OPERATIONS'], mode: 'ANY', slaHours: 8 },
    { roles: ['FUNDER'], mode: 'ANY', slaHours: 8 },
    { roles: ['FUNDER'], mode: 'ANY', slaHours: 8, when: [{ kind: 'AMOUNT_OVER_USD', amount: '1000000' }] },
  ]
  const { no } = await portal.ask(portal.seats.administrator, configChangeCalls.propose, {
    body: { kind: 'WORKFLOW', targetId: 'FINANCE_ORDER', version: 0, values: { steps } } as never,
  })
  await passAll(portal, no, 'WORKFLOW')
  // Of the order that waits, risk is asked after the check of its documents.
  expect(await faultOf(take('R', 'finance.finance-order.approve'))).toMatchObject({ message: 'ROLE_DECIDES' })
})
