import { actOf, mayAct } from '@usance/wire/act'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { systemBankList } from '@usance/wire/bank-account/list'
import type { Call } from '@usance/wire/call'
import { contractCalls } from '@usance/wire/contract/calls'
import { contractList } from '@usance/wire/contract/list'
import { feeBillList } from '@usance/wire/fee-bill/list'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import type { TodoKind } from '@usance/wire/home/calls'
import { intentCalls } from '@usance/wire/intent/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { confirmationList, invoiceList } from '@usance/wire/invoice/list'
import type { AnyList } from '@usance/wire/list'
import { paymentCalls } from '@usance/wire/payment/calls'
import { paymentList } from '@usance/wire/payment/list'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { collectionList } from '@usance/wire/repayment/list'
import type { Actor } from '../../http/context.ts'

/**
 * The act that ends what waits, for each kind: the task is shown to the people who may do it. What is only watched names no act; approvals and the
 * end of the day count what the caller may do themselves.
 */
export const todoActs: Readonly<Record<TodoKind, Call | null>> = {
  APPROVALS: null,
  APPROVALS_OF_SEAT: null,
  CONTRACTS_TO_SIGN: contractCalls.sign,
  INVOICES_TO_CONFIRM: invoiceCalls.confirm,
  RIGHTS_TO_CONFIRM: financeOrderCalls.rightConfirmation,
  ORDERS_SENT_BACK: financeOrderCalls.editOrder,
  DRAFT_INVOICES: invoiceCalls.submit,
  DISPUTED_INVOICES: null,
  READY_TO_FINANCE: financeOrderCalls.createOrder,
  PAYMENTS_TO_SEND: paymentCalls.instruct,
  PAYMENTS_FAILED: paymentCalls.instruct,
  RECEIPTS_TO_MATCH: repaymentCalls.match,
  ACCOUNTS_TO_SWITCH_ON: bankAccountChangeCalls.enable,
  OVERDUE_ORDERS: null,
  OVERDUE_INVOICES: null,
  OVERDUE_BILLS: null,
  PRICES_TO_ACCEPT: intentCalls.accept,
  DAYS_TO_CLOSE: null,
  MATURING_ORDERS: null,
}

/** The list that the address of a kind opens, with its rows: a count is shown to the seats that may read them. */
export const listOf = (kind: TodoKind, { companyRole }: { companyRole: string }): AnyList | undefined =>
  kind === 'OVERDUE_INVOICES' && companyRole === 'BUYER' ? confirmationList : opened[kind]

const opened: Partial<Record<TodoKind, AnyList>> = {
  CONTRACTS_TO_SIGN: contractList,
  INVOICES_TO_CONFIRM: confirmationList,
  RIGHTS_TO_CONFIRM: financeOrderList,
  ORDERS_SENT_BACK: financeOrderList,
  DRAFT_INVOICES: invoiceList,
  DISPUTED_INVOICES: invoiceList,
  READY_TO_FINANCE: invoiceList,
  PAYMENTS_TO_SEND: paymentList,
  PAYMENTS_FAILED: paymentList,
  RECEIPTS_TO_MATCH: collectionList,
  ACCOUNTS_TO_SWITCH_ON: systemBankList,
  OVERDUE_ORDERS: financeOrderList,
  OVERDUE_INVOICES: invoiceList,
  OVERDUE_BILLS: feeBillList,
  MATURING_ORDERS: financeOrderList,
}

/** Whether the seat may read the rows of a kind and do what it asks for, by the act's declaration: its permission, and party and role. */
export function mayEnd(kind: TodoKind, actor: Actor): boolean {
  const list = listOf(kind, actor)
  if (list && !actor.permissions.has(`${list.permission}.view`)) return false
  const call = todoActs[kind]
  if (!call) return true
  const act = actOf(call)
  if ((act && !mayAct(act, actor)) || typeof call.access === 'string') return false
  const { permission, meant } = call.access
  const wanted = meant && 'byParty' in meant ? [meant.byParty[actor.companyRole]] : [permission].flat()
  return wanted.some((name) => name !== undefined && actor.permissions.has(name))
}
