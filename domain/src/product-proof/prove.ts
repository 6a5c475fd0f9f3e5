import { contractedFaceOf } from '../eligibility.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { Rational } from '../rational.ts'
import * as Exact from '../rational.ts'
import { costsOfQuote, leavesNothing } from '../trial.ts'
import { type HarmName, type LifeName, productWarnings, proofBounds, type WarningName } from './lives.ts'
import { daysOf, type ProvedProduct, type Sample, sampleAt, sampleOf } from './sample.ts'
import { facesOf, type ProofSize } from './sizes.ts'
import { isLoan, type LifeResult, livesOf } from './stories.ts'
import { otherTenorsOf } from './tenors.ts'

export type { ProvedProduct } from './sample.ts'

type Shown = {
  /** The face of the document that shows it; null where no document could be financed. */
  readonly face: Money | null
  /** The tenor of that document. */
  readonly days: number | null
  readonly life: LifeName | null
  /** The shortfall of the party, where it is an amount. */
  readonly amount: Money | null
  /** The cost a year, where it is a rate. */
  readonly percent: Rational | null
}
/** A harm with the life that shows it. */
export type ProductHarm = Shown & { readonly harm: HarmName }
/** A warning with the life that shows it most clearly. */
type ProductWarning = Shown & { readonly warning: WarningName }
type Unplaced<T> = Omit<T, 'face' | 'days'>
/** The quote of a document and who pays and earns what in each of its lives. */
type ProvedDocument = {
  readonly sample: {
    readonly face: Money
    readonly advance: Money
    readonly interest: Money
    readonly net: Money
    /** The days for which the money is out. */
    readonly days: number
    readonly allInApr: Rational | null
  }
  readonly lives: readonly LifeResult[]
}
export type ProductProof = {
  readonly currency: string
  /** The quote of the usual document; null where nothing could be financed. */
  readonly sample: ProvedDocument['sample'] | null
  readonly lives: readonly LifeResult[]
  /** Documents of the usual face with the shortest and the longest tenor, and with those that show a harm or a warning. */
  readonly otherTenors: readonly ProvedDocument[]
  /** Harms that refuse the product, at any size and tenor that it finances. */
  readonly harms: readonly ProductHarm[]
  /** Harms on a small document of a product without a minimum amount. They refuse nothing; each quote checks its own document. */
  readonly small: readonly ProductHarm[]
  /** Warnings for the approver; they refuse nothing. */
  readonly warnings: readonly ProductWarning[]
}

/** A sample that was lived through. */
type Lived = ProvedDocument & {
  readonly face: Money
  readonly days: number
  readonly harms: readonly ProductHarm[]
  readonly warnings: readonly ProductWarning[]
}

/**
 * Proves a product at each of its sizes and tenors: the quote of a usual document, who pays and earns what in each life, the
 * harms and the warnings. It uses the rules that price, service and book real orders.
 */
export function proveProduct(proved: ProvedProduct): ProductProof {
  const { currency } = proved
  const sized = facesOf(proved.product, currency).map(({ size, face }) => ({ size, lived: livedOf(proved, face) }))
  const [usual, ...others] = sized[0]!.lived
  const harms = sized.flatMap(({ size, lived }) => (size === 'SMALL' ? [] : harmsIn(lived)))
  const small = sized.flatMap(({ size, lived }) => (size === 'SMALL' ? harmsIn(lived) : []))
  const found = {
    harms: firstOf(harms, ({ harm, life }) => `${harm} ${life}`),
    // A harm on every document is listed once.
    small: firstOf(small, ({ harm }) => harm).filter(({ harm }) => !harms.some((one) => one.harm === harm)),
    warnings: firstOf(sized.flatMap(warningsIn), ({ warning }) => warning).sort((a, b) => orderOf(a) - orderOf(b)),
  }
  const told = [...found.harms, ...found.small, ...found.warnings].map(({ days }) => days)
  const days = others.map((one) => one.days)
  const isShown = (one: Lived) => [Math.min(...days), Math.max(...days), ...told].includes(one.days)
  return {
    currency,
    sample: usual?.sample ?? null,
    lives: usual?.lives ?? [],
    otherTenors: others
      .filter(isShown)
      .sort((a, b) => a.days - b.days)
      .map(({ sample, lives }) => ({ sample, lives })),
    ...found,
  }
}

const orderOf = ({ warning }: ProductWarning): number => productWarnings.indexOf(warning)

const firstOf = <T>(all: readonly T[], keyOf: (one: T) => string): T[] =>
  all.filter((one, index) => all.findIndex((other) => keyOf(other) === keyOf(one)) === index)

const neverFinanced: ProductHarm = { harm: 'NEVER_FINANCED', face: null, days: null, life: null, amount: null, percent: null }
const harmsIn = (lived: readonly Lived[]): ProductHarm[] =>
  lived.length === 0 ? [neverFinanced] : lived.flatMap(({ harms }) => harms)

/** Each warning of a face at the tenor that shows it most clearly. */
function warningsIn({ size, lived }: { size: ProofSize; lived: readonly Lived[] }): ProductWarning[] {
  if (lived.length === 0 || (size === 'SMALL' && harmsIn(lived).length > 0)) return []
  const all = [...lived.flatMap(({ warnings }) => warnings), ...shortestCosts(lived)]
  const clearest = (one: ProductWarning) =>
    all.filter(({ warning }) => warning === one.warning).reduce((most, other) => (isMore(other, most) ? other : most))
  return firstOf(all, ({ warning }) => warning).map(clearest)
}

