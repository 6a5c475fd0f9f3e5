import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { listCalls } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { workflowCalls } from '@usance/wire/workflow/calls'
import { openTaskList } from '@usance/wire/workflow/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConfirmedOrder, aDraftedPayment, answerTask } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import type { Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const pass = (seat: Seat, businessId: string) => answerTask(portal, seat, { businessId, reviewType: 'PASSED' })

test('nobody who passed an account, at any step or through a delegate, passes the payment to it', async () => {
  const { alderDirector, operations, operations2, settlement, settlement2, settlement3 } = portal.seats
  const { id } = await portal.ask(alderDirector, bankAccountChangeCalls.add, {
    body: {
      accountName: 'Alder Textiles Ltd',
      bankName: 'Bank of Tests',
      bankAccount: '777700042',
      bankCode: 'BUKBGB22',
      currencies: ['USD'],
      purpose: 'COLLECTION',
    },
  })
  await portal.ask(operations2, bankAccountChangeCalls.recordCallBack, {
    body: {
      id,
      calledName: 'Zhou Min, treasurer',
      phone: '+86 571 8888 0000',
      numberFrom: 'COMPANY_RECORD',
      minutesAgo: 0,
      outcome: 'CONFIRMED',
    },
  })
  // Somebody of settlement and risk lets a colleague of settlement decide, who has no right of their own to.
  await portal.look(async (tx) => {
    await tx
      .updateTable('userCompanyRole')
      .set({ userRoles: ['Settlement', 'Risk'] })
      .where('userId', '=', settlement.userId)
      .execute()
    await tx
      .updateTable('rolePermission')
      .set((eb) => ({ roles: 'R', version: eb('version', '+', 1) }))
      .where('permission', '=', 'system.bank.approve')
      .execute()
  })
  await portal.ask(settlement, workflowCalls.delegate, {
    body: { toUserId: settlement2.userId, fromDate: '2025-03-03', toDate: '2025-04-03' },
  })
  await pass(operations, id)
  const filterFields = { businessNo: `BA-${id.slice(-12).toUpperCase()}` }
  const isAsked = async () => (await portal.ask(settlement3, listCalls(openTaskList).pageList, { body: { filterFields } })).total
  await expect.poll(isAsked).toBe(0)
  await pass(settlement2, id)
  await portal.look((tx) =>
    tx
      .updateTable('bankAccount')
      .set({ coolingUntil: sql<string>`app_now() - interval '1 minute'` })
      .where('id', '=', id)
      .execute(),
  )
  await portal.ask(settlement3, bankAccountChangeCalls.enable, { body: { id } })

  const { orderId } = await aConfirmedOrder(portal)
  const payment = await aDraftedPayment(portal, orderId)
  await portal.look((tx) => tx.updateTable('payment').set({ toAccountId: id }).where('id', '=', payment.id).execute())
  await portal.ask(settlement3, paymentCalls.instruct, { body: { id: payment.id } })
  const { makerIds } = await portal.look((tx) =>
    tx.selectFrom('workflowInstance').select('makerIds').where('businessId', '=', payment.id).executeTakeFirstOrThrow(),
  )
  for (const { userId } of [alderDirector, operations, settlement, settlement2]) expect(makerIds).toContain(userId)
  for (const seat of [settlement, settlement2])
    expect((await refusalOf(pass(seat, payment.id))).error).toBe('MAKER_CANNOT_APPROVE')
})
