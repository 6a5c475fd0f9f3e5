import type { Payer, ReceivableBefore } from '../ledger/collection.ts'
import type { LocalDate } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import * as Exact from '../rational.ts'
import { type Allocation, applyReceipt, dueStateOf, type FundSource, type Waterfall, type WaterfallItem } from '../waterfall.ts'
import { accruedOn } from './accrued.ts'
import { type ItemLife, lastDayOfGrace, type OrderLife, principalOn } from './life.ts'
import { inOrderOfPayment, paidOnInvoices, payByInvoice, withinFace } from './pay-by-invoice.ts'
import { type DiscountRelease, type HeldPart, rebatesFor } from './rebates.ts'

/** What receipts have already paid of an item's interest and penalty. */
export type PaidCosts = { readonly interest: Money; readonly penalty: Money }
export type OrderPosition = {
  readonly order: OrderLife
  readonly paid: ReadonlyMap<string, PaidCosts>
  /** Fees of the supplier, charged and not yet paid. */
  readonly feesDue: Money
  /** Unpaid fee bills of the buyer: its own debt, besides the receivable and no cost of the order. */
  readonly buyerFees: Money
  /**
   * A purchased receivable; null for a loan, which holds no reserve. Its `reserve` is held for invoices that are still financed;
   * the reserve of paid ones is the supplier's and bears nothing any more.
   */
  readonly receivable: ReceivableBefore | null
  /** The remaining debt on the receivable behind each item of an order of several invoices; absent for a single invoice. */
  readonly owes?: ReadonlyMap<string, Money>
}
export type ItemOwed = {
  readonly item: ItemLife
  readonly principal: Money
  readonly interest: Money
  readonly penalty: Money
  readonly fees: Money
}

const byDueDate = (a: ItemLife, b: ItemLife) =>
  a.maturity < b.maturity ? -1 : a.maturity > b.maturity ? 1 : a.number < b.number ? -1 : a.number > b.number ? 1 : 0

/** What is owed on each item on a day, earliest due first; fees of the order stand with the first item that is still open. */
export function owedOn({ order, paid, feesDue }: OrderPosition, on: LocalDate): ItemOwed[] {
  const none = M.zero(order.currency)
  const owed = [...order.items].sort(byDueDate).map((item) => {
    const accrued = accruedOn(order, item, on)
    const done = paid.get(item.itemId)
    return {
      item,
      principal: principalOn(item, on),
      interest: M.subtract(accrued.interest, done?.interest ?? none),
      penalty: M.subtract(accrued.penalty, done?.penalty ?? none),
      fees: none,
    }
  })
  const open = Math.max(
    owed.findIndex((one) => M.isPositive(one.principal)),
    0,
  )
  return owed.map((one, index) => (index === open ? { ...one, fees: feesDue } : one))
}

export const owedTotal = (owed: readonly ItemOwed[], currency: string): Money =>
  M.sum(
    owed.flatMap((one) => [one.principal, one.interest, one.penalty, one.fees]),
    currency,
  )

/** The early fee of an item, and its tax, which is a liability of the fee's beneficiary. */
type EarlyFee = { readonly itemId: string; readonly amount: Money; readonly tax: Money }
const withTax = ({ amount, tax }: EarlyFee): Money => M.add(amount, tax)

/** The fee for a repayment of principal in arrears before its maturity, in percent of that principal, and its tax. */
function earlyFeeOn({ terms, currency }: OrderLife, item: ItemLife, principal: Money, on: LocalDate): EarlyFee {
  const isEarly = terms.method === 'IN_ARREARS' && on < item.maturity
  const amount = isEarly ? M.times(principal, Exact.percent(terms.earlyFeePct)) : M.zero(currency)
  return { itemId: item.itemId, amount, tax: M.times(amount, Exact.percent(terms.earlyFeeTaxPct)) }
}

