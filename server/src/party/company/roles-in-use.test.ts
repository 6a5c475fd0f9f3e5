import { companyCalls } from '@usance/wire/company/calls'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { writeOffCalls } from '@usance/wire/write-off/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder } from '../../testing/financing.ts'
import { openPortal, type Portal, refusalOf } from '../../testing/portal.ts'
import { passWriteOff } from '../../testing/trade.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const grades = ['A', 'B', 'C', 'D', 'E'] as const
const keepOnly = async (id: string, roles: ('BUYER' | 'SUPPLIER')[]) => {
  const { operations } = portal.seats
  const { version, name, bizRegNo, country, blockFlag, ...known } = await portal.ask(operations, companyCalls.anyDetail, {
    body: { id },
  })
  const riskGrade = grades.find((grade) => grade === known.riskGrade) ?? 'B'
  return portal.ask(operations, companyCalls.edit, {
    body: { id, version, name, bizRegNo, country, riskGrade, businessType: 'NORMAL', blockFlag, roles },
  })
}
const refusedFields = async (id: string) => (await refusalOf(keepOnly(id, ['BUYER']))).data.fields

test('a role stays while a payment of it has failed and waits to be sent again', async () => {
  const { birch, fir } = portal.world.companies
  const pay = (status: string) =>
    portal.asOwner((db) =>
      sql`insert into payment (id, no, type, supplier_id, funder_id, payee_company_id, to_account_id, amount, currency, status, due_date)
        values (gen_random_uuid(), 'PAY-ROLES-1', 'REFUND', ${birch}, ${fir}, ${birch}, ${portal.world.accounts.birch}, 10, 'USD', ${status}, ${openingDay})
        on conflict (no) do update set status = excluded.status`.execute(db),
    )
  await pay('FAILED')
  expect(await refusedFields(fir)).toMatchObject([{ field: 'roles', message: 'ROLE_IN_USE', params: { role: 'FUNDER' } }])
  expect(await refusedFields(birch)).toMatchObject([{ field: 'roles', message: 'ROLE_IN_USE', params: { role: 'SUPPLIER' } }])
  await pay('CANCELLED')
  expect(await keepOnly(fir, ['BUYER'])).toMatchObject({ id: fir })
})

test('a funder keeps its role while a loss of it has not come back', async () => {
  const { elmMaker } = portal.seats
  const { elm } = portal.world.companies
  const { orderId } = await aFundedOrder(portal, { product: 'purchaseInArrears' })
  await portal.look(async (tx) => {
    await tx.updateTable('financeOrder').set({ status: 'OVERDUE' }).where('id', '=', orderId).execute()
    await tx.updateTable('financeOrderItem').set({ maturity: '2024-06-01' }).where('orderId', '=', orderId).execute()
  })
  await portal.ask(elmMaker, writeOffCalls.request, { body: { orderId, reason: 'Insolvent' } })
  await passWriteOff(portal, (await portal.ask(elmMaker, financeOrderCalls.detail, { query: { id: orderId } })).orderNo)
  // The loss alone keeps it: everything that it had to pay has been paid.
  await portal.look((tx) =>
    tx.updateTable('payment').set({ status: 'CANCELLED' }).where('funderId', '=', elm).where('status', '=', 'DRAFT').execute(),
  )
  expect(await refusedFields(elm)).toMatchObject([{ field: 'roles', message: 'ROLE_IN_USE', params: { role: 'FUNDER' } }])
})
