import { sql } from 'kysely'
import { newId } from '../database/id.ts'
import { aFundedOrder, aRepayment } from './financing.ts'
import type { Portal } from './portal.ts'
import { aSeat, type Seat } from './world.ts'

/** What Alder is in an order of three sides. */
export type SideOfAlder = 'SUPPLIER' | 'BUYER' | 'FUNDER'
export const sidesOfAlder: readonly SideOfAlder[] = ['SUPPLIER', 'BUYER', 'FUNDER']

type Order = { orderId: string; orderNo: string; invoiceIds: string[] }
export type ThreeSides = { seats: Record<SideOfAlder, Seat>; director: Seat; orders: Record<SideOfAlder, Order> }

// What names the companies of an order, by the column that names the order.
const tables = {
  finance_order: ['id', ['supplier_id', 'buyer_id', 'funder_id']],
  finance_order_item: ['order_id', ['supplier_id', 'buyer_id', 'funder_id']],
  contract: ['order_id', ['supplier_id', 'buyer_id', 'funder_id']],
  payment: ['order_id', ['supplier_id', 'buyer_id', 'funder_id', 'payee_company_id']],
  repayment: ['order_id', ['supplier_id', 'buyer_id', 'funder_id', 'payer_buyer_id']],
  fee_bill: ['order_id', ['buyer_id', 'funder_id']],
  posting: ['order_id', ['owner_id', 'counterparty_id']],
  ledger_balance: ['order_id', ['owner_id']],
} as const

/**
 * Gives Alder all three sides, with a maker in the seat of each: an order that it sells to Cedar and Elm finances, one that it owes Birch and
 * Elm finances, and one of Birch that it finances. Each is paid in part, and on the debt of Alder more than that has come in.
 */
export async function threeSidesOfAlder(portal: Portal): Promise<ThreeSides> {
  const { alder, birch, cedar, elm } = portal.world.companies
  await portal.look(async (tx) => {
    for (const role of ['BUYER', 'FUNDER'] as const)
      await tx.insertInto('companyRole').values({ id: newId(), companyId: alder, role, detail: '{}' }).execute()
  })
  const maker = (role: SideOfAlder) =>
    portal.look((tx) => aSeat(tx, `alder.as.${role.toLowerCase()}`, { companyId: alder, role, userRoles: ['Maker'] }))
  const order = async (face: string, paid: string): Promise<Order> => {
    const { orderId, invoiceIds } = await aFundedOrder(portal, { product: 'purchaseInArrears', faces: [face] })
    await aRepayment(portal, orderId, paid)
    const { orderNo } = await portal.look((tx) =>
      tx.selectFrom('financeOrder').select('orderNo').where('id', '=', orderId).executeTakeFirstOrThrow(),
    )
    return { orderId, orderNo, invoiceIds }
  }
  const [sold, owed, lent] = [await order('10000', '4000'), await order('20000', '20300'), await order('50000', '10000')]
  await moveOrder(portal, owed, [
    [alder, birch],
    [cedar, alder],
  ])
  await moveOrder(portal, lent, [
    [alder, birch],
    [elm, alder],
  ])
  return {
    seats: { SUPPLIER: await maker('SUPPLIER'), BUYER: await maker('BUYER'), FUNDER: await maker('FUNDER') },
    director: portal.seats.alderDirector,
    orders: { SUPPLIER: sold, BUYER: owed, FUNDER: lent },
  }
}

/** Makes an order one of other companies, in all that the portal keeps of it. */
async function moveOrder(portal: Portal, { orderId, invoiceIds }: Order, companies: readonly (readonly [string, string])[]) {
  const moved = (column: string) =>
    sql`${sql.ref(column)} = case ${sql.ref(column)} ${sql.join(
      companies.map(([from, to]) => sql`when ${from}::uuid then ${to}::uuid`),
      sql` `,
    )} else ${sql.ref(column)} end`
  await portal.asOwner(async (db) => {
    const set = (table: string, columns: readonly string[], where: ReturnType<typeof sql>) =>
      sql`update ${sql.table(table)} set ${sql.join(columns.map(moved))} where ${where}`.execute(db)
    // Sums that are kept of invoices follow; what was booked is never changed but here.
    for (const table of ['invoice', 'invoice_payment'])
      await set(
        table,
        ['supplier_id', 'buyer_id', 'funder_id'],
        sql`${sql.ref(table === 'invoice' ? 'id' : 'invoice_id')} = any(${invoiceIds}::uuid[])`,
      )
    await sql`set session_replication_role = replica`.execute(db)
    await set(
      'collection',
      ['funder_id', 'payer_company_id'],
      sql`id in (select collection_id from repayment where order_id = ${orderId})`,
    )
    await set(
      'workflow_instance',
      ['supplier_id', 'buyer_id', 'funder_id', 'maker_company_id'],
      sql`business_id = ${orderId} or business_id in (select id from payment where order_id = ${orderId}
        union all select id from repayment where order_id = ${orderId})`,
    )
    await set(
      'notification',
      ['company_id'],
      sql`user_id is null and object_id in (select id::text from payment where order_id = ${orderId}
        union all select id::text from repayment where order_id = ${orderId} union all select unnest(${[orderId, ...invoiceIds]}::text[]))`,
    )
    for (const [table, [key, columns]] of Object.entries(tables)) await set(table, columns, sql`${sql.ref(key)} = ${orderId}`)
  })
}

/** A contract of the three companies of an order, which all of them have signed. */
export const aContractOn = (portal: Portal, orderId: string) =>
  portal.look(async (tx) => {
    const { id: templateId } = await tx.selectFrom('contractTemplate').select('id').limit(1).executeTakeFirstOrThrow()
    const order = await tx.selectFrom('financeOrder').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    const { supplierId, buyerId, funderId } = order
    const no = `CT-${order.orderNo}`
    await tx
      .insertInto('contract')
      .values({
        id: newId(),
        no,
        name: no,
        templateId,
        orderId,
        supplierId,
        buyerId,
        funderId,
        buyerVisible: true,
        status: 'SIGNED',
        contentEn: '',
        contentCn: '',
      })
      .execute()
  })