/** The payoff of the order on a day: all debts and the early fees with their tax. */
export function payoffOn(position: OrderPosition, on: LocalDate): { owed: ItemOwed[]; earlyFee: Money; total: Money } {
  const { order } = position
  const owed = owedOn(position, on)
  const earlyFee = M.sum(
    owed.map((one) => withTax(earlyFeeOn(order, one.item, one.principal, on))),
    order.currency,
  )
  return { owed, earlyFee, total: M.add(owedTotal(owed, order.currency), earlyFee) }
}

export type RepaymentPlan = {
  /** From the receipt; they add up to it. */
  readonly allocations: readonly Allocation[]
  readonly totals: {
    fees: Money
    penalty: Money
    interest: Money
    principal: Money
    reserve: Money
    /** Of a pool: paid on its invoices beyond the drawing, and so the supplier's. */
    forSupplier: Money
    buyerFees: Money
    refund: Money
  }
  readonly earlyFees: readonly EarlyFee[]
  readonly releases: readonly DiscountRelease[]
  /**
   * Principal paid by money that the funder holds for the supplier: a rebate, or reserve that costs have used up elsewhere.
   * `from` is the item that held it.
   */
  readonly heldToPrincipal: readonly HeldPart[]
  /** Claims on the supplier that reserve pays, that of the receipt's own rebate among it. */
  readonly heldToClaims: Money
  readonly rebateToReserve: Money
  /** The supplier has paid all debts and takes the unpaid receivable back. */
  readonly takesBack: boolean
  /** Nothing is owed any more. */
  readonly settles: boolean
}
/** One of several buyers of an order: its items, and its debt on the receivable. */
export type OwnPart = { readonly items: ReadonlySet<string>; readonly face: Money }

/**
 * The invoices behind a loan: what the paying buyer owes on them, and whether they are assigned, as in a pool. What it pays on
 * assigned invoices beyond the loan is the supplier's; on others it goes back (decision 116).
 */
export type Behind = { readonly owes: Money; readonly isAssigned: boolean }

/** When and from where a receipt comes, and what its payer owes and names. */
export type ReceiptTerms = {
  readonly on: LocalDate
  readonly fundSource: FundSource
  readonly payer?: Payer
  /** The paying buyer, where the order has several: its money pays its own items first. */
  readonly own?: OwnPart
  /** The items of the invoices that the payer names: its money pays them first. */
  readonly named?: ReadonlySet<string>
  /** What is open of the fee bills that a buyer names. */
  readonly toBills?: Money
  /** What a buyer that pays on a loan owes behind it; absent for a supplier. */
  readonly behind?: Behind | undefined
}
type Terms = ReceiptTerms & { readonly payer: Payer }

/**
 * Plans a receipt: the order of payment, the early fee, the rebate of unearned discount, then reserve, the buyer's own fees and
 * the refund. It repays principal before its due date too, since the assigned receivable behind it has turned into cash. A buyer
 * pays no more than its debt and gets the rest back; on a loan that is its debt on the invoices behind it. Afterwards all principal is owed by a buyer or is a claim on the supplier;
 * principal without a debtor is paid by money that the funder holds (decision 081). A buyer's money is split by invoice, so that
 * the reserve of a paid one is the supplier's while others are open (decision 082). Fee bills that it names are paid before all
 * else (decision 172).
 */
