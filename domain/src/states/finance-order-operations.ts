import { type FinanceOrderStatus, financeOrderCan, isOutstanding } from './finance-order.ts'
import type { ActorKind } from './machine.ts'

const orderTypes = ['RECEIVABLE_PURCHASE', 'PAYABLES_FINANCE', 'PO_FINANCE', 'POOL_FACTORING'] as const
type OrderType = (typeof orderTypes)[number]
const orderOperations = [
  'DETAIL',
  'EDIT',
  'WITHDRAW',
  'UPDATE',
  'ARP',
  'CONFIRM',
  'APPROVE',
  'INSTRUCT',
  'RECORD_PAYMENT',
  'WRITE_OFF',
] as const
export type OrderOperation = (typeof orderOperations)[number]

/** What decides the buttons of an order besides who looks at it. */
export type OrderFacts = {
  readonly status: FinanceOrderStatus
  readonly type: OrderType
  /** Undisclosed: the buyer does not know of the order and must not see it. */
  readonly disclosed: boolean
  readonly rightConfirmParty: 'BUYER' | 'SUPPLIER' | 'NONE'
  readonly contractsSigned: boolean
  /** The bank has its funding, or is to have it. */
  readonly paymentInstructed: boolean
  /** A conversion of this order is on its way. */
  readonly conversionOpen: boolean
  /** Principal is still out; a conversion needs some to take over. */
  readonly owesPrincipal: boolean
  /** The reader has made or corrected the order, and so is never its second person. */
  readonly madeByReader?: boolean
  /** The user holds an open task in the running approval. */
  readonly hasOpenTask: boolean
  /** Late enough to be written off, and nobody has asked for it yet. */
  readonly writeOffDue?: boolean
}

/** Whether the row is there at all: a buyer never sees an undisclosed order, a funder none before it is submitted. */
function seesOrder(order: Pick<OrderFacts, 'status' | 'disclosed'>, actor: ActorKind): boolean {
  if (actor === 'B') return order.disclosed && order.status !== 'DRAFT'
  if (actor === 'F') return order.status !== 'DRAFT'
  return actor !== 'D' && actor !== 'A'
}

/** Right confirmation is the act of the party that the product names, once all contracts are signed; never of the order's maker. */
const mayConfirmRight = (order: OrderFacts, actor: ActorKind): boolean =>
  financeOrderCan.confirmRight(order.status) &&
  order.contractsSigned &&
  !order.madeByReader &&
  ((order.rightConfirmParty === 'BUYER' && actor === 'B') || (order.rightConfirmParty === 'SUPPLIER' && actor === 'S'))

/** A supplier takes an order back until the bank has the payment. */
const mayRevokeOrder = (order: OrderFacts): boolean => financeOrderCan.revoke(order.status) && !order.paymentInstructed

/** Purchase-order financing with principal out is converted once at a time. */
const mayConvertOrder = (order: OrderFacts): boolean =>
  order.type === 'PO_FINANCE' && isOutstanding(order.status) && order.owesPrincipal && !order.conversionOpen

const rules: Record<OrderOperation, (order: OrderFacts, actor: ActorKind) => boolean> = {
  DETAIL: () => true,
  EDIT: (order, actor) => actor === 'S' && financeOrderCan.edit(order.status),
  WITHDRAW: (order, actor) => actor === 'S' && mayRevokeOrder(order),
  UPDATE: (order, actor) => actor === 'S' && financeOrderCan.update(order.status),
  ARP: (order, actor) => actor === 'S' && mayConvertOrder(order),
  CONFIRM: mayConfirmRight,
  APPROVE: (order, actor) => 'SFOR'.includes(actor) && financeOrderCan.pass(order.status) && order.hasOpenTask,
  INSTRUCT: (order, actor) => actor === 'T' && financeOrderCan.instruct(order.status),
  RECORD_PAYMENT: (order, actor) => actor === 'T' && financeOrderCan.pay(order.status),
  WRITE_OFF: (order, actor) => actor === 'F' && financeOrderCan.writeOff(order.status) && order.writeOffDue === true,
}

/** The actions that somebody of this kind may take on an order now, in the order of the buttons; none if it is hidden. */
export const operationsFor = (order: OrderFacts, actor: ActorKind): OrderOperation[] =>
  seesOrder(order, actor) ? orderOperations.filter((operation) => rules[operation](order, actor)) : []
