import { readFileSync } from 'node:fs'
import { namedSteps } from '@usance/domain/flow-definition'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { migrationsFolder } from '../../database/migrate.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { aConfirmedInvoice } from '../../testing/trade.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // The operator has every adjustment checked by its operations, whoever has answered it.
  const steps = namedSteps([
    { roles: ['BUYER', 'OPERATIONS'], mode: 'ANY', slaHours: 24 },
    { roles: ['OPERATIONS'], mode: 'ANY', slaHours: 24 },
    { roles: ['SETTLEMENT', 'RISK'], mode: 'ANY', slaHours: 24 },
  ])
  await portal.asOwner((db) =>
    db
      .insertInto('workflowDefinition')
      .values({ id: newId(), businessType: 'INVOICE_ADJUSTMENT', version: 1, steps: JSON.stringify(steps) })
      .execute(),
  )
})
afterAll(() => portal.close())

/** A deduction of a buyer, which its supplier alone answers. */
const aDeduction = async () => {
  const body = { type: 'DEDUCTION', refNo: 'BD-1', amount: '1000.00', date: '2025-03-01' } as const
  const invoiceId = await aConfirmedInvoice(portal)
  return (await portal.ask(portal.seats.cedarMaker, adjustmentCalls.add, { body: { ...body, invoiceId } })).no
}
const look = (seat: Seat, businessNo: string) =>
  portal.ask(seat, workflowCalls.history, { body: { businessNo, businessType: 'INVOICE_ADJUSTMENT', ifQueryTask: 'YES' } })
const asks = async (businessNo: string) => (await look(portal.seats.risk, businessNo)).steps.map(({ roles }) => roles)
const pass = async (seat: Seat, businessNo: string) => {
  const { currentNode, taskId } = await look(seat, businessNo)
  const decision = { businessNo, nodeName: currentNode!, taskId: taskId!, reviewType: 'PASSED' as const, approvalComments: '' }
  return portal.ask(seat, workflowCalls.approve, { body: decision })
}
/** The steps of an approval as the version before left them where a side answered alone. */
const asBefore = (no: string) =>
  sql`update workflow_instance i set steps = (select jsonb_agg(jsonb_set(s, '{roles}', '["SUPPLIER"]')) from jsonb_array_elements(i.steps) s)
    where business_no = ${no}`
const upgrade = () => {
  const text = readFileSync(`${migrationsFolder()}/1308-steps-of-staff.sql`, 'utf8')
  return portal.asOwner((db) => sql.raw(text).execute(db))
}
const asFlowSays = [['SUPPLIER'], ['OPERATIONS'], ['SETTLEMENT', 'RISK']]

test('the steps that a flow asks staff alone stay theirs where a side answers alone', async () => {
  const { alderChecker, operations, settlement } = portal.seats
  const no = await aDeduction()
  expect(await asks(no)).toEqual(asFlowSays)
  expect((await look(operations, no)).taskId).toBeNull()
  await pass(alderChecker, no)
  expect((await look(alderChecker, no)).taskId).toBeNull()
  await pass(operations, no)
  expect(await pass(settlement, no)).toEqual({ status: 'PASSED', nextNode: null })
})

test('approvals under way ask staff again in the steps that had become those of a side', async () => {
  const { alderChecker, operations2, settlement } = portal.seats
  const [early, late] = [await aDeduction(), await aDeduction()]
  await portal.asOwner(async (db) => {
    for (const no of [early, late]) await asBefore(no).execute(db)
  })
  // In the other one it is the turn of the second step, which nobody of the supplier may decide any more.
  await pass(alderChecker, late)
  expect(await asks(late)).toEqual([['SUPPLIER'], ['SUPPLIER'], ['SUPPLIER']])
  await upgrade()
  expect([await asks(early), await asks(late)]).toEqual([asFlowSays, asFlowSays])
  await pass(alderChecker, early)
  for (const no of [early, late]) {
    await pass(operations2, no)
    expect(await pass(settlement, no)).toEqual({ status: 'PASSED', nextNode: null })
  }
})

test('of a step of several roles of staff that stood open, each role is asked again', async () => {
  const { alderChecker, operations, risk } = portal.seats
  const no = await aDeduction()
  await pass(alderChecker, no)
  await pass(operations, no)
  const open = () =>
    portal.look((tx) =>
      tx
        .selectFrom('workflowTask as t')
        .innerJoin('workflowInstance as i', 'i.id', 't.instanceId')
        .select(['t.candidateRole', 't.companyId', 't.nodeName', 't.dueAt'])
        .where('i.businessNo', '=', no)
        .where('t.status', '=', 'OPEN')
        .orderBy('t.candidateRole')
        .execute(),
    )
  const before = await open()
  expect(before.map(({ candidateRole }) => candidateRole)).toEqual(['RISK', 'SETTLEMENT'])
  // As the version before left it: one task of the side that answers.
  await portal.asOwner(async (db) => {
    await asBefore(no).execute(db)
    await sql`delete from workflow_task t using workflow_instance i
      where i.id = t.instance_id and i.business_no = ${no} and t.status = 'OPEN' and t.candidate_role = 'RISK'`.execute(db)
    await sql`update workflow_task t set candidate_role = 'SUPPLIER', company_id = ${portal.world.companies.alder}
      from workflow_instance i where i.id = t.instance_id and i.business_no = ${no} and t.status = 'OPEN'`.execute(db)
  })
  await upgrade()
  expect(await open()).toEqual(before)
  expect((await look(alderChecker, no)).taskId).toBeNull()
  expect(await pass(risk, no)).toEqual({ status: 'PASSED', nextNode: null })
})