export function planRepayment(
  position: OrderPosition,
  receipt: Money,
  { payer = 'BUYER', ...others }: ReceiptTerms,
): RepaymentPlan {
  const terms = { ...others, payer }
  const { order, receivable } = position
  const { currency } = order
  const none = M.zero(currency)
  const isSupplier = payer === 'SUPPLIER'
  const isCollected = terms.fundSource === 'COLLECTION'
  const { buyerFees, toOrder, usable } = splitReceipt(position, receipt, terms)
  const applied = applyToOrder(position, usable, terms)
  const { before, earlyFees, waterfall } = applied
  const paidOf = (component: Allocation['component']) => amountPaid(waterfall, component, currency)
  const [fees, penalty, interest, principal] = [paidOf('FEE'), paidOf('PENALTY'), paidOf('INTEREST'), paidOf('PRINCIPAL')]
  const costs = M.sum([fees, penalty, interest], currency)
  // A buyer's debt beyond costs and principal is the supplier's; a supplier's own money never fills its reserve.
  const more = isCollected && receivable && !isSupplier ? waterfall.refund : none
  const reserve = M.add(paidOf('RESERVE'), more)
  const forSupplier = isCollected && terms.behind?.isAssigned ? waterfall.refund : none
  const refund = M.add(M.subtract(M.subtract(waterfall.refund, more), forSupplier), M.subtract(toOrder, usable))

  const held = useOfHeld(position, applied, { costs, principal, toReserve: reserve }, terms)
  const left = M.subtract(
    M.add(owedTotal(before, currency), M.sum(earlyFees.map(withTax), currency)),
    M.sum([costs, principal, ...held.toPrincipal.map((one) => one.amount)], currency),
  )
  const settles = M.isZero(left)
  const takesBack = isSupplier && settles && receivable !== null && M.isPositive(principal) && M.isPositive(receivable.face)
  return {
    allocations: [
      ...waterfall.allocations.filter((one) => one.component !== 'REFUND'),
      ...besides(applied, order.orderId, { RESERVE: more, SURPLUS: forSupplier, BUYER_FEE: buyerFees, REFUND: refund }),
    ],
    totals: { fees, penalty, interest, principal, reserve, forSupplier, buyerFees, refund },
    earlyFees: earlyFees.filter((one) => M.isPositive(one.amount)),
    releases: held.releases,
    heldToPrincipal: held.toPrincipal,
    heldToClaims: takesBack ? none : held.toClaims,
    rebateToReserve: held.toReserve,
    takesBack,
    settles,
  }
}

// What of a receipt pays fee bills of the buyer, what is left for the order, and how much of that its payer owes there. A buyer
// pays the fee bills that it names, and all of them with what is beyond its debt on the order.
function splitReceipt(
  position: OrderPosition,
  receipt: Money,
  { on, payer, own, toBills, behind }: Terms,
): { buyerFees: Money; toOrder: Money; usable: Money } {
  const none = M.zero(position.order.currency)
  const owes = own?.face ?? position.receivable?.face ?? (behind && mostOn(position, on, behind))
  const billed = payer === 'BUYER' ? M.atLeastZero(position.buyerFees) : none
  const onNamed = M.min(M.min(receipt, toBills ?? none), billed)
  const beyond = M.atLeastZero(M.subtract(M.subtract(receipt, onNamed), owes ?? payoffOn(position, on).total))
  const buyerFees = M.min(M.add(onNamed, beyond), billed)
  const toOrder = M.subtract(receipt, buyerFees)
  return { buyerFees, toOrder, usable: owes && payer !== 'SUPPLIER' ? M.min(toOrder, owes) : toOrder }
}

type Applied = {
  /** What was owed before the receipt, with the fees on the item that bears them. */
  readonly before: readonly ItemOwed[]
  /** Principal without a debtor, by item, which money of the funder has paid before the receipt. */
  readonly heldFirst: ReadonlyMap<string, Money>
  readonly isByInvoice: boolean
  readonly earlyFees: readonly EarlyFee[]
  readonly waterfall: Waterfall
}

