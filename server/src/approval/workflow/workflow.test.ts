import { randomUUID } from 'node:crypto'
import { homeCalls } from '@usance/wire/home/calls'
import { listCalls } from '@usance/wire/list'
import { approvalPath } from '@usance/wire/workflow/approval-path'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { doneTaskList, openTaskList, ownApprovalList } from '@usance/wire/workflow/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { Refused } from '../../http/refused.ts'
import { addUser } from '../../party/company/register.ts'
import { type Flows, openFlows } from '../../testing/flows.ts'
import { type Portal, refusalOf } from '../../testing/portal.ts'
import { openSeat, type Seat, testPassword } from '../../testing/world.ts'
import { cancelFlow } from './cancel-flow.ts'
import { escalateTasks } from './escalate.ts'

let flows: Flows
let portal: Portal
let submit: Flows['submit']
let look: Flows['look']
let decide: Flows['decide']
let approveBody: Flows['approveBody']
let outcomes: string[]
let actAs: Flows['actAs']
let openTask: Flows['openTask']
beforeAll(async () => {
  flows = await openFlows()
  ;({ portal, submit, look, decide, approveBody, outcomes, actAs, openTask } = flows)
})
beforeEach(() => {
  outcomes.length = 0
  flows.object.content = 'as submitted'
})
afterAll(() => flows.close())
const { approve } = workflowCalls
const businessType = 'FINANCE_ORDER'

