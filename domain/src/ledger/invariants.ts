import type { DirectPaymentStatus } from '../states/direct-payment.ts'
import type { Balances } from './balances.ts'
import { amountsIn } from './law-words.ts'

// The laws of the books, checked in each transaction and nightly over all data. Amounts are minor units of the currency of
// the order, receipt, limit or bank account in question. Each check returns what it found wrong, nothing when all is well.

const invariantNames = [
  'JOURNALS_BALANCE',
  'FUNDS_IN_USE',
  'PRINCIPAL',
  'RECEIPT_ALLOCATED',
  'DOCUMENT_HELD_ONCE',
  'DOCUMENTS_OF_ORDER',
  'INTEREST_POSTED',
  'LIMIT_USED',
  'BOOKS_AGREE',
  'BANK_AGREES',
  'PRICE_REPLAYED',
] as const
export type InvariantName = (typeof invariantNames)[number]
export type Violation = { readonly invariant: InvariantName; readonly subject: string; readonly detail: string }

export const found = (invariant: InvariantName, subject: string, ...rules: [broken: boolean, detail: string][]): Violation[] =>
  rules.filter(([broken]) => broken).map(([, detail]) => ({ invariant, subject, detail }))

export type OrderFigures = {
  readonly currency: string
  readonly orderId: string
  readonly kind: 'PURCHASE' | 'LOAN'
  readonly recourse: boolean
  readonly status: string
  /** Advanced at funding. */
  readonly funded: bigint
  /** Principal paid by receipts, claims and conversions. */
  readonly principalPaid: bigint
  readonly principalWrittenOff: bigint
  /** Reserve that nothing claims any more and that is not paid out yet. */
  readonly releasableReserve: bigint
  /** The part of it for invoices whose principal is not paid. */
  readonly reserveOfOpen: bigint
  /** Refunds of deducted interest on those invoices for late payments; they are the supplier's while the principal is out. */
  readonly lateInterest: bigint
  /** Principal, interest, penalty and fees that are owed, as the order shows them. */
  readonly dueTotal: bigint
  readonly balances: Balances
}

const at = (balances: Balances, account: keyof Balances): bigint => balances[account] ?? 0n

/** Funds in use, FIU = 1100 + 1150 + 1300 − 2000: what is advanced, or below zero the reserve that is to be released. */
export const fundsInUse = (balances: Balances): bigint =>
  at(balances, 'F1100') + at(balances, 'F1150') + at(balances, 'F1300') - at(balances, 'F2000')

/** Principal outstanding = funded − principal paid − written off. */
export const principalOutstanding = ({
  funded,
  principalPaid,
  principalWrittenOff,
}: Pick<OrderFigures, 'funded' | 'principalPaid' | 'principalWrittenOff'>): bigint => funded - principalPaid - principalWrittenOff

/**
 * 2: funds in use are the principal outstanding less the releasable reserve. An invoice whose principal is out has no releasable
 * reserve, except interest refunded for a late payment. Principal of a purchase is owed by a buyer or is a claim on the supplier;
 * that of a loan is what the books have lent. Releasable reserve is in the reserve account.
 */
function checkFundsInUse(order: OrderFigures): Violation[] {
  const principal = principalOutstanding(order)
  const inUse = fundsInUse(order.balances)
  const lent = at(order.balances, 'F1150')
  const told = amountsIn(order.currency)
  return found(
    'FUNDS_IN_USE',
    order.orderId,
    [order.kind === 'LOAN' && lent !== principal, told`The books have lent ${lent}, principal ${principal}.`],
    [
      inUse !== principal - order.releasableReserve,
      told`In use ${inUse}, principal ${principal}, releasable ${order.releasableReserve}.`,
    ],
    [
      order.reserveOfOpen > order.lateInterest,
      told`${order.reserveOfOpen} is releasable of invoices that are not paid, ${order.lateInterest} was given back on them.`,
    ],
    [
      order.kind === 'PURCHASE' && principal > at(order.balances, 'F1100') + at(order.balances, 'F1300'),
      told`Principal ${principal}, of which only ${at(order.balances, 'F1100') + at(order.balances, 'F1300')} is owed by anybody.`,
    ],
    [
      order.kind === 'PURCHASE' && order.releasableReserve > at(order.balances, 'F2000'),
      told`Releasable ${order.releasableReserve}, reserve ${at(order.balances, 'F2000')}.`,
    ],
  )
}

const neverNegative = ['F1100', 'F1150', 'F1200', 'F1210', 'F1230', 'F1300', 'F2000', 'F2100', 'F2200', 'F2900'] as const

/** 3: principal is never below zero, an account never on its wrong side, and a settled order owes nothing. */
function checkPrincipal(order: OrderFigures): Violation[] {
  const principal = principalOutstanding(order)
  const told = amountsIn(order.currency)
  return found(
    'PRINCIPAL',
    order.orderId,
    [principal < 0n, told`Principal outstanding is ${principal}.`],
    [order.releasableReserve < 0n, told`Releasable reserve is ${order.releasableReserve}.`],
    [
      (order.status === 'SETTLED' || order.status === 'CONVERTED') && (principal !== 0n || order.dueTotal !== 0n),
      told`${order.status}, but ${order.dueTotal} is due.`,
    ],
    ...neverNegative.map((account): [boolean, string] => [
      at(order.balances, account) < 0n,
      told`${account} is ${at(order.balances, account)}.`,
    ]),
  )
}