// Pays what is owed on the items of an order, besides the principal that has no debtor.
function applyToOrder(position: OrderPosition, usable: Money, { on, fundSource, payer, own, named }: Terms): Applied {
  const { order, receivable } = position
  const none = M.zero(order.currency)
  const isByInvoice = isSplitByInvoice(position, fundSource, payer)
  const before = isByInvoice ? feesWithFirstPaid(position, on, { own, named }) : owedOn(position, on)
  const unowed = receivable
    ? M.atLeastZero(M.subtract(principalIn(before, order.currency), M.add(receivable.face, receivable.claim)))
    : none
  const heldFirst = spread(unowed, before)
  const owed = before.map((one) => ({ ...one, principal: M.subtract(one.principal, heldFirst.get(one.item.itemId) ?? none) }))
  const claims = (earlyFees: ReadonlyMap<string, Money>): WaterfallItem[] =>
    owed.map(({ item, principal, interest, penalty, fees }) => ({
      orderId: order.orderId,
      itemId: item.itemId,
      number: item.number,
      dueDate: item.maturity,
      due: {
        [dueStateOf(item.maturity, on)]: {
          PENALTY: penalty,
          FEE: M.add(fees, earlyFees.get(item.itemId) ?? none),
          INTEREST: interest,
          PRINCIPAL: principal,
        },
      },
    }))
  const run = (earlyFees: ReadonlyMap<string, Money>) =>
    isByInvoice
      ? applyByInvoice(usable, claims(earlyFees), position, { on, own, named })
      : applyInTurn(usable, claims(earlyFees), position, { on, fundSource, own, named })
  return { before, heldFirst, isByInvoice, ...withEarlyFees(position, owed, on, fundSource, run) }
}

// What money that the funder holds pays besides a receipt: principal without a debtor and claims on the supplier, out of reserve
// and of the receipt's own rebates.
function useOfHeld(
  position: OrderPosition,
  { before, heldFirst, isByInvoice, waterfall }: Applied,
  paid: { costs: Money; principal: Money; toReserve: Money },
  { on, payer }: Terms,
) {
  const { order, receivable } = position
  const { currency } = order
  const none = M.zero(currency)
  const freed = position.owes ? M.add(paid.toReserve, givenBackLate(before, currency)) : none
  const after = receivable ? booksAfter(receivable, { ...paid, freed, isSupplier: payer === 'SUPPLIER' }) : undefined
  const paidBy = (itemId: string) => M.add(amountPaid(waterfall, 'PRINCIPAL', currency, itemId), heldFirst.get(itemId) ?? none)
  const unpaid = before.map((one) => ({ ...one, principal: M.subtract(one.principal, paidBy(one.item.itemId)) }))
  const heldNext = after
    ? spread(M.atLeastZero(M.subtract(principalIn(unpaid, currency), M.add(after.face, after.claim))), unpaid)
    : new Map<string, Money>()
  const { releases, toPrincipal, toReserve } = rebatesFor(
    order,
    before.map(({ item, principal: due }) => ({
      item,
      before: due,
      paid: M.add(paidBy(item.itemId), heldNext.get(item.itemId) ?? none),
    })),
    on,
    isByInvoice ? (itemId) => mustBePaid(position, itemId, on, waterfall.allocations) : undefined,
  )
  const sumOf = (amounts: Money[]) => M.sum(amounts, currency)
  // Of single invoices, a rebate that pays principal is reserve of open invoices; the rest is the supplier's (decision 253).
  const newReserve = position.owes
    ? sumOf(toPrincipal.map((one) => one.amount))
    : M.add(after?.reserve ?? none, sumOf(releases.map((one) => one.rebate)))
  return {
    releases,
    toPrincipal: [...[...heldFirst, ...heldNext].map(([itemId, amount]) => ({ itemId, from: itemId, amount })), ...toPrincipal],
    toClaims: after ? M.add(after.netted, M.min(newReserve, after.claim)) : none,
    toReserve,
  }
}

// What a receipt pays besides the debts of the order: reserve stands with the item that is due first, and a refund is of no order.
const besides = (
  { before }: Applied,
  orderId: string,
  amounts: Record<'RESERVE' | 'SURPLUS' | 'BUYER_FEE' | 'REFUND', Money>,
): Allocation[] =>
  (['RESERVE', 'SURPLUS', 'BUYER_FEE', 'REFUND'] as const)
    .filter((component) => M.isPositive(amounts[component]))
    .map((component) => ({
      orderId: component === 'REFUND' ? null : orderId,
      itemId: component === 'RESERVE' ? (before[0]?.item.itemId ?? null) : null,
      state: null,
      component,
      amount: amounts[component],
    }))

