import { type DirectPaymentStatus, directPaymentMachine } from '@usance/domain/states/direct-payment'
import { type InvoicePayStatus, type InvoiceStatus, mayCancelInvoice } from '@usance/domain/states/invoice'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'
import type { KeptFromCancel } from './kept-from-cancel.ts'

type Facts = {
  supplierId: string
  buyerId: string
  docStatus: string
  financeStatus: string
  payStatus: string
  dueDate: string
  outstanding: string | null
  resolution: string | null
  madeByReader: boolean
  actsForAnother: boolean
  keptFromCancel: KeptFromCancel | null
  isSold: boolean
}

/** SQL: whether a funder owns all that is left of an `invoice` whose order was settled; nothing of it is paid to the supplier. */
export const isSold: RawBuilder<boolean> = sql`(invoice.finance_status = 'SETTLED' and invoice.outstanding > 0 and rest_to_funder(invoice.id) >= invoice.outstanding)`

/** SQL: what a funder owns of an `invoice` after its order was settled. */
export const restOfFunder: RawBuilder<string> = sql`(case when invoice.finance_status = 'SETTLED' and invoice.outstanding > 0 then rest_to_funder(invoice.id) else 0 end)`

/** What this user may do to an invoice now; browser and lists show exactly these. */
export function invoiceOperations(row: Facts, actor: Actor, today: string): string[] {
  if (row.actsForAnother) return []
  // The seat of one side acts on what its company does on that side (decision 295).
  const party = { SUPPLIER: row.supplierId, BUYER: row.buyerId }[actor.companyRole as string]
  if (party !== undefined && party !== actor.companyId) return []
  const may = (permission: string) => actor.permissions.has(permission)
  const status = row.docStatus as InvoiceStatus
  const isFree = mayCancelInvoice({ status, financeStatus: row.financeStatus, payStatus: row.payStatus as InvoicePayStatus })
  const isOpen = status === 'CONFIRMED' && Number(row.outstanding) > 0
  const [supplier, buyer] = [actor.companyRole === 'SUPPLIER', actor.companyRole === 'BUYER']
  const { edit, add, upload, adjust, finance, confirm, dispute, prove } = {
    edit: supplier && may('trading.invoice.edit'),
    add: supplier && may('trading.invoice.add'),
    upload: supplier && may('trading.invoice.upload'),
    adjust: may('trading.invoice.adjust'),
    finance: supplier && may('finance.finance-order.add'),
    confirm: buyer && may('confirmation.invoiceConfirmation.confirm'),
    dispute: buyer && may('confirmation.invoiceConfirmation.dispute'),
    prove: may('confirmation.invoiceConfirmation.upload'),
  }
  const offered: [boolean, string][] = [
    [edit && status === 'DRAFT', 'EDIT'],
    [add && status === 'DRAFT', 'SUBMIT'],
    [finance && status === 'CONFIRMED' && row.financeStatus === 'UNFINANCED' && row.dueDate > today, 'FINANCE'],
    [confirm && status === 'SUBMITTED' && !row.madeByReader, 'CONFIRM'],
    [confirm && status === 'SUBMITTED', 'RETURN'],
    [dispute && (status === 'SUBMITTED' || status === 'CONFIRMED'), 'DISPUTE'],
    [dispute && status === 'DISPUTED' && !row.resolution, 'PROPOSE_RESOLUTION'],
    [actor.staff && adjust && status === 'DISPUTED' && !!row.resolution, 'RESOLVE'],
    [adjust && status === 'CONFIRMED', 'ADJUST'],
    [adjust && !actor.staff && isOpen && isPayable(row), 'REPORT_PAYMENT'],
    [upload && row.financeStatus === 'UNFINANCED' && !['CLOSED', 'CANCELLED'].includes(status), 'UPLOAD'],
    [prove && !['DRAFT', 'CANCELLED'].includes(status), 'UPLOAD_CONFIRMATION'],
    [edit && isFree && row.keptFromCancel === null, 'CANCEL'],
  ]
  return offered.filter(([isOffered]) => isOffered).map(([, operation]) => operation)
}

/** Whether the buyer may pay an invoice straight to its supplier, as far as the caller knows its financing. */
const isPayable = ({ financeStatus, isSold }: Facts): boolean =>
  financeStatus === 'UNFINANCED' || (financeStatus === 'SETTLED' && !isSold)

/** Whether the supplier may ask to take back a confirmed direct payment: not while the invoice is financed. */
export const mayTakeBack = ({ status }: { status: string }, { financeStatus }: Pick<Facts, 'financeStatus'>, actor: Actor) =>
  directPaymentMachine.can.takeBack(status as DirectPaymentStatus) &&
  ['UNFINANCED', 'SETTLED'].includes(financeStatus) &&
  actor.permissions.has('trading.invoice.adjust')
