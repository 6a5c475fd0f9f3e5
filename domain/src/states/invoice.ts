import { machine } from './machine.ts'

export const invoiceStatuses = ['DRAFT', 'SUBMITTED', 'CONFIRMED', 'DISPUTED', 'CLOSED', 'CANCELLED'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
const invoicePayStatuses = ['UNPAID', 'PARTIAL', 'PAID', 'WRITTEN_OFF'] as const
export type InvoicePayStatus = (typeof invoicePayStatuses)[number]

/**
 * The life of an invoice. `adjust` and `collect` leave an open balance, `adjustAll` and `collectAll` none. A collection that
 * is reversed opens a closed invoice again, since the buyer owes it again. `resolve` ends the dispute of a confirmed invoice,
 * `resolveUnconfirmed` that of one which its buyer has yet to confirm: no dispute confirms.
 */
export const invoiceMachine = machine(invoiceStatuses, [
  [['DRAFT'], 'edit', ['S'], 'DRAFT'],
  [['DRAFT'], 'submit', ['S'], 'SUBMITTED'],
  [['SUBMITTED'], 'confirm', ['B', 'system'], 'CONFIRMED'],
  [['SUBMITTED'], 'return', ['B'], 'DRAFT'],
  [['SUBMITTED', 'CONFIRMED'], 'dispute', ['B'], 'DISPUTED'],
  [['DISPUTED'], 'resolve', ['O'], 'CONFIRMED'],
  [['DISPUTED'], 'resolveUnconfirmed', ['O'], 'SUBMITTED'],
  [['CONFIRMED'], 'adjust', ['O', 'system'], 'CONFIRMED'],
  [['CONFIRMED'], 'adjustAll', ['O', 'system'], 'CLOSED'],
  [['CONFIRMED'], 'collect', ['system'], 'CONFIRMED'],
  [['CONFIRMED'], 'collectAll', ['system'], 'CLOSED'],
  [['CONFIRMED', 'CLOSED'], 'reverseCollection', ['system'], 'CONFIRMED'],
  [['DRAFT', 'SUBMITTED', 'CONFIRMED', 'DISPUTED'], 'cancel', ['S'], 'CANCELLED'],
])
const invoiceCan = invoiceMachine.can
export const nextInvoiceStatus = invoiceMachine.next
export type InvoiceEvent = (typeof invoiceMachine.events)[number]

/** The event that ends a dispute: an invoice goes back to what it was before, and only a confirmed one has a confirmed amount. */
export const endOfDispute = (invoice: { confirmedAmount: string | null }) =>
  invoice.confirmedAmount === null ? 'resolveUnconfirmed' : 'resolve'

/** Whether a supplier may cancel: only while no order holds the invoice and nobody has paid. */
export const mayCancelInvoice = (invoice: {
  status: InvoiceStatus
  financeStatus: string
  payStatus: InvoicePayStatus
}): boolean => invoiceCan.cancel(invoice.status) && invoice.financeStatus === 'UNFINANCED' && invoice.payStatus === 'UNPAID'

/** How much of the net amount has been paid, as the status that lists show. What was lost and is not back is paid once all of it is. */
export function payStatusOf({
  net,
  paid,
  writtenOff = false,
}: {
  net: bigint
  paid: bigint
  writtenOff?: boolean
}): InvoicePayStatus {
  if (paid > 0n && paid >= net) return 'PAID'
  if (writtenOff) return 'WRITTEN_OFF'
  return paid <= 0n ? 'UNPAID' : 'PARTIAL'
}