const principalIn = (parts: readonly ItemOwed[], currency: string): Money =>
  M.sum(
    parts.map((one) => one.principal),
    currency,
  )

// What a receipt pays of a component, on all items or on one.
const amountPaid = ({ allocations }: Waterfall, component: Allocation['component'], currency: string, itemId?: string): Money =>
  M.sum(
    allocations
      .filter((one) => one.component === component && (itemId === undefined || one.itemId === itemId))
      .map((one) => one.amount),
    currency,
  )

// The most that a buyer's receipt on a loan pays: its debt on the invoices behind it, and beyond the loan only where they are assigned.
const mostOn = (position: OrderPosition, on: LocalDate, { owes, isAssigned }: Behind): Money =>
  isAssigned ? owes : M.min(owes, payoffOn(position, on).total)

// The books after a receipt, before any rebate. A buyer's costs are taken from the reserve and become a claim beyond it; a
// supplier pays costs and claims itself. Reserve pays claims, so that both never remain, except for reserve that is freed of
// single invoices.
function booksAfter(
  { face, claim, reserve }: ReceivableBefore,
  {
    costs,
    principal,
    toReserve,
    freed,
    isSupplier,
  }: { costs: Money; principal: Money; toReserve: Money; freed: Money; isSupplier: boolean },
): { face: Money; claim: Money; reserve: Money; netted: Money } {
  const none = M.zero(face.currency)
  const toClaim = isSupplier ? M.min(principal, claim) : none
  const toFace = isSupplier ? M.subtract(principal, toClaim) : M.sum([costs, principal, toReserve], face.currency)
  const borne = isSupplier ? none : M.min(costs, reserve)
  const added = isSupplier ? none : M.subtract(costs, borne)
  const claims = M.subtract(M.add(claim, added), toClaim)
  const netted = M.min(M.atLeastZero(M.subtract(M.subtract(reserve, borne), freed)), claims)
  return {
    face: M.subtract(face, toFace),
    claim: M.subtract(claims, netted),
    reserve: M.subtract(M.subtract(reserve, borne), netted),
    netted,
  }
}

/** Spreads a sum over the principal of items, the earliest due first. */
function spread(sum: Money, items: readonly ItemOwed[]): Map<string, Money> {
  let left = sum
  const parts = new Map<string, Money>()
  for (const { item, principal } of items) {
    const amount = M.min(left, principal)
    if (!M.isPositive(amount)) continue
    parts.set(item.itemId, amount)
    left = M.subtract(left, amount)
  }
  return parts
}

// Whether a debtor pays a purchase of several invoices. A supplier pays for the order as a whole, and a loan is paid as a whole.
const isSplitByInvoice = ({ owes, receivable }: OrderPosition, fundSource: FundSource, payer: Payer): boolean =>
  owes !== undefined && receivable !== null && fundSource === 'COLLECTION' && payer !== 'SUPPLIER'

const isPastGrace = ({ order }: OrderPosition, itemId: string, on: LocalDate): boolean => {
  const item = order.items.find((one) => one.itemId === itemId)
  return item !== undefined && on > lastDayOfGrace(item, order.terms)
}

/** The items in the order in which a buyer's money pays their invoices on a day. */
export const inTurnOf = ({ order }: OrderPosition, on: LocalDate, named?: ReadonlySet<string>) =>
  inOrderOfPayment(
    order.items.map((item) => ({
      orderId: order.orderId,
      itemId: item.itemId,
      number: item.number,
      dueDate: item.maturity,
      due: { NOT_DUE: { PRINCIPAL: principalOn(item, on) } },
    })),
    named,
  )

