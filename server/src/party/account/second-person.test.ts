import { accountCalls } from '@usance/wire/account/calls'
import { companyCalls } from '@usance/wire/company/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { aConfirmedInvoice, aSubmittedOrder, requestFor } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'
import { saveSigningRight } from './seats.ts'

// What takes two people still takes two after one of them has taken the other's seat away.
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Seats = { role: 'PLATFORM' | 'SUPPLIER'; userRoles: string[] }[]
/** An edit of a user: other values stay, but for the right to sign of whoever only reads. */
async function editOf(by: Seat, userId: string, companyCode: string | undefined, seats: Seats, email?: string) {
  const now = await portal.ask(by, accountCalls.detail, { body: { id: userId } })
  const body = {
    id: now.id,
    version: now.version,
    cname: now.cname,
    email: email ?? now.email,
    signatory: now.seats.some((seat) => seat.signatory) && !seats.every(({ userRoles }) => userRoles.includes('Viewer')),
    seats,
    ...(companyCode ? { companyCode } : {}),
  }
  return portal.ask(by, accountCalls.edit, { body: body as never })
}
const bd: Seats = [{ role: 'PLATFORM', userRoles: ['BD'] }]

test('the first set-up has ended for good: who takes the seats of operations away is left with what takes two', async () => {
  const { administrator, operations, operations2, settlement } = portal.seats
  // What is taken away holds at once.
  await portal.ask(administrator, accountCalls.disable, { body: { id: operations2.userId } })
  expect((await refusalOf(editOf(administrator, operations.userId, undefined, bd))).error).toBe('LAST_OF_OPERATIONS')
  expect((await refusalOf(portal.ask(administrator, accountCalls.disable, { body: { id: operations.userId } }))).error).toBe(
    'LAST_OF_OPERATIONS',
  )
  // Past the server, too: with nobody of operations left, a second person is still needed.
  await portal.look((tx) =>
    sql`update user_company_role set user_roles = '{BD}' where user_id = ${operations.userId}`.execute(tx),
  )
  const added = await portal.ask(administrator, accountCalls.add, {
    body: {
      userName: 'own.second',
      cname: 'Own Second',
      email: 'own.second@usance.test',
      signatory: false,
      seats: [{ role: 'PLATFORM', userRoles: ['Operations'] }],
    } as never,
  })
  expect(added.waitingNo).toMatch(/^UC-/)
  const moved = await editOf(
    administrator,
    settlement.userId,
    undefined,
    [{ role: 'PLATFORM', userRoles: ['Settlement'] }],
    'elsewhere@usance.test',
  )
  expect(moved.waitingNo).toMatch(/^UC-/)
  await expect(portal.asOwner((db) => sql`select 1 from first_set_up`.execute(db))).resolves.toMatchObject({ rows: [{}] })
  await expect(portal.look((tx) => sql`delete from first_set_up`.execute(tx))).rejects.toThrow('permission denied')
  await portal.look((tx) =>
    sql`update user_company_role set user_roles = '{Operations}' where user_id = ${operations.userId}`.execute(tx),
  )
})

test('the check of a supplier is not left out because its checker has lost the seat; it waits for a new one', async () => {
  const { alderDirector, alderChecker, alderMaker } = portal.seats
  const first = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  const node = async (businessNo: string) =>
    portal.ask(alderMaker, workflowCalls.history, { body: { businessNo, ifQueryTask: 'YES' } })
  expect((await node(first.orderNo)).currentNode).toBe('SUPPLIER_CHECK')
  await editOf(alderDirector, alderChecker.userId, undefined, [{ role: 'SUPPLIER', userRoles: ['Viewer'] }])
  const second = await aSubmittedOrder(portal, requestFor(portal, [await aConfirmedInvoice(portal)]))
  expect(await node(second.orderNo)).toMatchObject({ currentNode: 'SUPPLIER_CHECK' })
  expect((await node(second.orderNo)).steps[0]?.state).not.toBe('SKIPPED')
})

test('a role with business under way is not taken away from a company', async () => {
  const { operations } = portal.seats
  const { elm } = portal.world.companies
  await portal.look((tx) =>
    sql`update user_company_role set user_roles = '{Checker}' where user_id = ${portal.seats.alderChecker.userId}`.execute(tx),
  )
  await portal.look((tx) => saveSigningRight(tx, portal.seats.alderChecker.userId, portal.world.companies.alder, true))
  await aFundedOrder(portal)
  const now = await portal.ask(operations, companyCalls.anyDetail, { body: { id: elm } })
  const body = {
    id: elm,
    version: now.version,
    name: now.name,
    bizRegNo: now.bizRegNo,
    country: now.country,
    riskGrade: now.riskGrade ?? 'B',
    businessType: 'NORMAL',
    blockFlag: now.blockFlag ?? false,
    roles: ['BUYER'],
  }
  expect((await refusalOf(portal.ask(operations, companyCalls.edit, { body: body as never }))).data.fields).toMatchObject([
    { field: 'roles', message: 'ROLE_IN_USE' },
  ])
  const { n } = await portal.look((tx) =>
    tx
      .selectFrom('userCompanyRole')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('companyId', '=', elm)
      .where('status', '=', 'ENABLE')
      .executeTakeFirstOrThrow(),
  )
  expect(Number(n)).toBeGreaterThan(2)
})