describe('the way of a finance order', () => {
  test('goes step by step to PASSED, each decided by the party it belongs to', async () => {
    const { businessNo } = await submit()
    const { alderChecker, operations, elmChecker } = portal.seats
    expect(await decide(alderChecker, businessNo)).toEqual({ status: 'IN_APPROVE', nextNode: 'DOCUMENT_CHECK' })
    expect(await decide(operations, businessNo)).toEqual({ status: 'IN_APPROVE', nextNode: 'FUNDER_CHECK' })
    expect(outcomes).toEqual([])
    expect(await decide(elmChecker, businessNo)).toEqual({ status: 'PASSED', nextNode: null })
    expect(outcomes).toEqual([`${businessNo} passed`])
    const seen = await look(portal.seats.alderMaker, businessNo)
    expect(seen.detailDTOS.map((row) => [row.operation, row.assigneeName])).toEqual([
      ['SUBMITTED', 'alder.maker'],
      ['PASSED', 'alder.checker'],
      ['PASSED', 'Usance Platform'],
      ['PASSED', 'Elm Trade Bank'],
    ])
    expect(seen.steps.map((step) => step.state)).toEqual(['DONE', 'DONE', 'NOT_NEEDED', 'DONE', 'NOT_NEEDED'])
    expect(seen).toMatchObject({ status: 'PASSED', currentNode: null, taskId: null })
  })

  test('above a million dollars two different people of the funder pass it', async () => {
    // 152,439,025 yen at 149.35 is 1,020,683 dollars.
    const { businessNo } = await submit(undefined, { amount: '152439025', currency: 'JPY' })
    const { alderChecker, operations, risk, elmChecker, elmChecker2 } = portal.seats
    for (const seat of [alderChecker, operations, risk]) await decide(seat, businessNo)
    expect(await decide(elmChecker, businessNo)).toEqual({ status: 'IN_APPROVE', nextNode: 'FUNDER_SECOND_CHECK' })
    expect((await look(elmChecker, businessNo)).taskId).toBeNull()
    expect((await refusalOf(portal.ask(elmChecker, approve, await approveBody(businessNo)))).error).toBe('NOT_YOUR_TASK')
    expect((await decide(elmChecker2, businessNo)).status).toBe('PASSED')
  })

  test('the supplier step is left out when nobody but the maker could decide it', async () => {
    const { birch } = portal.world.companies
    const { businessNo } = await submit(portal.seats.birchMaker, { supplierId: birch })
    const seen = await look(portal.seats.birchMaker, businessNo)
    expect(seen).toMatchObject({ currentNode: 'DOCUMENT_CHECK', taskId: null })
    expect(seen.steps[0]!.state).toBe('SKIPPED')
  })

  test('any warning sends it to risk', async () => {
    const { businessNo } = await submit(undefined, { warnings: ['ROUND_SUM'] })
    await decide(portal.seats.alderChecker, businessNo)
    expect((await decide(portal.seats.operations, businessNo)).nextNode).toBe('RISK_CHECK')
  })

  test('an approver without the permission for orders neither sees nor decides an order', async () => {
    const { alderChecker } = portal.seats
    const { businessNo } = await submit()
    const order = 'finance.finance-order.approve'
    const grant = (roles: string) =>
      portal.look((tx) =>
        tx.updateTable('rolePermission').set({ roles, version: sql`version + 1` }).where('permission', '=', order).execute(),
      )
    const inbox = async (seat: Seat) =>
      (await portal.ask(seat, listCalls(openTaskList).pageList, { body: { filterFields: { businessNo } } })).total
    expect(await inbox(alderChecker)).toBe(1)
    await grant('FOR')
    await expect.poll(async () => (await look(alderChecker, businessNo)).taskId).toBeNull()
    expect(await inbox(alderChecker)).toBe(0)
    for (const review of ['PASSED', 'REJECTED', 'REFUSED'] as const)
      expect((await refusalOf(portal.ask(alderChecker, approve, await approveBody(businessNo, review, 'no')))).error).toBe(
        'NOT_YOUR_TASK',
      )
    await grant('SFOR')
    await expect.poll(async () => (await look(alderChecker, businessNo)).taskId).not.toBeNull()
    expect((await decide(alderChecker, businessNo)).nextNode).toBe('DOCUMENT_CHECK')
  })

  test('those asked are told, and see it in their inbox', async () => {
    const { businessNo } = await submit()
    const inbox = listCalls(openTaskList).pageList
    const mine = async (seat: Seat) => (await portal.ask(seat, inbox, { body: { filterFields: { businessNo } } })).total
    expect(await mine(portal.seats.alderChecker)).toBe(1)
    expect(await mine(portal.seats.alderMaker)).toBe(0)
    expect(await mine(portal.seats.elmChecker)).toBe(0)
    const told = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select('userId')
        .where('event', '=', 'APPROVAL_WAITING')
        .where('params', '@>', JSON.stringify({ businessNo }) as never)
        .execute(),
    )
    expect(told.map((row) => row.userId)).toEqual([portal.seats.alderChecker.userId])
    await decide(portal.seats.alderChecker, businessNo)
    expect(await mine(portal.seats.alderChecker)).toBe(0)
    expect((await portal.ask(portal.seats.alderChecker, workflowCalls.counts, { body: {} })).done).toBeGreaterThan(0)
  })
})