// Fees of the order are due with the first money, so the first paid invoice bears them: where several buyers owe, one of who pays.
function feesWithFirstPaid(
  position: OrderPosition,
  on: LocalDate,
  { own, named }: { own?: OwnPart | undefined; named?: ReadonlySet<string> | undefined },
): ItemOwed[] {
  const owed = owedOn(position, on)
  const open = inTurnOf(position, on, named).filter(({ itemId }) => M.isPositive(position.owes?.get(itemId) ?? position.feesDue))
  const first = open.find(({ itemId }) => own?.items.has(itemId)) ?? open[0]
  if (!first || M.isZero(position.feesDue)) return owed
  const none = M.zero(position.order.currency)
  return owed.map((one) => ({ ...one, fees: one.item.itemId === first.itemId ? position.feesDue : none }))
}

function applyByInvoice(
  receipt: Money,
  items: readonly WaterfallItem[],
  position: OrderPosition,
  { on, own, named }: { on: LocalDate; own?: OwnPart | undefined; named?: ReadonlySet<string> | undefined },
): Waterfall {
  const mine = inTurnOf(position, on, named).filter(({ itemId }) => !own || own.items.has(itemId))
  const face = own?.face ?? position.receivable!.face
  const within = withinFace(position.owes!, face, mine)
  return payByInvoice(receipt, items, {
    owes: new Map([...position.owes!, ...within]),
    named,
    own: own?.items,
    besides: [...within.values()].reduce((rest, amount) => M.subtract(rest, amount), face),
    isOverdue: (itemId) => isPastGrace(position, itemId, on),
  })
}

// The principal of an item that rebates of other items must pay before they become reserve: all of it past its grace, otherwise
// the part without a receivable after a receipt.
function mustBePaid(position: OrderPosition, itemId: string, on: LocalDate, allocations: readonly Allocation[]): Money {
  const none = M.zero(position.order.currency)
  const sumOf = (counts: (one: Allocation) => boolean) =>
    allocations.filter(counts).reduce((sum, one) => M.add(sum, one.amount), none)
  const item = position.order.items.find((one) => one.itemId === itemId)!
  const principal = M.subtract(
    principalOn(item, on),
    sumOf((one) => one.itemId === itemId && one.component === 'PRINCIPAL'),
  )
  if (isPastGrace(position, itemId, on)) return principal
  const ofInvoice = sumOf((one) => (one.paidOn ?? one.itemId) === itemId)
  return M.atLeastZero(M.subtract(principal, M.subtract(position.owes?.get(itemId) ?? none, ofInvoice)))
}

// Refunds for late payments on items that are still financed; they are the supplier's with the rest of their reserve.
const givenBackLate = (owed: readonly ItemOwed[], currency: string): Money =>
  M.sum(
    owed
      .filter((one) => M.isPositive(one.principal))
      .flatMap(({ item }) => item.released.filter((one) => one.atFunding).map((one) => one.client)),
    currency,
  )

// What is over when the payer's own items are paid pays the others: it is what the supplier has left of its receivable. It is paid
// on the payer's own invoices all the same.
function applyInTurn(
  receipt: Money,
  items: readonly WaterfallItem[],
  position: OrderPosition,
  {
    on,
    fundSource,
    own,
    named,
  }: { on: LocalDate; fundSource: FundSource; own?: OwnPart | undefined; named?: ReadonlySet<string> | undefined },
): Waterfall {
  const options = { fundSource, settleEarly: true }
  if (!own) return applyReceipt(receipt, items, options)
  const first = applyReceipt(
    receipt,
    items.filter((item) => own.items.has(item.itemId)),
    options,
  )
  const rest = applyReceipt(
    first.refund,
    items.filter((item) => !own.items.has(item.itemId)),
    options,
  )
  const paid = first.allocations.filter((one) => one.component !== 'REFUND')
  const room = inTurnOf(position, on, named)
    .filter(({ itemId }) => own.items.has(itemId))
    .map(({ itemId }) => {
      const amounts = paid.filter((one) => one.itemId === itemId).map((one) => one.amount)
      const owes = position.owes?.get(itemId) ?? M.zero(receipt.currency)
      return { itemId, amount: M.atLeastZero(M.subtract(owes, M.sum(amounts, receipt.currency))) }
    })
  return { ...rest, receipt, allocations: [...paid, ...paidOnInvoices(rest.allocations, room)] }
}