const isMore = (one: Shown, other: Shown): boolean => {
  const [percent, amount] = [
    isDearer(one.percent, other.percent),
    one.amount && other.amount && M.exceeds(one.amount, other.amount),
  ]
  return percent || amount === true
}

/** The documents of one face, the usual one first; empty where none could be financed today. */
function livedOf(proved: ProvedProduct, face: Money): Lived[] {
  const usual = sampleOf(proved, face)
  if (!usual) return []
  const others = otherTenorsOf(proved, usual).flatMap((days) => sampleAt(proved, face, days) ?? [])
  return [usual, ...others].map((sample) => lived(proved, sample, daysOf(sample) < daysOf(usual)))
}

/** The harms of one document to its parties. */
export const harmsOfDocument = (proved: ProvedProduct, sample: Sample, isShort: boolean): readonly ProductHarm[] =>
  lived(proved, sample, isShort).harms

/**
 * Lives a document through. What a short one costs a year, because a fee or least interest weighs on few days, is a warning
 * alone; and a funder's leg is compared with the client's rate at usual and longer tenors, since over few days the
 * difference between the two ways to count them is larger than the one between the rates.
 */
function lived(proved: ProvedProduct, sample: Sample, isShort: boolean): Lived {
  const { total } = sample.trial
  const { face, applyAmount: advance, interest, net, allInApr } = total
  const days = daysOf(sample)
  const document = { face, days, sample: { face, advance, interest, net, days, allInApr } }
  const placed = <T extends object>(one: T) => ({ ...one, face, days })
  if (leavesNothing(total)) {
    const amount = M.subtract(costsOfQuote(total), advance)
    const harm = placed({ harm: 'COSTS_EXCEED_ADVANCE' as const, life: 'ON_TIME' as const, amount, percent: null })
    return { ...document, lives: [], harms: [harm], warnings: [] }
  }
  const lives = livesOf(proved, sample)
  // A loss by default is part of lending; in every other life everybody pays what it owes.
  const paid = lives.filter(({ name }) => name !== 'DEFAULTED')
  const harms = [...heldLeg(sample), ...paid.flatMap((life) => harmsOf(life, sample))]
  const warnings = warningsOf(proved, sample, paid)
  return {
    ...document,
    lives,
    harms: harms.filter(({ harm }) => !isShort || !ofUsualTenors.includes(harm)).map(placed),
    warnings: warnings.filter(({ warning }) => !isShort || warning !== 'SUPPLIER_PAYS_MUCH').map(placed),
  }
}

const ofUsualTenors: readonly HarmName[] = ['SUPPLIER_OVERCHARGED', 'FUND_LEG_ABOVE_CLIENT']

/** A funding leg above the client's rate costs the funder money from the first day. */
function heldLeg({ trial }: Sample): Unplaced<ProductHarm>[] {
  const { legs } = trial.items[0]!
  if (!legs) return []
  const short = M.subtract(M.fromRational(legs.fundRaw, legs.client.currency), legs.client)
  return M.isPositive(short) ? [{ harm: 'FUND_LEG_ABOVE_CLIENT', life: 'ON_TIME', amount: short, percent: null }] : []
}

const costsOf = ({ supplierInterest, supplierFees }: LifeResult): Money => M.add(supplierInterest, supplierFees)
const isBeyond = (percent: Rational | null, bound: number): percent is Rational =>
  percent !== null && Exact.cmp(percent, Exact.rational(bound)) > 0
/** The face that bounds the buyer's fees: the contracted one, on which they are measured. */
const contractedFace = ({ items, total }: Sample['trial']): Money =>
  M.sum(
    items.map((item) => contractedFaceOf(item, { face: item.face, net: item.netReceivable })),
    total.face.currency,
  )
const feesBeyond = ({ buyerFees }: LifeResult, { trial }: Sample, bound: number): boolean =>
  M.exceeds(buyerFees, M.times(contractedFace(trial), Exact.rational(bound, 100), 'DOWN'))

/** The harms of a life in which everybody pays. */
function harmsOf(life: LifeResult, sample: Sample): Unplaced<ProductHarm>[] {
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

function warningsOf(proved: ProvedProduct, sample: Sample, paid: readonly LifeResult[]): Unplaced<ProductWarning>[] {
  const { supplierYear, buyerFees } = proofBounds
  const onTime = paid.find(({ name }) => name === 'ON_TIME')!
  const dearest = paid.reduce((most, life) => (isDearer(life.supplierApr, most.supplierApr) ? life : most), onTime)
  const billed = paid.find((life) => feesBeyond(life, sample, buyerFees.unusual))
  const { total } = sample.trial
  const leg = total.fundInterest
  const charged = proved.product.interestMethod === 'IN_ARREARS' ? total.interest : M.zero(proved.currency)
  const beyondReserve = M.subtract(M.add(charged, total.feesAtSettlement), total.reserve)
  const none = { life: null, amount: null, percent: null }
  const found: [boolean, Unplaced<ProductWarning>][] = [
    [
      isBeyond(dearest.supplierApr, supplierYear.unusual),
      { ...none, warning: 'SUPPLIER_PAYS_MUCH', life: dearest.name, percent: dearest.supplierApr },
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

/** The shortest document of a face: least interest days and flat fees weigh most on it. */
function shortestCosts(lived: readonly Lived[]): ProductWarning[] {
  const shortest = lived.reduce((least, one) => (one.days < least.days ? one : least))
  const { allInApr: percent } = shortest.sample
  if (!isBeyond(percent, proofBounds.supplierYear.unusual)) return []
  return [{ warning: 'SHORTEST_COSTS_MUCH', face: shortest.face, days: shortest.days, life: null, amount: null, percent }]
}