describe('somebody with several seats in one company', () => {
  test('is notified in the seat of the task, and sees it on Home in the other seat', async () => {
    const { alderDirector, alderMaker } = portal.seats
    const supplierSeat = await portal.look(async (tx) => {
      const { userId, companyId } = alderDirector
      await tx
        .insertInto('userCompanyRole')
        .values({ id: newId(), userId, companyId, role: 'SUPPLIER', userRoles: ['Director'] })
        .execute()
      return openSeat(tx, userId, companyId, 'SUPPLIER')
    })
    const home = (seat: Seat) => portal.ask(seat, homeCalls.summary, { body: {} })
    const before = (await home(supplierSeat)).todos.find(({ kind }) => kind === 'APPROVALS')?.count ?? 0
    const { businessId, businessNo } = await submit()
    expect((await home(alderDirector)).todos).toContainEqual({
      kind: 'APPROVALS_OF_SEAT',
      role: 'SUPPLIER',
      count: before + 1,
      amounts: [],
    })
    expect((await home(supplierSeat)).todos.map(({ kind }) => kind)).not.toContain('APPROVALS_OF_SEAT')
    // A colleague with one seat, and a maker whose other seats decide nothing, get none.
    expect((await home(alderMaker)).todos.map(({ kind }) => kind)).not.toContain('APPROVALS_OF_SEAT')
    const links = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select(['userId', 'link'])
        .where('event', '=', 'APPROVAL_WAITING')
        .where('params', '@>', JSON.stringify({ businessNo }) as never)
        .execute(),
    )
    expect(links).toContainEqual({
      userId: alderDirector.userId,
      link: approvalPath({ businessNo, businessType, businessId }, 'approve', 'SUPPLIER'),
    })
    await decide(supplierSeat, businessNo)
    const left = (await home(alderDirector)).todos.find(({ kind }) => kind === 'APPROVALS_OF_SEAT')?.count ?? 0
    expect(left).toBe(before)
    const inOtherSeat = { body: { filterFields: { businessNo } } }
    const done = await portal.ask(alderDirector, listCalls(doneTaskList).pageList, inOtherSeat)
    expect(done.list).toMatchObject([{ businessNo, seat: 'SUPPLIER' }])
    await portal.look((tx) =>
      tx
        .updateTable('userCompanyRole')
        .set({ status: 'DISABLE' })
        .where('userId', '=', alderDirector.userId)
        .where('role', '=', 'SUPPLIER')
        .execute(),
    )
  })
})

describe('what was sent back', () => {
  test('opens in the seat that submitted it, from the notice and from the list', async () => {
    const { alderMaker, alderChecker } = portal.seats
    const { businessNo, businessId } = await submit()
    await decide(alderChecker, businessNo, 'REJECTED', 'wrong date')
    const mine = await portal.ask(alderMaker, listCalls(ownApprovalList).pageList, { body: { filterFields: { businessNo } } })
    expect(mine.list).toMatchObject([{ businessNo, status: 'REJECTED', seat: 'SUPPLIER' }])
    const told = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select('link')
        .where('userId', '=', alderMaker.userId)
        .where('params', '@>', JSON.stringify({ businessNo }) as never)
        .execute(),
    )
    expect(told).toContainEqual({ link: approvalPath({ businessNo, businessType, businessId }, 'edit', 'SUPPLIER') })
  })
})