// A settlement pays the fee on all principal; a part payment bears it on the part: with fee and tax f, f ÷ (1 + f) of the part.
// Principal that money of another invoice pays is taken out of what is held for the supplier, who repays nothing early.
function withEarlyFees(
  { order }: OrderPosition,
  owed: readonly ItemOwed[],
  on: LocalDate,
  fundSource: FundSource,
  run: (fees: ReadonlyMap<string, Money>) => Waterfall,
): { earlyFees: EarlyFee[]; waterfall: Waterfall } {
  const whole = owed.map((one) => earlyFeeOn(order, one.item, one.principal, on))
  if (fundSource === 'INTEREST' || whole.every((one) => M.isZero(one.amount))) return { earlyFees: [], waterfall: run(new Map()) }
  const runWith = (fees: readonly EarlyFee[]) => run(new Map(fees.map((one) => [one.itemId, withTax(one)])))
  const inFull = runWith(whole)
  const principalOf = (waterfall: Waterfall, itemId: string) =>
    M.sum(
      waterfall.allocations
        .filter((one) => one.itemId === itemId && (one.paidOn ?? itemId) === itemId && one.component === 'PRINCIPAL')
        .map((one) => one.amount),
      order.currency,
    )
  const { earlyFeePct, earlyFeeTaxPct } = order.terms
  const taxed = Exact.mul(Exact.percent(earlyFeePct), Exact.add(Exact.one, Exact.percent(earlyFeeTaxPct)))
  const feeOfPart = ({ item }: ItemOwed, part: Money) =>
    earlyFeeOn(order, item, M.times(part, Exact.div(Exact.one, Exact.add(Exact.one, taxed))), on)
  const feeOf = new Map(owed.map((one, index) => [one, whole[index]!]))
  const runWhole = (ones: readonly ItemOwed[]) => runWith(ones.map((one) => feeOf.get(one)!))
  const paidIn = (waterfall: Waterfall) => owed.filter((one) => M.equals(principalOf(waterfall, one.item.itemId), one.principal))

  let paid = paidIn(inFull)
  if (paid.length === owed.length) return { earlyFees: whole, waterfall: inFull }
  // Money that pays the principal of an item and a part of its fee pays less principal than it could.
  let short: ItemOwed[] = []
  let withShort = inFull
  for (;;) {
    const without = paidIn(runWhole(paid))
    short = without.filter((one) => !paid.includes(one))
    withShort = runWhole([...paid, ...short])
    const more = paidIn(withShort).filter((one) => short.includes(one))
    if (more.length === 0) break
    paid = [...paid, ...more]
  }
  const feeOfShort = (one: ItemOwed) => feeOfPart(one, M.add(principalOf(withShort, one.item.itemId), withTax(feeOf.get(one)!)))
  const known = new Map([
    ...paid.map((one) => [one, feeOf.get(one)!] as const),
    ...short.map((one) => [one, feeOfShort(one)] as const),
  ])
  const beside = runWith([...known.values()])
  const partly = owed.map((one) => known.get(one) ?? feeOfPart(one, principalOf(beside, one.item.itemId)))
  // Principal that is repaid whole bears the whole fee, of which rounding takes no cent.
  const repaid = paidIn(runWith(partly))
  const earlyFees = owed.map((one, index) => (repaid.includes(one) ? feeOf.get(one)! : partly[index]!))
  return { earlyFees, waterfall: runWith(earlyFees) }
}
