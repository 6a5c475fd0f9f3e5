import { deductionReport } from '@usance/wire/adjustment/list'
import { sql } from 'kysely'
import { isOwnRequest, withdrawable } from '../../approval/workflow/own-request.ts'
import { reserveOwedBack } from '../../books/servicing/owed-back.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { type ListContext, source } from '../../list/source.ts'

/**
 * Adjustments of the invoices the caller sees; joining the invoice keeps those of an undisclosed one from its buyer. Who
 * bears what between funder and supplier is no business of the buyer.
 */
const deductions = (tx: Tx, { actor }: ListContext) => {
  const own = { SUPPLIER: 'a.supplierId', BUYER: 'a.buyerId', FUNDER: 'a.funderId' }[actor.companyRole as 'SUPPLIER'] as
    | 'a.supplierId'
    | undefined
  const hidden = actor.companyRole === 'BUYER'
  const shown = (column: string) => (hidden ? sql<string | null>`null::numeric` : sql<string | null>`${sql.ref(column)}`)
  return tx
    .selectFrom('invoiceAdjustment as a')
    .innerJoin('invoice as i', 'i.id', 'a.invoiceId')
    .leftJoin('company as supplier', 'supplier.id', 'a.supplierId')
    .leftJoin('company as buyer', 'buyer.id', 'a.buyerId')
    .$if(own !== undefined, (query) => query.where(own!, '=', actor.companyId))
    .select([
      'a.id',
      'a.invoiceId',
      'i.invoiceNo',
      'i.docStatus as invoiceStatus',
      'supplier.name as supplierName',
      'buyer.name as buyerName',
      'a.type',
      'a.refNo',
      'a.no',
      'a.adjustmentDate',
      'a.currency',
      'a.amount',
      'a.status',
      'a.reason',
      isOwnRequest(actor, 'INVOICE_ADJUSTMENT', sql.ref('a.id')).as('isOwnRequest'),
      shown('a.absorbedByReserve').as('absorbedByReserve'),
      shown('a.chargedToSupplier').as('chargedToSupplier'),
      (hidden
        ? sql<string | null>`null::numeric`
        : sql<string | null>`least(a.charged_to_supplier, (
            select coalesce(sum(c.amount - c.paid_amount), 0) from recourse_claim c join finance_order_item f on f.order_id = c.order_id
            where f.invoice_id = a.invoice_id and c.status = 'OPEN' and c.reason <> ${sql.lit(reserveOwedBack)}) + (
            select coalesce(sum(claim_after_loss(o.id)), 0) from finance_order_item f join finance_order o on o.id = f.order_id
              where f.invoice_id = a.invoice_id and o.status = 'WRITTEN_OFF'))`
      ).as('openClaim'),
    ])
}

/** Whether an invoice takes an adjustment, a new one or one that was sent back. */
export const takesAdjustments = (invoiceStatus: string): boolean => invoiceStatus === 'CONFIRMED'

/**
 * What the caller may do with an adjustment that has no outcome yet: their company put it forward. One that was sent back is corrected
 * while its invoice takes one.
 */
export const adjustmentOperations = (
  { status, invoiceStatus, isOwnRequest: isOwn }: { status: string; invoiceStatus: string; isOwnRequest: boolean },
  { permissions }: Pick<Actor, 'permissions'>,
): ('RESUBMIT' | 'WITHDRAW')[] => {
  if (!isOwn || !permissions.has('trading.invoice.adjust')) return []
  return [
    ...(status === 'REJECTED' && takesAdjustments(invoiceStatus) ? (['RESUBMIT'] as const) : []),
    ...(withdrawable.some((one) => one === status) ? (['WITHDRAW'] as const) : []),
  ]
}

export const deductionSource = source(deductionReport, deductions, (row, { actor }) => adjustmentOperations(row, actor))
