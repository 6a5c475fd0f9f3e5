import { createHash } from 'node:crypto'
import * as M from '@usance/domain/money'
import { mayWriteOff } from '@usance/domain/write-off'
import type { Answer } from '@usance/wire/call'
import type { writeOffCalls } from '@usance/wire/write-off/calls'
import { type Selectable, sql } from 'kysely'
import { withdrawable } from '../../approval/workflow/own-request.ts'
import { startFlow } from '../../approval/workflow/start-flow.ts'
import { doerName, nameAt } from '../../audit/doer.ts'
import { audit } from '../../audit/record.ts'
import { refuseUnderConversion } from '../../books/servicing/convert-order.ts'
import { exposureOf, exposureParts, refuseNothingLost, whyNothingLost } from '../../books/servicing/exposure.ts'
import { refuseReleaseUnderWay } from '../../books/servicing/releases-at-loss.ts'
import { refuseUnderReversal } from '../../books/servicing/reversal-under-way.ts'
import { isSideOfSeat } from '../../books/servicing/side-of-seat.ts'
import { amountOf, amountText } from '../../database/amount.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { numberFor } from '../../database/number-series.ts'
import type { FinanceOrderTable } from '../../database/tables.ts'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { Refused } from '../../http/refused.ts'
import { notify } from '../../notify/notify.ts'
import { mayAskForWriteOff } from './may-ask.ts'