export type ReceiptFigures = {
  readonly currency: string
  readonly receiptId: string
  readonly receipt: bigint
  readonly allocated: readonly bigint[]
  readonly unallocated: bigint
}

/** 4: a receipt is neither lost nor created: it is its allocations and what still waits. */
export function checkReceipt({ receiptId, currency, receipt, allocated, unallocated }: ReceiptFigures): Violation[] {
  const told = amountsIn(currency)
  const total = allocated.reduce((all, one) => all + one, 0n) + unallocated
  return found(
    'RECEIPT_ALLOCATED',
    receiptId,
    [total !== receipt, told`Received ${receipt}, accounted for ${total}.`],
    [unallocated < 0n, 'More allocated than received.'],
  )
}

export type BuyerReceiptFigures = {
  readonly currency: string
  readonly receiptId: string
  readonly receipt: bigint
  /** Paid on invoices with it, as the documents show. */
  readonly onInvoices: bigint
  /** Its payment of the buyer's own fee bills. */
  readonly fees: bigint
  readonly refund: bigint
  /** What its buyer still owes on the invoices that its order had financed and that nothing else has financed. */
  readonly stillOwed: bigint
}

/**
 * 4 by invoice: a buyer's receipt on a purchase is its payments on invoices, its fees and its refund. Nothing is refunded while
 * the buyer owes on an invoice of the order.
 */
export function checkBuyerReceipt({
  receiptId,
  currency,
  receipt,
  onInvoices,
  fees,
  refund,
  stillOwed,
}: BuyerReceiptFigures): Violation[] {
  const told = amountsIn(currency)
  return found(
    'RECEIPT_ALLOCATED',
    receiptId,
    [
      onInvoices + fees + refund !== receipt,
      told`Received ${receipt}: ${onInvoices} on invoices, fees ${fees}, refund ${refund}.`,
    ],
    [refund > 0n && stillOwed > 0n, told`Refunds ${refund}, while its buyer owes ${stillOwed} on invoices of the order.`],
  )
}

export type DirectPaymentFigures = {
  readonly paymentNo: string
  readonly currency: string
  readonly status: DirectPaymentStatus
  readonly amount: bigint
  /** The sum of its lines on its invoice, those below zero taken off. */
  readonly onInvoice: bigint
}

/** 4 for payments from buyer to supplier: a confirmed one is what it paid on its invoice, and any other one paid nothing in the end. */
export function checkDirectPayment({ paymentNo, currency, status, amount, onInvoice }: DirectPaymentFigures): Violation[] {
  const counts = status === 'PASSED' || status === 'REVERSING'
  return found('RECEIPT_ALLOCATED', paymentNo, [
    onInvoice !== (counts ? amount : 0n),
    amountsIn(currency)`Paid ${amount} directly, ${counts ? 'confirmed' : 'not confirmed'}: ${onInvoice} on its invoice.`,
  ])
}

export type InterestFigures = {
  readonly currency: string
  readonly orderId: string
  /** Posted to income and spread so far. */
  readonly posted: bigint
  /** The unrounded interest to date, rounded once. */
  readonly accruedRounded: bigint
  /** In advance: what was deducted, what is not yet earned, and what an early repayment gave back or broke. */
  readonly charged: bigint
  readonly unearned: bigint
  readonly rebated: bigint
  /** Earned of the deducted part alone. */
  readonly earned: bigint
  /**
   * The discount recomputed as principal × rate × days of the money out, and the part of the charge that a late payment gave
   * back; null where no discount was taken.
   */
  readonly discount: { readonly due: bigint; readonly lateInterest: bigint } | null
}

/**
 * 6: interest posted is the interest accrued, rounded once. Deducted interest is earned, unearned or given back, and was deducted
 * for the days on which the money was out.
 */
export function checkInterest(one: InterestFigures): Violation[] {
  const told = amountsIn(one.currency)
  return found(
    'INTEREST_POSTED',
    one.orderId,
    [one.posted !== one.accruedRounded, told`Posted ${one.posted}, accrued ${one.accruedRounded}.`],
    [
      one.earned + one.unearned + one.rebated !== one.charged,
      told`Charged ${one.charged}, accounted ${one.earned + one.unearned + one.rebated}.`,
    ],
    [one.unearned < 0n, told`Unearned is ${one.unearned}.`],
    [
      one.discount !== null && one.charged - one.discount.lateInterest !== one.discount.due,
      told`Charged ${one.charged} less ${one.discount?.lateInterest} given back, due ${one.discount?.due}.`,
    ],
  )
}