describe('maker and checker', () => {
  test('a submission without a second person is refused, and names the party that lacks people', async () => {
    const { elmChecker, elmChecker2 } = portal.seats
    const sent = (makerIds: string[], extra: object = {}) =>
      submit(undefined, { makerIds, ...extra }).then(
        () => 'sent',
        (error: unknown) => (error instanceof Refused ? [error.refusal, error.data] : error),
      )
    const refused = ['NOBODY_LEFT_TO_DECIDE', { company: 'Elm Trade Bank' }]
    expect(await sent([elmChecker.userId])).toBe('sent')
    expect(await sent([elmChecker.userId, elmChecker2.userId])).toEqual(refused)
    // Above a million dollars two people of the funder must decide, and one is left.
    expect(await sent([elmChecker.userId], { amount: '152439025', currency: 'JPY' })).toEqual(refused)
    expect(await sent([], { amount: '152439025', currency: 'JPY' })).toBe('sent')
  })

  test('a maker never decides on their own order, whichever seat they take', async () => {
    const { alder, elm } = portal.world.companies
    const { businessNo } = await submit()
    const both = await portal.look(async (tx) => {
      const { userId } = portal.seats.alderMaker
      await tx
        .updateTable('userCompanyRole')
        .set({ userRoles: ['Maker', 'Checker'] })
        .where('userId', '=', userId)
        .where('companyId', '=', alder)
        .execute()
      await tx
        .insertInto('userCompanyRole')
        .values({ id: randomUUID(), userId, companyId: elm, role: 'FUNDER', userRoles: ['Checker'] })
        .execute()
      return openSeat(tx, userId, elm, 'FUNDER')
    })
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, approve, await approveBody(businessNo)))).error).toBe(
      'MAKER_CANNOT_APPROVE',
    )
    await decide(portal.seats.alderChecker, businessNo)
    await decide(portal.seats.operations, businessNo)
    expect((await refusalOf(portal.ask(both, approve, await approveBody(businessNo)))).error).toBe('ACTED_FOR_ANOTHER_PARTY')
    await portal.look((tx) =>
      sql`update user_company_role set user_roles = '{Maker}', status = case when company_id = ${alder} then 'ENABLE' else 'DISABLE' end
        where user_id = ${both.userId}`.execute(tx),
    )
  })

  test("another company's task answers as one that does not exist", async () => {
    const { businessNo } = await submit()
    const real = await refusalOf(portal.ask(portal.seats.firChecker, approve, await approveBody(businessNo)))
    const none = await refusalOf(
      portal.ask(portal.seats.firChecker, approve, {
        body: { businessNo, nodeName: 'SUPPLIER_CHECK', taskId: randomUUID(), reviewType: 'PASSED', approvalComments: '' },
      }),
    )
    expect([real.code, real.data]).toEqual([404, none.data])
    expect((await refusalOf(portal.ask(portal.seats.operations, approve, await approveBody(businessNo)))).error).toBe('NOT_FOUND')
    expect((await refusalOf(look(portal.seats.firChecker, businessNo))).code).toBe(404)
    // The buyer is not asked, so the approval of the order is none of its business.
    expect((await refusalOf(look(portal.seats.cedarChecker, businessNo))).code).toBe(404)
  })

  test('a viewer, and staff of another role, are not asked', async () => {
    const { businessNo } = await submit()
    expect((await refusalOf(portal.ask(portal.seats.alderViewer, approve, await approveBody(businessNo)))).error).toBe(
      'NOT_YOUR_TASK',
    )
    await decide(portal.seats.alderChecker, businessNo)
    expect((await refusalOf(portal.ask(portal.seats.risk, approve, await approveBody(businessNo)))).error).toBe('NOT_YOUR_TASK')
  })
})

