import { dayCounts } from '../day-count.ts'
import { addDays } from '../local-date.ts'
import type { Money } from '../money.ts'
import * as M from '../money.ts'
import type { Rational } from '../rational.ts'
import * as Exact from '../rational.ts'
import { lastDayOfGrace } from '../servicing/life.ts'
import { type LifeName, provedLives } from './lives.ts'
import { at, closed, diluted, funded, type Living, payoffAfter, received, share, writtenOff } from './living.ts'
import { midwayOf, type ProvedProduct, type Sample } from './sample.ts'

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
export const isLoan = ({ product }: ProvedProduct) => product.type === 'PO_FINANCE' || product.type === 'POOL_FACTORING'
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

/** Every life of a sample, from its quote to its end. */
export function livesOf(proved: ProvedProduct, sample: Sample): LifeResult[] {
  const start = funded(proved, sample)
  return provedLives.flatMap((name) => {
    const ended = stories[name](proved, sample, start)
    return ended ? [resultOf(name, ended, sample)] : []
  })
}