/** 8: what one company owes in its book the other expects in its own. */
function checkBooksAgree(order: OrderFigures): Violation[] {
  const { balances, recourse, kind } = order
  const told = amountsIn(order.currency)
  const principal = principalOutstanding(order) + order.principalWrittenOff
  const [advances, dueFromFunder, reserve] = [at(balances, 'S2000'), at(balances, 'S1200'), at(balances, 'F2000')]
  const isDebt = recourse || kind === 'LOAN'
  return found(
    'BOOKS_AGREE',
    order.orderId,
    [
      at(balances, 'F2300') !== at(balances, 'P1100'),
      told`Funder owes ${at(balances, 'F2300')}, platform expects ${at(balances, 'P1100')}.`,
    ],
    [
      at(balances, 'F1230') !== at(balances, 'B2020'),
      told`Funder expects ${at(balances, 'F1230')} of fees, buyer owes ${at(balances, 'B2020')}.`,
    ],
    [isDebt && advances !== principal, told`Supplier owes ${advances}, principal is ${principal}.`],
    [
      isDebt && dueFromFunder !== order.releasableReserve,
      told`Supplier expects ${dueFromFunder}, releasable is ${order.releasableReserve}.`,
    ],
    [!isDebt && dueFromFunder !== reserve, told`Supplier expects ${dueFromFunder}, reserve is ${reserve}.`],
  )
}

export type LossFigures = {
  readonly currency: string
  readonly orderId: string
  readonly kind: 'PURCHASE' | 'LOAN'
  readonly recourse: boolean
  readonly balances: Balances
  /** The principal outstanding of the order. */
  readonly principal: bigint
  /** The loss when it was taken, and its recoveries since. */
  readonly loss: bigint
  readonly recovered: bigint
  /** The costs in the loss that is not recovered. */
  readonly costsLeft: bigint
  /** The supplier's reserve by invoice, and its increase since the loss. */
  readonly held: bigint
  readonly fed: bigint
  /** The part of the lost receivable that buyers still owe to the funder. */
  readonly owned: bigint
  /** The debt of the buyers on the invoices themselves. */
  readonly owed: bigint
}

const lostAccounts = ['F1100', 'F1150', 'F1200', 'F1210', 'F1220', 'F1300', 'F2100', 'F2110'] as const

/**
 * 2, 3 and 8 of a written-off order: the books hold only the loss not yet recovered and, after a full recovery, the reserve that
 * buyers have filled since. Supplier and buyer show the same debts and claims in their own books.
 */
export function checkRecovered(order: LossFigures): Violation[] {
  const { balances, recourse, kind, loss, recovered, costsLeft, held, fed, owned, owed } = order
  const told = amountsIn(order.currency)
  const [left, reserve, expects] = [at(balances, 'F5000'), at(balances, 'F2000'), at(balances, 'S1200')]
  const isDebt = recourse || kind === 'LOAN'
  // Refunds waiting to be paid to the supplier are in its book already.
  const net = expects - at(balances, 'S2300')
  const due = reserve + owned - left + costsLeft
  const refunds = at(balances, 'F2200')
  return [
    ...found(
      'PRINCIPAL',
      order.orderId,
      ...lostAccounts.map((account): [boolean, string] => [
        at(balances, account) !== 0n,
        told`Written off, but ${account} is ${at(balances, account)}.`,
      ]),
      [left < 0n || order.principal !== 0n, told`Loss ${left}, principal shown ${order.principal}.`],
      [loss - recovered !== left, told`Lost ${loss}, recovered ${recovered}, but the loss is ${left}.`],
      [owned < 0n, told`Buyers owe ${owned} of the lost receivable.`],
      [kind === 'PURCHASE' && owned > owed, told`The funder owns ${owned} of the lost receivable, its buyers owe ${owed}.`],
    ),
    ...found(
      'FUNDS_IN_USE',
      order.orderId,
      [reserve !== held, told`Reserve ${reserve}, of invoices ${held}.`],
      [fed > 0n && left > 0n, told`${fed} became reserve while ${left} is lost.`],
    ),
    ...found(
      'BOOKS_AGREE',
      order.orderId,
      [
        kind === 'PURCHASE' && at(balances, 'B2010') > owned,
        told`Its buyers owe the funder ${at(balances, 'B2010')}, the funder owns ${owned} of it.`,
      ],
      [
        isDebt && at(balances, 'S2000') !== left - costsLeft,
        told`Supplier owes ${at(balances, 'S2000')}, ${left - costsLeft} of principal is lost.`,
      ],
      [isDebt && expects !== reserve, told`Supplier expects ${expects}, reserve is ${reserve}.`],
      [
        !isDebt && (net < due || net > due + refunds),
        told`Supplier expects ${net} net of what it owes, the funder and its buyers hold ${due}.`,
      ],
    ),
  ]
}

/** All that can be said of one order from its own figures: 2, 3 and 8. */
export const checkOrder = (order: OrderFigures): Violation[] => [
  ...checkFundsInUse(order),
  ...checkPrincipal(order),
  ...checkBooksAgree(order),
]