describe('sending back and refusing', () => {
  test.each(['REJECTED', 'REFUSED'] as const)('%s needs a comment somebody can read', async (review) => {
    const { businessNo } = await submit()
    for (const comment of ['', '  \n', '\u200b\u2800']) {
      const refusal = await refusalOf(
        portal.ask(portal.seats.alderChecker, approve, await approveBody(businessNo, review, comment)),
      )
      expect(refusal).toMatchObject({ error: 'COMMENT_REQUIRED', code: 20005 })
      expect(refusal.data.fields[0].field).toBe('approvalComments')
    }
    expect((await look(portal.seats.alderChecker, businessNo)).status).toBe('IN_APPROVE')
    expect((await decide(portal.seats.alderChecker, businessNo, review, ' The bill of lading is missing. ')).status).toBe(review)
    expect(outcomes).toEqual([`${businessNo} ${review.toLowerCase()}: The bill of lading is missing.`])
  })

  test('what was sent back may be submitted again and keeps its history', async () => {
    const { businessId, businessNo } = await submit()
    await decide(portal.seats.alderChecker, businessNo, 'REJECTED', 'Wrong account.')
    const own = async (seat: Seat) =>
      (await portal.ask(seat, listCalls(ownApprovalList).pageList, { body: { filterFields: { businessNo } } })).list!
    expect(await own(portal.seats.alderMaker)).toMatchObject([
      { status: 'REJECTED', nodeName: null, auditComment: 'Wrong account.', businessType: 'FINANCE_ORDER' },
    ])
    for (const other of [portal.seats.alderChecker, portal.seats.birchMaker]) expect(await own(other)).toEqual([])
    // Its maker is led to where it is corrected, not only to where it stands.
    const told = await portal.look((tx) =>
      tx
        .selectFrom('notification')
        .select(['userId', 'link'])
        .where('event', '=', 'APPROVAL_REJECTED')
        .where('params', '@>', JSON.stringify({ businessNo }) as never)
        .execute(),
    )
    expect(told).toEqual([
      {
        userId: portal.seats.alderMaker.userId,
        link: approvalPath({ businessNo, businessType, businessId }, 'edit', 'SUPPLIER'),
      },
    ])
    await submit(undefined, { businessId, businessNo })
    expect(await own(portal.seats.alderMaker)).toMatchObject([{ status: 'IN_APPROVE', nodeName: 'SUPPLIER_CHECK' }])
    const seen = await look(portal.seats.alderChecker, businessNo)
    expect(seen).toMatchObject({ round: 2, status: 'IN_APPROVE', currentNode: 'SUPPLIER_CHECK' })
    expect(seen.detailDTOS.map((row) => [row.round, row.operation])).toEqual([
      [1, 'SUBMITTED'],
      [1, 'REJECTED'],
      [2, 'SUBMITTED'],
    ])
    expect((await decide(portal.seats.alderChecker, businessNo)).nextNode).toBe('DOCUMENT_CHECK')
  })

  test('whoever submitted an earlier round is a maker still', async () => {
    const { businessId, businessNo } = await submit()
    await decide(portal.seats.alderChecker, businessNo, 'REJECTED', 'Wrong account.')
    await submit(portal.seats.alderDirector, { businessId, businessNo })
    await portal.look((tx) =>
      tx
        .updateTable('userCompanyRole')
        .set({ userRoles: ['Maker', 'Checker'] })
        .where('userId', '=', portal.seats.alderMaker.userId)
        .execute(),
    )
    expect((await refusalOf(portal.ask(portal.seats.alderMaker, approve, await approveBody(businessNo)))).error).toBe(
      'MAKER_CANNOT_APPROVE',
    )
  })

  test('withdrawing cancels the open tasks', async () => {
    const { businessId, businessNo } = await submit()
    const body = await approveBody(businessNo)
    expect(await actAs(portal.seats.alderMaker, (context) => cancelFlow(context, 'FINANCE_ORDER', businessId))).toBe(true)
    expect((await refusalOf(portal.ask(portal.seats.alderChecker, approve, body))).error).toBe('STALE_VERSION')
    expect((await look(portal.seats.alderMaker, businessNo)).status).toBe('WITHDRAWN')
  })
})

