import { accept } from '../accept.fixture.ts'
import type { DayCountCode } from '../day-count.ts'
import type { Balances } from '../ledger/balances.ts'
import { balancesOfOrder } from '../ledger/balances-of-order.fixture.ts'
import type { Payer } from '../ledger/collection.ts'
import type { FeeCharge } from '../ledger/fee-lines.ts'
import type { InterestFigures, LossFigures, OrderFigures, ReceiptFigures } from '../ledger/invariants.ts'
import { principalOutstanding } from '../ledger/invariants.ts'
import type { Deal, Journal, JournalKey } from '../ledger/journal.ts'
import { costsIn, type Exposure, exposureTotal, lossBetween } from '../ledger/loss.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import { fromRational, type Money, money } from '../money.ts'
import { zero as nothing, type Rational } from '../rational.ts'
import { type FinanceOrderEvent, type FinanceOrderStatus, nextFinanceOrderStatus } from '../states/finance-order.ts'

/** What was agreed when the order was funded. */
export type LifeTerms = {
  readonly deal: Deal
  readonly kind: 'PURCHASE' | 'LOAN'
  readonly method: 'IN_ADVANCE' | 'IN_ARREARS'
  readonly currency: string
  readonly face: bigint
  readonly advance: bigint
  readonly clientRate: Rational
  readonly fundRate: Rational
  readonly penaltyMargin: Rational
  readonly dayCount: DayCountCode
  readonly fundedOn: LocalDate
  readonly maturity: LocalDate
  readonly graceEnd: LocalDate
  readonly breakDays: number
  readonly rebateAllowed: boolean
  readonly fundingFees: readonly FeeCharge[]
}

/** A loss: the books when it was taken, the funder's part of the receivable, and the receipts since. */
export type Loss = {
  readonly exposure: Exposure
  readonly owned: bigint
  /** The part of the receivable that the supplier has taken back since. */
  readonly returned: bigint
  readonly recovered: bigint
  readonly fed: bigint
}

/** The life of one order, kept in memory: what the server keeps in rows. Commands replace it and never change it. */
export type Life = {
  readonly terms: LifeTerms
  readonly today: LocalDate
  readonly status: FinanceOrderStatus
  readonly journals: readonly Journal[]
  readonly balances: Balances
  readonly principalPaid: bigint
  readonly principalWrittenOff: bigint
  /** The loss, the debts it was taken on, and the receivable since; null before a write-off. */
  readonly loss: Loss | null
  readonly releasableReserve: bigint
  /** Refunds waiting to be paid, by payer. */
  readonly surplus: Readonly<Record<Payer, bigint>>
  readonly receipts: readonly ReceiptFigures[]
  readonly charged: { readonly fund: bigint; readonly spread: bigint }
  readonly rebated: bigint
  /** Unrounded interest to date, in currency units. */
  readonly clientRaw: Rational
  readonly fundRaw: Rational
  readonly penaltyRaw: Rational
  readonly posted: { readonly fund: bigint; readonly spread: bigint; readonly penalty: bigint; readonly earned: bigint }
  /** The life before the last receipt, for as long as nothing has followed it. */
  readonly beforeReceipt: Life | null
}

export const startLife = (terms: LifeTerms): Life => ({
  terms,
  today: terms.fundedOn,
  status: 'FUNDING',
  journals: [],
  balances: {},
  principalPaid: 0n,
  principalWrittenOff: 0n,
  loss: null,
  releasableReserve: 0n,
  surplus: { BUYER: 0n, SUPPLIER: 0n, OTHER: 0n },
  receipts: [],
  charged: { fund: 0n, spread: 0n },
  rebated: 0n,
  clientRaw: nothing,
  fundRaw: nothing,
  penaltyRaw: nothing,
  posted: { fund: 0n, spread: 0n, penalty: 0n, earned: 0n },
  beforeReceipt: null,
})

export const amountOf = (life: Life, minor: bigint): Money => money(minor, life.terms.currency)
export const balance = (life: Life, account: keyof Balances): bigint => life.balances[account] ?? 0n

/** Adds journals; each template gets a key that no other journal of this life has. */
export function withJournals(life: Life, ...posts: ((key: JournalKey) => Journal)[]): Life {
  const added = posts.map((post, index) =>
    post({ eventType: 'LIFE', sourceType: 'ORDER', sourceId: life.terms.deal.orderId, seq: life.journals.length + index }),
  )
  const journals = [...life.journals, ...added]
  const balances = balancesOfOrder(
    journals.flatMap(({ postings }) => postings),
    life.terms.deal.orderId,
  )
  return { ...life, journals, balances, beforeReceipt: null }
}

/** The life after an event; an event that its status does not allow is a bug of the command. */
export const withEvent = (life: Life, event: FinanceOrderEvent): Life => ({
  ...life,
  status: accept(nextFinanceOrderStatus(life.status, event)),
})

export const principalOf = (life: Life): bigint => principalOutstanding({ funded: life.terms.advance, ...life })
export const costsDue = (life: Life): bigint => balance(life, 'F1200') + balance(life, 'F1210') + balance(life, 'F1220')
export const roundedMinor = (life: Life, raw: Rational): bigint => fromRational(raw, life.terms.currency).minor
export const tomorrowOf = (life: Life): LocalDate => addDays(life.today, 1)

/** What the books still hold of the order. */
export function exposureOf(life: Life): Exposure {
  const at = (account: keyof Balances) => amountOf(life, balance(life, account))
  return {
    face: at('F1100'),
    loan: at('F1150'),
    claim: at('F1300'),
    interest: at('F1200'),
    penalty: at('F1210'),
    fees: at('F1220'),
    reserve: at('F2000'),
  }
}

/** The order as the laws of the books look at it. */
export const figuresOf = (life: Life): OrderFigures => ({
  orderId: life.terms.deal.orderId,
  currency: life.terms.currency,
  kind: life.terms.kind,
  recourse: life.terms.deal.recourse,
  status: life.status,
  funded: life.terms.advance,
  principalPaid: life.principalPaid,
  principalWrittenOff: life.principalWrittenOff,
  releasableReserve: life.releasableReserve,
  reserveOfOpen: principalOf(life) > 0n ? life.releasableReserve : 0n,
  lateInterest: 0n,
  dueTotal: principalOf(life) + costsDue(life),
  balances: life.balances,
})

/** The figures of the order that the law of losses checks. */
export function lossFiguresOf(life: Life, { exposure, owned, returned, recovered, fed }: Loss): LossFigures {
  const loss = exposureTotal(exposure)
  return {
    orderId: life.terms.deal.orderId,
    currency: life.terms.currency,
    kind: life.terms.kind,
    recourse: life.terms.deal.recourse,
    balances: life.balances,
    principal: principalOf(life),
    loss: loss.minor,
    recovered,
    costsLeft: costsIn(lossBetween(exposure, amountOf(life, recovered), loss)).minor,
    held: life.releasableReserve,
    fed,
    owned,
    owed: owned + returned,
  }
}

export const interestFiguresOf = (life: Life): InterestFigures => ({
  orderId: life.terms.deal.orderId,
  currency: life.terms.currency,
  posted: life.posted.fund + life.posted.spread,
  accruedRounded: roundedMinor(life, life.clientRaw),
  charged: life.charged.fund + life.charged.spread,
  earned: life.posted.earned,
  unearned: balance(life, 'F2100') + balance(life, 'F2110'),
  rebated: life.rebated,
  discount: null,
})
