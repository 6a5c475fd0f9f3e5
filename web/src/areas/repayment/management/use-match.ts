import { add, fromDecimal, isPositive, type Money, min, subtract, toDecimal } from '@usance/domain/money'
import type { Answer } from '@usance/wire/call'
import { mostNamed, mostParts, type repaymentCalls } from '@usance/wire/repayment/calls'
import { useTyped, useTypedParts } from '../../../form/kept.ts'
import {
  billsInText,
  billsSum,
  type Candidate,
  invoicesInText,
  invoicesSum,
  type PayerRole,
  typedAmount,
  wantedOf,
} from './match-sums.ts'

type Receipt = { id: string; amount: string; currency: string }

/** What is entered for a receipt; it outlives the end of a session. */
function useEntered({ id }: Receipt) {
  const [payerRole, setPayerRole] = useTyped<PayerRole>('BUYER', { part: `match ${id} payer` })
  const [source, setFundSource] = useTyped<'COLLECTION' | 'INTEREST' | undefined>(undefined, { part: `match ${id} source` })
  const [parts, setParts] = useTypedParts<Record<string, string>>({}, { part: `match ${id} parts` })
  /** Which of an order's several buyers pays, by order. */
  const [payers, setPayers] = useTypedParts<Record<string, string>>({}, { part: `match ${id} payers` })
  /** The invoices that the buyer names, by order; they are paid before the others. */
  const [named, setNamed] = useTypedParts<Record<string, readonly string[]>>({}, { part: `match ${id} invoices` })
  /** The fee bills that the buyer names, by order; they are paid before all else. */
  const [namedBills, setNamedBills] = useTypedParts<Record<string, readonly string[]>>({}, { part: `match ${id} bills` })
  /** The orders of `parts`, which a search may leave out of the answer. */
  const [kept, setKept] = useTypedParts<Record<string, Candidate>>({}, { part: `match ${id} orders` })
  const isBuyer = payerRole === 'BUYER'
  return {
    payerRole,
    isBuyer,
    source,
    parts,
    named,
    namedBills,
    kept,
    setPayerRole,
    setFundSource,
    setParts,
    setPayers,
    setNamed,
    setNamedBills,
    setKept,
    payerOf: (order: Candidate) => payers[order.orderId] ?? order.payer ?? undefined,
  }
}
type Entered = ReturnType<typeof useEntered>

/** What is entered for one order, as it is sent. */
function partOf({ isBuyer, parts, named, namedBills, payerOf }: Entered, orderId: string, order: Candidate | undefined) {
  const ofSeveral = isBuyer && order !== undefined && order.buyers.length > 0
  const buyerCode = ofSeveral ? payerOf(order) : undefined
  const invoiceIds = isBuyer ? [...(named[orderId] ?? [])] : []
  const feeBillIds = isBuyer ? [...(namedBills[orderId] ?? [])] : []
  return {
    amount: parts[orderId],
    // Nobody's money pays the debt of another: a sender that is none of the buyers is named by settlement.
    isUnnamed: ofSeveral && buyerCode === undefined,
    namesTooMany: invoiceIds.length > mostNamed || feeBillIds.length > mostNamed,
    told: {
      ...(buyerCode ? { buyerCode } : {}),
      ...(invoiceIds.length > 0 ? { invoiceIds } : {}),
      ...(feeBillIds.length > 0 ? { feeBillIds } : {}),
    },
  }
}