describe('a decision is about what is there now', () => {
  test('an unknown review type changes nothing', async () => {
    const { businessNo } = await submit()
    const { body } = await approveBody(businessNo)
    const refusal = await refusalOf(
      portal.ask(portal.seats.alderChecker, approve, { body: { ...body, reviewType: 'IN_APPROVE' as never } }),
    )
    expect(refusal.code).toBe(400)
  })

  test('a node the browser names never skips a step', async () => {
    const { businessNo } = await submit()
    const { body } = await approveBody(businessNo)
    const jump = { body: { ...body, nodeName: 'FUNDER_CHECK' } }
    expect((await refusalOf(portal.ask(portal.seats.alderChecker, approve, jump))).error).toBe('STALE_VERSION')
    expect((await openTask(businessNo)).nodeName).toBe('SUPPLIER_CHECK')
  })

  test('an order that changed after it was submitted cannot be passed, but can be sent back', async () => {
    const { businessNo } = await submit()
    flows.object.content = 'another payee'
    expect((await refusalOf(portal.ask(portal.seats.alderChecker, approve, await approveBody(businessNo)))).error).toBe(
      'CONTENT_CHANGED',
    )
    expect((await decide(portal.seats.alderChecker, businessNo, 'REJECTED', 'It changed.')).status).toBe('REJECTED')
  })

  test('a refusal of the object itself undoes the decision', async () => {
    const { businessNo } = await submit()
    await decide(portal.seats.alderChecker, businessNo)
    await decide(portal.seats.operations, businessNo)
    const { passed } = flows.decision
    flows.decision.passed = async () => {
      throw new Refused('LIMIT_EXCEEDED')
    }
    expect((await refusalOf(portal.ask(portal.seats.elmChecker, approve, await approveBody(businessNo)))).error).toBe(
      'LIMIT_EXCEEDED',
    )
    flows.decision.passed = passed
    expect((await look(portal.seats.elmChecker, businessNo)).detailDTOS.at(-1)).toMatchObject({ nodeName: 'DOCUMENT_CHECK' })
    expect((await decide(portal.seats.elmChecker, businessNo)).status).toBe('PASSED')
  })

  test('the same decision sent twice with one key is one decision', async () => {
    const { businessNo } = await submit()
    const { body } = await approveBody(businessNo)
    const twice = { body: { ...body, idempotencyKey: `key-${businessNo}` } }
    const first = await portal.ask(portal.seats.alderChecker, approve, twice)
    expect(await portal.ask(portal.seats.alderChecker, approve, twice)).toEqual(first)
    expect((await refusalOf(portal.ask(portal.seats.alderChecker, approve, { body }))).error).toBe('STALE_VERSION')
  })

  test('of 24 people who decide at once exactly one does', async () => {
    const { elm } = portal.world.companies
    const crowd = await portal.look(async (tx) => {
      const seats: Seat[] = []
      for (let n = 0; n < 24; n++) {
        const userId = await addUser(tx, {
          userName: `elm.crowd${n}`,
          cname: `Crowd ${n}`,
          email: `elm.crowd${n}@usance.test`,
          seats: [{ companyId: elm, role: 'FUNDER', userRoles: ['Checker'] }],
          password: testPassword,
        })
        seats.push(await openSeat(tx, userId, elm, 'FUNDER'))
      }
      return seats
    })
    const { businessNo } = await submit()
    await decide(portal.seats.alderChecker, businessNo)
    await decide(portal.seats.operations, businessNo)
    const request = await approveBody(businessNo)
    const answers = await Promise.all(
      crowd.map((seat, n) =>
        portal
          .ask(seat, approve, {
            body: { ...request.body, reviewType: n % 2 ? 'PASSED' : 'REJECTED', approvalComments: `Seen by ${n}.` },
          })
          .then((answer) => answer.status)
          .catch((refusal) => refusal.error as string),
      ),
    )
    expect(answers.filter((answer) => answer !== 'STALE_VERSION')).toHaveLength(1)
    expect(outcomes).toHaveLength(1)
    const lines = (await look(portal.seats.elmChecker, businessNo)).detailDTOS.filter((row) => row.nodeName === 'FUNDER_CHECK')
    expect(lines).toHaveLength(1)
    await portal.look((tx) => tx.updateTable('appUser').set({ status: 'stop' }).where('userName', 'like', 'elm.crowd%').execute())
  })
})

test('a step of ALL passes when everybody of the role has passed it', async () => {
  const { businessNo } = await submit(undefined, { businessType: 'WRITE_OFF' })
  const pass = async (seat: Seat) => {
    const { body } = await approveBody(businessNo)
    return portal.ask(seat, approve, { body })
  }
  const { risk, settlement, elmChecker, elmChecker2 } = portal.seats
  await pass(risk)
  await pass(settlement)
  expect(await pass(elmChecker)).toEqual({ status: 'IN_APPROVE', nextNode: 'FUNDER_CHECK' })
  expect((await refusalOf(pass(elmChecker))).error).toBe('NOT_YOUR_TASK')
  expect(await pass(elmChecker2)).toEqual({ status: 'PASSED', nextNode: null })
})

test('a task past its time is passed on once', async () => {
  const { businessNo } = await submit()
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000)
  expect(await portal.look((tx) => escalateTasks(tx, inThreeDays))).toBeGreaterThan(0)
  expect(await portal.look((tx) => escalateTasks(tx, inThreeDays))).toBe(0)
  expect((await look(portal.seats.alderMaker, businessNo)).detailDTOS.at(-1)!.operation).toBe('ESCALATED')
})
