import { dayCounts } from '../day-count.ts'
import { addDays, daysBetween } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { Rational } from '../rational.ts'
import * as Exact from '../rational.ts'
import { lastDayOfGrace } from '../servicing/life.ts'
import { costsOfQuote, leavesNothing } from '../trial.ts'
import { type HarmName, type LifeName, proofBounds, provedLives, type WarningName } from './lives.ts'
import { at, closed, diluted, funded, type Living, payoffAfter, received, share, writtenOff } from './living.ts'
import { midwayOf, type ProvedProduct, type Sample, sampleOf, shortestOf } from './sample.ts'
import { facesOf } from './sizes.ts'

export type { ProvedProduct } from './sample.ts'

/** Who pays and earns what when a life has ended; each figure from the books of its party. */
export type LifeResult = {
  readonly name: LifeName
  /** The money the supplier keeps, less the claims it paid; below zero where it paid more than it got. */
  readonly supplierReceives: Money
  readonly supplierInterest: Money
  readonly supplierFees: Money
  /** The yearly cost of the supplier's money in this life, in percent; null where it was not all paid back. */
  readonly supplierApr: Rational | null
  readonly buyerPays: Money
  readonly buyerFees: Money
  readonly funderEarns: Money
  /** The funder's final loss, included in its earnings. */
  readonly funderLoss: Money
  readonly platformEarns: Money
  readonly tax: Money
}
type Shown = {
  /** The face of the document that shows it; null where no document could be financed. */
  readonly face: Money | null
  readonly life: LifeName | null
  /** The shortfall of the party, where it is an amount. */
  readonly amount: Money | null
  /** The cost a year, where it is a rate. */
  readonly percent: Rational | null
}
/** A harm with the life that shows it. */
export type ProductHarm = Shown & { readonly harm: HarmName }
/** A warning with the life that shows it most clearly; `days` where it concerns a tenor. */
export type ProductWarning = Shown & { readonly warning: WarningName; readonly days: number | null }
type Unsized<T> = Omit<T, 'face'>
export type ProductProof = {
  readonly currency: string
  /** The quote of the sample; null where nothing could be financed. */
  readonly sample: {
    readonly face: Money
    readonly advance: Money
    readonly interest: Money
    readonly net: Money
    /** The days for which the money is out. */
    readonly days: number
    readonly allInApr: Rational | null
  } | null
  readonly lives: readonly LifeResult[]
  /** Harms that refuse the product, at the usual face, the smallest or the largest that it finances. */
  readonly harms: readonly ProductHarm[]
  /** Harms on a small document of a product without a minimum amount. They refuse nothing; each quote checks its own document. */
  readonly small: readonly ProductHarm[]
  /** Warnings for the approver; they refuse nothing. */
  readonly warnings: readonly ProductWarning[]
}

const isLoan = ({ product }: ProvedProduct) => product.type === 'PO_FINANCE' || product.type === 'POOL_FACTORING'
const dilutionPercent = 5
const lateDays = 30
const writeOffDays = 91

type Story = (proved: ProvedProduct, sample: Sample, start: Living) => Living | null

// A buyer pays its receivable and its fee bills; a supplier pays off a loan.
function paidBack(living: Living, on: string): Living {
  if (isLoan(living.proved)) return received(living, on, payoffAfter(living, on), 'SUPPLIER')
  return received(living, on, M.add(at(living, 'F1100'), billedOf(living)), 'BUYER')
}

const billedOf = (living: Living): Money =>
  M.sum(
    [at(living, 'F1230'), ...living.waiting.filter((fee) => fee.payer === 'BUYER').map((fee) => M.add(fee.amount, fee.tax))],
    living.proved.currency,
  )

/** The days for which the money of a sample is out. */
const daysOf = (sample: Sample): number => daysBetween(sample.fundedOn, maturityOf(sample))

const maturityOf = ({ trial }: Sample) => trial.items[0]!.maturity
const lateDayOf = (living: Living) => addDays(lastDayOfGrace(living.order.items[0]!, living.order.terms), lateDays)

const stories: Record<LifeName, Story> = {
  EARLY: (_, sample, start) => closed(paidBack(start, midwayOf(sample))),
  ON_TIME: (_, sample, start) => closed(paidBack(start, maturityOf(sample))),
  LATE: (_, __, start) => closed(paidBack(start, lateDayOf(start))),
  PARTLY_PAID: (proved, sample, start) => {
    const half = isLoan(proved) ? share(payoffAfter(start, maturityOf(sample)), 50) : share(at(start, 'F1100'), 50)
    return closed(paidBack(received(start, maturityOf(sample), half, isLoan(proved) ? 'SUPPLIER' : 'BUYER'), lateDayOf(start)))
  },
  DILUTED: (proved, sample, start) =>
    isLoan(proved)
      ? null
      : closed(paidBack(diluted(start, midwayOf(sample), share(at(start, 'F1100'), dilutionPercent)), maturityOf(sample))),
  DEFAULTED: (_, sample, start) => writtenOff(start, addDays(maturityOf(sample), writeOffDays)),
}