/** Changes what is entered for an order; the amount that is offered is never more than is left of the receipt. */
function entering(entered: Entered, currency: string, left: Money) {
  const { payerRole, parts, named, namedBills, payerOf, setKept, setParts, setPayers, setNamed, setNamedBills } = entered
  const offer = (orderId: string, wanted: Money) => {
    const offered = min(wanted, add(left, typedAmount(parts[orderId], currency)))
    if (isPositive(offered)) setParts((now) => ({ ...now, [orderId]: toDecimal(offered) }))
  }
  return {
    setAmount: ({ orderId }: Candidate, amount: string) => setParts((now) => ({ ...now, [orderId]: amount })),
    /** Takes an order in, or out again. */
    toggle: (order: Candidate) => {
      const { orderId } = order
      const by = { payerRole, payer: payerOf(order) }
      const inText = billsInText(order, payerRole)
      setKept((now) => ({ ...now, [orderId]: order }))
      setParts((now) => {
        const { [orderId]: was, ...others } = now
        if (was !== undefined) return others
        const offered = min(add(wantedOf(order, by, currency), billsSum(order, inText, currency)), left)
        return { ...now, [orderId]: toDecimal(isPositive(offered) ? offered : left) }
      })
      setNamed((now) => ({ ...now, [orderId]: invoicesInText(order, by) }))
      setNamedBills((now) => ({ ...now, [orderId]: inText }))
    },
    /** Says which of the buyers pays. */
    pay: (order: Candidate, payer: string) => {
      const { orderId } = order
      setPayers((now) => ({ ...now, [orderId]: payer }))
      setNamed((now) => ({ ...now, [orderId]: invoicesInText(order, { payerRole, payer }) }))
      offer(orderId, wantedOf(order, { payerRole, payer }, currency))
    },
    /** Names an invoice or a fee bill as paid, or no longer. */
    name: (order: Candidate, { invoice, bill }: { invoice?: string; bill?: string }) => {
      const { orderId } = order
      const invoices = switched(named[orderId], invoice)
      const bills = switched(namedBills[orderId], bill)
      setNamed((now) => ({ ...now, [orderId]: invoices }))
      setNamedBills((now) => ({ ...now, [orderId]: bills }))
      const ofNamed = add(invoicesSum(order, invoices, currency), billsSum(order, bills, currency))
      const isAnyNamed = invoices.length + bills.length > 0
      offer(orderId, isAnyNamed ? ofNamed : wantedOf(order, { payerRole, payer: payerOf(order) }, currency))
    },
  }
}

const switched = (all: readonly string[] = [], id: string | undefined): readonly string[] => {
  if (id === undefined) return all
  return all.includes(id) ? all.filter((one) => one !== id) : [...all, id]
}

/** What a receipt is to pay: the orders that were chosen, with the amount of each and what the buyer named. */
export function useMatch(receipt: Receipt, answer: Answer<typeof repaymentCalls.candidates> | undefined) {
  const { currency } = receipt
  const entered = useEntered(receipt)
  const { parts, kept, payerRole, setPayerRole, setFundSource, payerOf } = entered
  const found = answer?.orders ?? []
  const ids = Object.keys(parts)
  // What was chosen stands there with its payer, whatever is searched for now.
  const hidden = ids.filter((orderId) => !found.some((one) => one.orderId === orderId))
  const orderOf = (orderId: string) => found.find((one) => one.orderId === orderId) ?? kept[orderId]
  const chosen = ids.map((orderId) => ({ orderId, ...partOf(entered, orderId, orderOf(orderId)) }))
  const left = chosen.reduce(
    (rest, { amount }) => subtract(rest, typedAmount(amount, currency)),
    fromDecimal(answer?.left ?? receipt.amount, currency),
  )
  const isTooMany = chosen.length > mostParts || chosen.some(({ namesTooMany }) => namesTooMany)
  const isWhole = chosen.every(({ isUnnamed, amount }) => !isUnnamed && isPositive(typedAmount(amount, currency)))
  return {
    payerRole,
    setPayerRole,
    fundSource: entered.source ?? answer?.fundSource ?? 'COLLECTION',
    setFundSource,
    payerOf,
    named: entered.named,
    namedBills: entered.namedBills,
    shown: [...hidden.flatMap((orderId) => kept[orderId] ?? []), ...found],
    partOf: (order: Candidate) => partOf(entered, order.orderId, order),
    ...entering(entered, currency, left),
    left: toDecimal(left),
    isOver: left.minor < 0n,
    count: chosen.length,
    isSendable: chosen.length > 0 && !isTooMany && left.minor >= 0n && isWhole,
    /** The parts as they are sent. */
    sent: chosen.map(({ orderId, amount = '', told }) => ({ orderId, amount, ...told })),
  }
}

export type Match = ReturnType<typeof useMatch>