/** Whether an order has been unpaid for so long, or its supplier failed to take it back. */
export async function isDueForWriteOff(tx: Tx, orderId: string, today: string): Promise<boolean> {
  const items = await tx
    .selectFrom('financeOrderItem')
    .select(({ fn }) => fn.max('maturity').as('last'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const claim = await tx
    .selectFrom('recourseClaim')
    .select(({ fn }) => fn.min('dueDate').as('due'))
    .where('orderId', '=', orderId)
    .where('status', '=', 'OPEN')
    .executeTakeFirstOrThrow()
  return items.last !== null && mayWriteOff({ lastMaturity: items.last, unpaidClaimDue: claim.due, today })
}

type Asked = Pick<Selectable<FinanceOrderTable>, 'id' | 'orderNo' | 'status' | 'currency'>
type Held = Awaited<ReturnType<typeof exposureOf>>

/** Refuses the write-off of an order while something stands against it, with what the books hold of it. The transaction sees every company. */
async function refuseBarred(tx: Tx, order: Asked, held: Held, today: string): Promise<void> {
  if (order.status !== 'OVERDUE') throw new Refused('ILLEGAL_TRANSITION')
  if (!(await isDueForWriteOff(tx, order.id, today))) throw new Refused('WRITE_OFF_TOO_SOON')
  await refuseUnderReversal(tx, order.id)
  await refuseUnderConversion(tx, { parentId: order.id })
  await refuseReleaseUnderWay(tx, order.id)
  refuseNothingLost(held, order.orderNo)
}

/** Whether nothing stands against it. */
async function isOpenForWriteOff(tx: Tx, order: Asked, held: Held, today: string): Promise<boolean> {
  try {
    await refuseBarred(tx, order, held, today)
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** The funder asks for the write-off of its own order; risk, settlement and everybody else of the funder decide. */
export const requestWriteOff: Handler<typeof writeOffCalls.request> = async (request) => {
  const { tx, actor, body, today } = request
  const seen = await tx.selectFrom('financeOrder').select(['id', 'funderId']).where('id', '=', body.orderId).executeTakeFirst()
  if (!seen) throw new Refused('NOT_FOUND')
  if (!mayAskForWriteOff(actor) || seen.funderId !== actor.companyId) throw new Refused('FORBIDDEN')
  await elevate(tx)
  const order = await tx
    .selectFrom('financeOrder')
    .selectAll()
    .where('id', '=', seen.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const held = await exposureOf(tx, order)
  await refuseBarred(tx, order, held, today)
  const facts = { reason: body.reason, principal: order.principalOutstanding, createdBy: actor.userId }
  const again = await tx
    .updateTable('writeOff')
    .set({ ...facts, status: 'IN_APPROVE' })
    .where('orderId', '=', order.id)
    .where('status', '=', 'REJECTED')
    .returning(['id', 'no'])
    .executeTakeFirst()
  const saved =
    again ??
    (await tx
      .insertInto('writeOff')
      .values({ id: newId(), no: numberFor('WO', today), orderId: order.id, ...facts })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'no'])
      .executeTakeFirst())
  if (!saved) throw new Refused('ILLEGAL_TRANSITION')
  await audit(request, {
    event: 'WRITE_OFF_REQUESTED',
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    objectNo: order.orderNo,
    after: { comment: body.reason },
  })
  const supplier = await tx.selectFrom('company').select('name').where('id', '=', order.supplierId).executeTakeFirstOrThrow()
  await startFlow(request, {
    businessType: 'WRITE_OFF',
    businessId: saved.id,
    businessNo: saved.no,
    title: `${supplier.name} · ${order.orderNo}`,
    contentHash: await writeOffHash(tx, saved.id),
    amount: M.toDecimal(held.loss),
    currency: order.currency,
    funderId: order.funderId,
    link: `/finance/finance-order/${order.id}/detail`,
  })
  await notify(tx, {
    event: 'WRITE_OFF_REQUESTED',
    companyIds: [order.funderId],
    params: { orderNo: order.orderNo, reason: body.reason },
    objectType: 'FINANCE_ORDER',
    objectId: order.id,
    link: `/finance/finance-order/${order.id}/detail`,
  })
  return { ...saved, status: 'IN_APPROVE' }
}

/** Everything the approvers judge. What still accrues each night is no part of it; principal that is paid is. */
export async function writeOffHash(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('writeOff as w')
    .innerJoin('financeOrder as o', 'o.id', 'w.orderId')
    .select(['w.orderId', 'w.reason', 'o.principalOutstanding'])
    .where('w.id', '=', id)
    .executeTakeFirstOrThrow()
  return createHash('sha256').update(canonical(row)).digest('hex')
}

/** What the books hold of an order now, or the loss that was taken and what came back since. No business of supplier or buyer. */
export const previewWriteOff: Handler<typeof writeOffCalls.preview> = (request) => showWriteOff(request, request.body)

/** The same beside the request of an id; without one, beside the newest of the order. */
export async function showWriteOff(
  { tx, actor, today }: Context & { actor: Actor },
  { orderId, id }: { orderId: string; id?: string },
): Promise<Answer<typeof writeOffCalls.preview>> {
  const order = await tx
    .selectFrom('financeOrder')
    .select(['id', 'orderNo', 'currency', 'status', 'funderId'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new Refused('NOT_FOUND')
  if (!actor.staff && !(isSideOfSeat(actor, 'FUNDER') && order.funderId === actor.companyId)) throw new Refused('FORBIDDEN')
  await elevate(tx)
  const row = await tx
    .selectFrom('writeOff as w')
    .selectAll('w')
    .select(doerName(actor, sql`${order.funderId}::uuid`, nameAt(sql.ref('w.created_by'), sql.ref('w.created_at'))).as('madeBy'))
    .where('w.orderId', '=', order.id)
    .$if(id !== undefined, (query) => query.where('w.id', '=', id!))
    .orderBy('w.createdAt', 'desc')
    .executeTakeFirst()
  const held = await exposureOf(tx, order)
  const nothingLost = whyNothingLost(held)
  const { exposure, loss } = nothingLost ? { exposure: null, loss: M.zero(order.currency) } : held
  const recovered = await tx
    .selectFrom('allocation as a')
    .innerJoin('repayment as r', 'r.id', 'a.repaymentId')
    .select(({ fn }) => fn.sum<string | null>('a.amount').as('amount'))
    .where('a.orderId', '=', order.id)
    .where('a.component', '=', 'COST')
    .where('a.reversed', '=', false)
    .executeTakeFirst()
  const booked = row?.status === 'PASSED'
  return {
    currency: order.currency,
    parts: booked ? (row.parts as { name: string; amount: string }[]) : exposure ? exposureParts(exposure) : [],
    nothingLost,
    loss: booked ? amountText(row.loss ?? '0', order.currency) : M.toDecimal(loss),
    allowed:
      mayAskForWriteOff(actor) &&
      !['IN_APPROVE', 'PASSED'].includes(row?.status ?? '') &&
      (await isOpenForWriteOff(tx, order, held, today)),
    writeOff: row
      ? {
          id: row.id,
          no: row.no,
          status: row.status,
          reason: row.reason,
          principal: amountText(row.principal, order.currency),
          loss: row.loss === null ? null : amountText(row.loss, order.currency),
          writtenOffOn: row.writtenOffOn,
          by: row.madeBy,
          mayWithdraw: mayAskForWriteOff(actor) && withdrawable.some((one) => one === row.status),
          recovered: M.toDecimal(amountOf(recovered?.amount ?? '0', order.currency)),
        }
      : null,
  }
}