/**
 * Costs ÷ Σ (net still out × part of a year), in percent. The net is out in the same proportion as the principal. For a repayment
 * at maturity this is the quoted all-in cost.
 */
function yearlyCost(living: Living, { trial }: Sample): Rational | null {
  const { advance, fundedOn, principalPaid } = living.order.items[0]!
  const { measure } = dayCounts[living.proved.product.dayCount]
  let left = M.toRational(advance)
  let [from, held] = [fundedOn, Exact.zero]
  for (const { on, amount } of principalPaid) {
    held = Exact.add(held, Exact.mul(left, measure(from, on).fraction))
    left = Exact.sub(left, M.toRational(amount))
    from = on
  }
  if (!Exact.isZero(left) || !Exact.isPositive(held)) return null
  const weighted = Exact.div(Exact.mul(held, M.toRational(trial.total.net)), M.toRational(advance))
  const costs = M.add(at(living, 'S5000'), at(living, 'S5010'))
  return Exact.mul(Exact.div(M.toRational(costs), weighted), Exact.hundred)
}

function resultOf(name: LifeName, living: Living, sample: Sample): LifeResult {
  const { currency } = living.proved
  const sum = (...accounts: Parameters<typeof at>[1][]) =>
    M.sum(
      accounts.map((account) => at(living, account)),
      currency,
    )
  const loss = at(living, 'F5000')
  return {
    name,
    supplierReceives: at(living, 'S1000'),
    supplierInterest: at(living, 'S5000'),
    supplierFees: at(living, 'S5010'),
    supplierApr: yearlyCost(living, sample),
    buyerPays: M.negate(at(living, 'B1000')),
    buyerFees: at(living, 'B5010'),
    funderEarns: M.subtract(sum('F4000', 'F4010', 'F4020'), M.add(loss, at(living, 'F5100'))),
    funderLoss: loss,
    platformEarns: M.subtract(sum('P4000', 'P4010', 'P4020', 'P4030'), at(living, 'P5000')),
    tax: sum('F2400', 'P2100'),
  }
}

/**
 * Proves a product at each of its sizes: the quote of a usual document, who pays and earns what in each life, the harms and the
 * warnings. It uses the rules that price, service and book real orders.
 */
export function proveProduct(proved: ProvedProduct): ProductProof {
  const { currency } = proved
  const [usual, ...others] = facesOf(proved.product, currency).map(({ size, face }) => ({ size, ...provedAt(proved, face) }))
  const all = [usual!, ...others]
  const harms = all.filter(({ size }) => size !== 'SMALL').flatMap((one) => one.harms)
  const small = all.filter(({ size }) => size === 'SMALL').flatMap((one) => one.harms)
  return {
    currency,
    sample: usual!.sample,
    lives: usual!.lives,
    harms: firstOf(harms, ({ harm, life }) => `${harm} ${life}`),
    // A harm on every document is listed once.
    small: firstOf(small, ({ harm }) => harm).filter(({ harm }) => !harms.some((one) => one.harm === harm)),
    warnings: firstOf(
      all.filter(({ size, harms: found }) => size !== 'SMALL' || found.length === 0).flatMap((one) => one.warnings),
      ({ warning }) => warning,
    ),
  }
}

const firstOf = <T>(all: readonly T[], keyOf: (one: T) => string): T[] =>
  all.filter((one, index) => all.findIndex((other) => keyOf(other) === keyOf(one)) === index)

/** The proof of documents of one face. */
function provedAt(
  proved: ProvedProduct,
  size: Money,
): Pick<ProductProof, 'sample' | 'lives'> & { harms: ProductHarm[]; warnings: ProductWarning[] } {
  const refused = (harm: HarmName, shown: Partial<Shown>): ProductHarm => ({
    harm,
    face: null,
    life: null,
    amount: null,
    percent: null,
    ...shown,
  })
  const sample = sampleOf(proved, size)
  if (!sample) return { sample: null, lives: [], harms: [refused('NEVER_FINANCED', {})], warnings: [] }
  const { total } = sample.trial
  const { face, applyAmount: advance, interest, net, allInApr } = total
  const shown = { face, advance, interest, net, days: daysOf(sample), allInApr }
  if (leavesNothing(total)) {
    const amount = M.subtract(costsOfQuote(total), advance)
    return { sample: shown, lives: [], harms: [refused('COSTS_EXCEED_ADVANCE', { face, life: 'ON_TIME', amount })], warnings: [] }
  }
  const start = funded(proved, sample)
  const lives = provedLives.flatMap((name) => {
    const ended = stories[name](proved, sample, start)
    return ended ? [resultOf(name, ended, sample)] : []
  })
  // A loss by default is part of lending; in every other life everybody pays what it owes.
  const paid = lives.filter(({ name }) => name !== 'DEFAULTED')
  const harms = [...heldLeg(sample), ...paid.flatMap((life) => harmsOf(life, sample))]
  return {
    sample: shown,
    lives,
    harms: harms.map((harm) => ({ ...harm, face })),
    warnings: warningsOf(proved, sample, paid).map((warning) => ({ ...warning, face })),
  }
}

