import { randomUUID } from 'node:crypto'
import { businessTypes } from '@usance/domain/approval-flows'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { listCalls } from '@usance/wire/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Flows, openFlows } from '../../testing/flows.ts'
import { refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let flows: Flows
beforeAll(async () => {
  flows = await openFlows()
})
afterAll(() => flows.close())

/** Opens an approval by an address of the portal, as its page does. */
function openAt(seat: Seat, address: string) {
  const { pathname, searchParams } = new URL(address, 'http://portal.test')
  return flows.portal.ask(seat, workflowCalls.history, {
    body: {
      businessNo: decodeURIComponent(pathname.split('/')[2]!),
      businessType: searchParams.get('businessType')!,
      businessId: searchParams.get('businessId')!,
      ifQueryTask: 'YES',
    },
  })
}

/** A credit note on a confirmed invoice of a supplier, with numbers that the supplier chose. */
async function aCreditNote(seat: Seat, invoiceNo: string, refNo: string) {
  const { portal } = flows
  const facts = { buyerCode: 'CEDAR', issueDate: '2025-02-20', dueDate: '2025-05-02', currency: 'USD', amount: '100000.00' }
  const { id: invoiceId } = await portal.ask(seat, invoiceCalls.add, { body: { ...facts, invoiceNo } })
  await portal.ask(seat, invoiceCalls.submit, { body: { ids: [invoiceId] } })
  await portal.ask(portal.seats.cedarChecker, invoiceCalls.confirm, { body: { items: [{ id: invoiceId }] } })
  const note = { invoiceId, type: 'CREDIT_NOTE', refNo, amount: '1000.00', date: '2025-03-03' } as const
  return { invoiceId, ...(await portal.ask(seat, adjustmentCalls.add, { body: note })) }
}

test('two suppliers use the same invoice number and reference: the buyer decides on the one that it opened', async () => {
  const { portal } = flows
  const { alderMaker, birchMaker, cedarChecker, operations } = portal.seats
  const first = await aCreditNote(alderMaker, 'INV-001', 'CN-1')
  const second = await aCreditNote(birchMaker, 'INV-001', 'CN-1')
  expect(first.no).not.toBe(second.no)
  for (const seat of [cedarChecker, operations]) {
    const { list } = await portal.ask(seat, listCalls(openTaskList).pageList, { body: { pageSize: 100 } })
    for (const { id, no } of [first, second]) {
      const row = list!.find(({ businessId }) => businessId === id)
      const opened = { businessId: id, businessNo: no, taskId: row?.id }
      expect(await openAt(seat, await addressTold(seat, id))).toMatchObject(opened)
    }
  }
  const opened = await openAt(cedarChecker, await addressTold(cedarChecker, first.id))
  const decision = { nodeName: opened.currentNode!, taskId: opened.taskId!, reviewType: 'PASSED' } as const
  const swapped = portal.ask(cedarChecker, workflowCalls.approve, { body: { ...decision, businessNo: second.no } })
  expect((await refusalOf(swapped)).error).toBe('NOT_FOUND')
  await portal.ask(cedarChecker, workflowCalls.approve, { body: { ...decision, businessNo: first.no } })
  const owed = async (seat: Seat, id: string) => (await portal.ask(seat, invoiceCalls.detail, { query: { id } })).outstanding
  expect(await owed(alderMaker, first.invoiceId)).toBe('99000.00')
  expect(await owed(birchMaker, second.invoiceId)).toBe('100000.00')
  const left = await openAt(cedarChecker, await addressTold(cedarChecker, second.id))
  expect(left).toMatchObject({ businessNo: second.no, status: 'IN_APPROVE', taskId: expect.any(String) })
})

/** The address that the message of a waiting approval leads to. */
const addressTold = (seat: Seat, businessId: string) =>
  flows.portal.look(async (tx) => {
    const { link } = await tx
      .selectFrom('notification')
      .select('link')
      .where('event', '=', 'APPROVAL_WAITING')
      .where('userId', '=', seat.userId)
      .where('objectId', '=', businessId)
      .executeTakeFirstOrThrow()
    return link!
  })

test('an address whose number and id name two objects opens neither', async () => {
  const [one, other] = [await flows.submit(), await flows.submit()]
  const look = (businessId: string) =>
    flows.portal.ask(flows.portal.seats.alderChecker, workflowCalls.history, {
      body: { businessNo: one.businessNo, businessType: 'FINANCE_ORDER', businessId },
    })
  expect((await look(one.businessId)).businessId).toBe(one.businessId)
  expect((await refusalOf(look(other.businessId))).error).toBe('NOT_FOUND')
})

test.each(businessTypes)('%s: of two objects with one number, the database takes the first alone', async (businessType) => {
  const { alderMaker } = flows.portal.seats
  const extra = { businessType, companyId: flows.portal.world.companies.alder }
  const first = await flows.submit(alderMaker, extra)
  const alike = flows.submit(alderMaker, { ...extra, businessNo: first.businessNo, businessId: randomUUID() })
  await expect(alike).rejects.toMatchObject({ constraint: expect.stringContaining('business_no') })
  // Nor is the number that of an object of another type.
  const other = businessTypes.find((one) => one !== businessType)!
  const elsewhere = flows.submit(alderMaker, { ...extra, businessType: other, businessNo: first.businessNo })
  await expect(elsewhere).rejects.toMatchObject({ constraint: expect.stringContaining('business_no') })
  const named = await flows.portal.look((tx) =>
    tx.selectFrom('workflowInstance').select('businessId').where('businessNo', '=', first.businessNo).execute(),
  )
  expect(named).toEqual([{ businessId: first.businessId }])
})

test('a number that somebody chose is no number of an approval', async () => {
  const chosen = flows.submit(flows.portal.seats.alderMaker, { businessNo: 'INV-001 / CN-1' })
  await expect(chosen).rejects.toMatchObject({ constraint: expect.stringContaining('business_no') })
})
