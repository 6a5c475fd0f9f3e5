import { notificationCalls } from '@usance/wire/notification/calls'
import { approvalPath } from '@usance/wire/workflow/approval-path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { type Flows, openFlows } from '../../testing/flows.ts'
import { openSeat, type Seat } from '../../testing/world.ts'
import type { Instance } from './instance.ts'
import { tellNobodyDecides } from './open-step.ts'

let flows: Flows
beforeAll(async () => {
  flows = await openFlows()
})
afterAll(() => flows.close())

/** What somebody reads of an approval in their seat. */
const toldOf = async (seat: Seat, businessNo: string) => {
  const { list } = await flows.portal.ask(seat, notificationCalls.list, { body: { pageSize: 100 } })
  return list
    .filter(({ params }) => params.businessNo === businessNo)
    .map(({ event, params, link }) => [event, params.comment ?? null, link])
}
const setSeat = ({ userId, companyId }: Seat, status: 'ENABLE' | 'DISABLE') =>
  flows.portal.look((tx) =>
    tx.updateTable('userCompanyRole').set({ status }).where('userId', '=', userId).where('companyId', '=', companyId).execute(),
  )

test('the outcome of an approval goes to the directors of the company once its maker works there no more', async () => {
  const { alderMaker, alderChecker, alderDirector } = flows.portal.seats
  const { birch } = flows.portal.world.companies
  const atBirch = await flows.portal.look(async (tx) => {
    await tx
      .insertInto('userCompanyRole')
      .values({ id: newId(), userId: alderMaker.userId, companyId: birch, role: 'SUPPLIER', userRoles: ['Maker'] })
      .execute()
    return openSeat(tx, alderMaker.userId, birch, 'SUPPLIER')
  })
  const stays = await flows.submit()
  await flows.decide(alderChecker, stays.businessNo, 'REJECTED', 'wrong date')
  // The maker of the company is told there, and neither elsewhere nor over the head of the directors.
  const edit = approvalPath({ businessType: 'FINANCE_ORDER', ...stays }, 'edit', 'SUPPLIER')
  expect(await toldOf(alderMaker, stays.businessNo)).toEqual([['APPROVAL_REJECTED', 'wrong date', edit]])
  expect([await toldOf(atBirch, stays.businessNo), await toldOf(alderDirector, stays.businessNo)]).toEqual([[], []])

  const left = await flows.submit()
  await setSeat(alderMaker, 'DISABLE')
  await flows.decide(alderChecker, left.businessNo, 'REJECTED', 'wrong amount')
  const view = approvalPath({ businessType: 'FINANCE_ORDER', ...left }, 'view', 'COMPANY')
  expect(await toldOf(alderDirector, left.businessNo)).toEqual([['APPROVAL_REJECTED', 'wrong amount', view]])
  expect(await toldOf(atBirch, left.businessNo)).toEqual([])
  // Also what was refused leads to the approval: the record may stand on a page that directors do not have.
  await setSeat(alderMaker, 'ENABLE')
  const refused = await flows.submit()
  await setSeat(alderMaker, 'DISABLE')
  await flows.decide(alderChecker, refused.businessNo, 'REFUSED', 'no such goods')
  const links = (await toldOf(alderDirector, refused.businessNo)).map(([, , link]) => link)
  expect(links).toEqual([approvalPath({ businessType: 'FINANCE_ORDER', ...refused }, 'view', 'COMPANY')])
  await setSeat(alderMaker, 'ENABLE')
})

test('that nobody may decide is told to the directors of the company once its maker is stopped', async () => {
  const { alderMaker, alderDirector } = flows.portal.seats
  const { businessNo, businessId } = await flows.submit()
  await flows.portal.look(async (tx) => {
    await tx.updateTable('appUser').set({ status: 'stop' }).where('id', '=', alderMaker.userId).execute()
    const instance = await tx
      .selectFrom('workflowInstance')
      .selectAll()
      .where('businessNo', '=', businessNo)
      .executeTakeFirstOrThrow()
    await tellNobodyDecides(tx, instance as Instance, 'SUPPLIER_CHECK', [])
  })
  const view = approvalPath({ businessType: 'FINANCE_ORDER', businessId, businessNo }, 'view', 'COMPANY')
  expect(await toldOf(alderDirector, businessNo)).toEqual([['APPROVAL_WITHOUT_DECIDER', null, view]])
})
