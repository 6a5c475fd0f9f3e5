import { machine } from './machine.ts'

export const financeOrderStatuses = [
  'DRAFT',
  'SUBMITTED',
  'IN_APPROVE',
  'PASSED',
  'RIGHT_CONFIRMED',
  'FUNDING',
  'FUNDED',
  'PARTIALLY_REPAID',
  'OVERDUE',
  'SETTLED',
  'CONVERTED',
  'WRITTEN_OFF',
  'REJECTED',
  'REFUSED',
  'REVOKED',
  'EXPIRED',
] as const
export type FinanceOrderStatus = (typeof financeOrderStatuses)[number]

/**
 * The life of a finance order. `repay` leaves something owed and `repayAll` nothing. `convert` is the funding of the
 * conversion that takes the whole order over, `convertPart` of one that takes a part shipment. `reverseRepayment` answers a
 * payment that came back: money is owed again, so that a settled order is open once more. `returnFunding` answers a funding that did
 * not arrive.
 */
export const financeOrderMachine = machine(financeOrderStatuses, [
  [['DRAFT'], 'edit', ['S'], 'DRAFT'],
  [['REJECTED'], 'edit', ['S'], 'REJECTED'],
  [['DRAFT', 'REJECTED'], 'submit', ['S'], 'SUBMITTED'],
  [['SUBMITTED'], 'start', ['system'], 'IN_APPROVE'],
  [['IN_APPROVE'], 'pass', ['S', 'O', 'R', 'F'], 'PASSED'],
  [['IN_APPROVE'], 'deny', ['S', 'O', 'R', 'F'], 'REJECTED'],
  [['IN_APPROVE'], 'reject', ['S', 'O', 'R', 'F'], 'REFUSED'],
  [['PASSED'], 'declineConfirmation', ['B', 'S'], 'REJECTED'],
  [['PASSED'], 'update', ['S'], 'PASSED'],
  [['PASSED'], 'confirmRight', ['B', 'S', 'system'], 'RIGHT_CONFIRMED'],
  [['DRAFT', 'SUBMITTED', 'IN_APPROVE', 'PASSED', 'RIGHT_CONFIRMED', 'REJECTED'], 'revoke', ['S'], 'REVOKED'],
  [['PASSED', 'RIGHT_CONFIRMED'], 'expire', ['system'], 'EXPIRED'],
  [['RIGHT_CONFIRMED'], 'instruct', ['T', 'F'], 'FUNDING'],
  [['FUNDING'], 'fail', ['T'], 'RIGHT_CONFIRMED'],
  [['FUNDING'], 'pay', ['T'], 'FUNDED'],
  [['FUNDED'], 'returnFunding', ['T'], 'RIGHT_CONFIRMED'],
  [['FUNDED', 'PARTIALLY_REPAID'], 'repay', ['system'], 'PARTIALLY_REPAID'],
  [['OVERDUE'], 'repay', ['system'], 'OVERDUE'],
  [['FUNDED', 'PARTIALLY_REPAID', 'OVERDUE'], 'repayAll', ['system'], 'SETTLED'],
  [['FUNDED', 'PARTIALLY_REPAID'], 'fallOverdue', ['system'], 'OVERDUE'],
  [['OVERDUE'], 'cure', ['system'], 'PARTIALLY_REPAID'],
  [['FUNDED', 'PARTIALLY_REPAID'], 'convertPart', ['system'], 'PARTIALLY_REPAID'],
  [['OVERDUE'], 'convertPart', ['system'], 'OVERDUE'],
  [['FUNDED', 'PARTIALLY_REPAID', 'OVERDUE'], 'convert', ['system'], 'CONVERTED'],
  [['OVERDUE'], 'writeOff', ['F'], 'WRITTEN_OFF'],
  [['WRITTEN_OFF'], 'recover', ['T'], 'WRITTEN_OFF'],
  [['PARTIALLY_REPAID', 'SETTLED'], 'reverseRepayment', ['T', 'system'], 'PARTIALLY_REPAID'],
  [['OVERDUE'], 'reverseRepayment', ['T', 'system'], 'OVERDUE'],
])
export const financeOrderCan = financeOrderMachine.can
export const nextFinanceOrderStatus = financeOrderMachine.next
export type FinanceOrderEvent = (typeof financeOrderMachine.events)[number]

/** Statuses in which an order holds its documents: each invoice or purchase order has at most one such order. */
export const lockingStatuses = [
  'SUBMITTED',
  'IN_APPROVE',
  'PASSED',
  'RIGHT_CONFIRMED',
  'FUNDING',
  'FUNDED',
  'PARTIALLY_REPAID',
  'OVERDUE',
] as const satisfies readonly FinanceOrderStatus[]
export const holdsDocuments = (status: FinanceOrderStatus): boolean => (lockingStatuses as readonly string[]).includes(status)

/** Statuses in which something secures an order: a loss is still owed, and what comes in of its documents lowers it. */
export const securedStatuses = [...lockingStatuses, 'WRITTEN_OFF'] as const satisfies readonly FinanceOrderStatus[]
export const isSecured = (status: FinanceOrderStatus): boolean => (securedStatuses as readonly string[]).includes(status)

/** Statuses of orders that ended before any money went out: nothing was advanced on them. */
export const calledOffStatuses = ['REFUSED', 'REVOKED', 'EXPIRED'] as const satisfies readonly FinanceOrderStatus[]

/** Statuses in which the funder has money out. */
export const outstandingStatuses = ['FUNDED', 'PARTIALLY_REPAID', 'OVERDUE'] as const satisfies readonly FinanceOrderStatus[]
export const isOutstanding = (status: FinanceOrderStatus): boolean => (outstandingStatuses as readonly string[]).includes(status)

/** Statuses after the payment, whatever the outcome: only these take receipts and reserve releases. */
export const advancedStatuses = [
  ...outstandingStatuses,
  'SETTLED',
  'CONVERTED',
  'WRITTEN_OFF',
] as const satisfies readonly FinanceOrderStatus[]

export type RepaymentFacts = {
  /** Anything still owed: principal, interest, penalties, fees. */
  readonly isOwed: boolean
  /** Something past maturity and its grace is still owed. */
  readonly isOverdue: boolean
  readonly isRepaidInPart: boolean
}
/** What the money says about a funded order; the end-of-day job, a repayment and its reversal all end here. */
export function statusByMoney({
  isOwed,
  isOverdue,
  isRepaidInPart,
}: RepaymentFacts): 'FUNDED' | 'PARTIALLY_REPAID' | 'OVERDUE' | 'SETTLED' {
  if (!isOwed) return 'SETTLED'
  if (isOverdue) return 'OVERDUE'
  return isRepaidInPart ? 'PARTIALLY_REPAID' : 'FUNDED'
}
