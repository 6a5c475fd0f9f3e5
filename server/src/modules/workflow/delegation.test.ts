import { listCalls } from '@usance/wire/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, refusalOf } from '../../testing/portal.ts'
import { type Flows, openFlows } from './flow-fixture.ts'

let flows: Flows
let portal: Portal
let submit: Flows['submit']
let look: Flows['look']
let decide: Flows['decide']
let approveBody: Flows['approveBody']
beforeAll(async () => {
  flows = await openFlows()
  ;({ portal, submit, look, decide, approveBody } = flows)
})
afterAll(() => flows.close())
const { approve } = workflowCalls

describe('delegation', () => {
  const { delegate, delegations, endDelegation } = workflowCalls
  test('a colleague decides in the name of the one who delegated, as long as it runs', async () => {
    const { alderChecker, alderViewer, birchMaker } = portal.seats
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    expect((await refusalOf(portal.ask(alderChecker, delegate, { body: { toUserId: birchMaker.userId, ...days } }))).code).toBe(
      404,
    )
    const { id } = await portal.ask(alderChecker, delegate, { body: { toUserId: alderViewer.userId, ...days } })
    const { businessNo } = await submit()
    const inbox = await portal.ask(alderViewer, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })
    expect(inbox.total).toBe(1)
    await decide(alderViewer, businessNo)
    const line = (await look(alderChecker, businessNo)).detailDTOS.at(-1)
    expect(line).toMatchObject({ assigneeName: 'alder.viewer', onBehalfOf: 'alder.checker', operation: 'PASSED' })
    expect(await portal.ask(alderViewer, delegations, { body: {} })).toMatchObject([{ id, mine: false }])
    await portal.ask(alderChecker, endDelegation, { body: { id } })
    const later = await submit()
    expect((await refusalOf(portal.ask(alderViewer, approve, await approveBody(later.businessNo)))).error).toBe('NOT_YOUR_TASK')
  })

  test('a delegate sees no task that the delegator may no longer decide', async () => {
    const { alderChecker, alderViewer } = portal.seats
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    const { id } = await portal.ask(alderChecker, delegate, { body: { toUserId: alderViewer.userId, ...days } })
    const { businessNo } = await submit()
    const shown = async () =>
      (await portal.ask(alderViewer, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
    expect(await shown()).toBe(1)
    for (const permission of ['finance.finance-order.approve', 'approval.pass']) {
      const set = (roles: string) =>
        portal.look((tx) =>
          tx
            .updateTable('rolePermission')
            .set((eb) => ({ roles, version: eb('version', '+', 1) }))
            .where('permission', '=', permission)
            .execute(),
        )
      const { roles } = await portal.look((tx) =>
        tx.selectFrom('rolePermission').select('roles').where('permission', '=', permission).executeTakeFirstOrThrow(),
      )
      await set(roles.replace('S', ''))
      expect([permission, await shown()]).toEqual([permission, 0])
      await set(roles)
      expect(await shown()).toBe(1)
    }
    await portal.ask(alderChecker, endDelegation, { body: { id } })
  })

  test('nobody reaches their own object through a delegation', async () => {
    const { alderChecker, alderMaker } = portal.seats
    const days = { fromDate: '2025-03-03', toDate: '2025-03-07' }
    const { id } = await portal.ask(alderChecker, delegate, { body: { toUserId: alderMaker.userId, ...days } })
    const { businessNo } = await submit()
    expect((await refusalOf(portal.ask(alderMaker, approve, await approveBody(businessNo)))).error).toBe('MAKER_CANNOT_APPROVE')
    await portal.ask(alderChecker, endDelegation, { body: { id } })
  })
})