/** A funding leg above the client's rate costs the funder money from the first day. */
function heldLeg({ trial }: Sample): Unsized<ProductHarm>[] {
  const { legs } = trial.items[0]!
  if (!legs) return []
  const short = M.subtract(M.fromRational(legs.fundRaw, legs.client.currency), legs.client)
  return M.isPositive(short) ? [{ harm: 'FUND_LEG_ABOVE_CLIENT', life: 'ON_TIME', amount: short, percent: null }] : []
}

const costsOf = ({ supplierInterest, supplierFees }: LifeResult): Money => M.add(supplierInterest, supplierFees)
const isBeyond = (percent: Rational | null, bound: number): percent is Rational =>
  percent !== null && Exact.cmp(percent, Exact.rational(bound)) > 0
const feesBeyond = ({ buyerFees }: LifeResult, { trial }: Sample, bound: number): boolean =>
  M.exceeds(buyerFees, M.times(trial.total.face, Exact.rational(bound, 100), 'DOWN'))

/** The harms of a life in which everybody pays on time. */
function harmsOf(life: LifeResult, sample: Sample): Unsized<ProductHarm>[] {
  const { name, buyerFees, funderEarns, platformEarns } = life
  const beyond = M.subtract(costsOf(life), sample.trial.total.applyAmount)
  const { supplierYear, buyerFees: ofFace } = proofBounds
  // The other lives add days of grace, break costs and penalties, which only a late or an early supplier pays.
  const quoted = sample.trial.total.allInApr
  const isOvercharged = name === 'ON_TIME' && isBeyond(quoted, supplierYear.refused)
  const found: [boolean, HarmName, Money | null, Rational | null][] = [
    [!M.isNegative(beyond), 'COSTS_EXCEED_ADVANCE', beyond, null],
    [isOvercharged, 'SUPPLIER_OVERCHARGED', null, quoted],
    [feesBeyond(life, sample, ofFace.refused), 'BUYER_OVERCHARGED', buyerFees, null],
    [M.isNegative(funderEarns), 'FUNDER_LOSES', M.negate(funderEarns), null],
    [M.isNegative(platformEarns), 'PLATFORM_LOSES', M.negate(platformEarns), null],
  ]
  return found.filter(([applies]) => applies).map(([, harm, amount, percent]) => ({ harm, life: name, amount, percent }))
}

function warningsOf(proved: ProvedProduct, sample: Sample, paid: readonly LifeResult[]): Unsized<ProductWarning>[] {
  const { supplierYear, buyerFees } = proofBounds
  const onTime = paid.find(({ name }) => name === 'ON_TIME')!
  const dearest = paid.reduce((most, life) => (isDearer(life.supplierApr, most.supplierApr) ? life : most), onTime)
  const billed = paid.find((life) => feesBeyond(life, sample, buyerFees.unusual))
  const shortest = shortestOf(proved, sample.document.amount)
  const short = shortest?.trial.total.allInApr ?? null
  const { total } = sample.trial
  const leg = total.fundInterest
  const charged = proved.product.interestMethod === 'IN_ARREARS' ? total.interest : M.zero(proved.currency)
  const beyondReserve = M.subtract(M.add(charged, total.feesAtSettlement), total.reserve)
  const none = { life: null, amount: null, percent: null, days: null }
  const found: [boolean, Unsized<ProductWarning>][] = [
    [
      isBeyond(dearest.supplierApr, supplierYear.unusual),
      { ...none, warning: 'SUPPLIER_PAYS_MUCH', life: dearest.name, percent: dearest.supplierApr },
    ],
    [
      isBeyond(short, supplierYear.unusual),
      { ...none, warning: 'SHORTEST_COSTS_MUCH', percent: short, days: shortest && daysOf(shortest) },
    ],
    [
      !isLoan(proved) && M.isPositive(beyondReserve),
      { ...none, warning: 'RESERVE_TOO_SMALL', life: 'ON_TIME', amount: beyondReserve },
    ],
    [
      billed !== undefined,
      { ...none, warning: 'BUYER_PAYS_MUCH', life: billed?.name ?? null, amount: billed?.buyerFees ?? null },
    ],
    [M.isZero(onTime.funderEarns), { ...none, warning: 'FUNDER_EARNS_NOTHING', life: 'ON_TIME' }],
    [
      leg !== null && M.exceeds(leg, onTime.funderEarns),
      { ...none, warning: 'FUNDER_BELOW_LEG', life: 'ON_TIME', amount: leg && M.subtract(leg, onTime.funderEarns) },
    ],
  ]
  return found.filter(([applies]) => applies).map(([, warning]) => warning)
}

const isDearer = (one: Rational | null, other: Rational | null): boolean =>
  one !== null && (other === null || Exact.cmp(one, other) > 0)
