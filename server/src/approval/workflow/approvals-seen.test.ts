import { type BusinessType, businessTypes } from '@usance/domain/approval-flows'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../database/id.ts'
import { actAs, aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, Refusal } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'
import { kindsAsTheirPage } from './approvals-seen.ts'
import { startFlow } from './start-flow.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
  await portal.look((tx) =>
    sql`update role_permission set roles = roles || 'SBF', version = version + 1 where permission = 'approval.view'`.execute(tx),
  )
}, 120_000)
afterAll(() => portal.close())

const isAnswered = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

/** Who reads history or facts of an approval. */
async function readersOf(subject: { businessNo: string; businessId: string; businessType: BusinessType }): Promise<string[]> {
  const readers: string[] = []
  for (const [name, seat] of Object.entries(portal.seats))
    for (const call of [workflowCalls.history, workflowCalls.facts])
      for (const body of [subject, { businessNo: subject.businessNo }])
        if (await isAnswered(portal.ask(seat, call, { body }))) readers.push(name)
  return [...new Set(readers)]
}

/** Ends an approval that asked nobody, so that no seat reads it for being asked. */
const askNobody = (businessId: string) =>
  portal.look(async (tx) => {
    const ended = await tx
      .updateTable('workflowInstance')
      .set({ status: 'PASSED', steps: '[]' })
      .where('businessId', '=', businessId)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('workflowTask').set({ status: 'CANCELLED' }).where('instanceId', '=', ended.id).execute()
  })

test.each(kindsAsTheirPage)(
  'an approval (%s) of a record that nobody reads is told to nobody but its maker',
  async (businessType) => {
    const { alder, cedar, elm } = portal.world.companies
    const subject = { businessType, businessId: newId(), businessNo: `FO-2025-9000${10 + businessTypes.indexOf(businessType)}` }
    await actAs(portal, portal.seats.elmMaker, (context) =>
      startFlow(context, {
        ...subject,
        title: 'Alder Textiles Ltd',
        contentHash: 'x',
        amount: '50000.00',
        currency: 'USD',
        supplierId: alder,
        buyerId: cedar,
        funderId: elm,
        link: '/x',
      }),
    )
    await askNobody(subject.businessId)
    expect((await readersOf(subject)).filter((name) => name !== 'elmMaker')).toEqual([])
  },
)

test.each(['PAYMENT', 'RELEASE', 'REFUND'] as const)(
  'an approval of a payment (%s) is told to those who see the payment, and to those who took part in the approval',
  async (businessType) => {
    const { orderId } = await aFundedOrder(portal)
    const { id } = await portal.look((tx) =>
      tx
        .selectFrom('payment')
        .select('id')
        .where('orderId', '=', orderId)
        .where('type', '=', 'FUNDING')
        .executeTakeFirstOrThrow(),
    )
    await portal.asOwner(async (db) => {
      await sql`set session_replication_role = replica`.execute(db)
      await sql`update payment set type = ${businessType === 'PAYMENT' ? 'FUNDING' : businessType} where id = ${id}`.execute(db)
      await sql`update workflow_instance set business_type = ${businessType} where business_id = ${id}`.execute(db)
    })
    const subject = await portal.look((tx) =>
      tx
        .selectFrom('workflowInstance')
        .select(['id', 'businessNo', 'makerId'])
        .where('businessId', '=', id)
        .executeTakeFirstOrThrow(),
    )
    const acted = await portal.look((tx) =>
      tx.selectFrom('workflowHistory').select('userId').where('instanceId', '=', subject.id).execute(),
    )
    const tookPart = ({ userId }: Seat) => userId === subject.makerId || acted.some((one) => one.userId === userId)
    const told = await readersOf({ businessNo: subject.businessNo, businessId: id, businessType })
    const apart = Object.entries(portal.seats).filter(([, seat]) => !tookPart(seat))
    const shown: string[] = []
    for (const [name, seat] of apart)
      if (await isAnswered(portal.ask(seat, paymentCalls.detail, { body: { id } }))) shown.push(name)
    expect(told.filter((name) => !shown.includes(name) && apart.some(([one]) => one === name))).toEqual([])
    expect(told).toContain('elmChecker')
  },
)
