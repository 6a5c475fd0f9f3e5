import { adjust, type Calendar, isBusinessDay } from '../calendar.ts'
import type { FinanceDocument } from '../eligibility.ts'
import type { FeeRule } from '../fees.ts'
import type { BaseRateFixing } from '../interest.ts'
import { addDays, daysBetween, type LocalDate } from '../local-date.ts'
import * as M from '../money.ts'
import * as Exact from '../rational.ts'
import type { ServicingTerms } from '../servicing/life.ts'
import { type Trial, type TrialProduct, trialCalculation } from '../trial.ts'
import { facesOf } from './sizes.ts'

/** A product as its proof needs it: its pricing, its servicing and the owner of its receivable. */
export type ProvedProduct = {
  readonly product: TrialProduct
  readonly servicing: ServicingTerms
  readonly fees: readonly FeeRule[]
  readonly recourse: boolean
  readonly disclosed: boolean
  readonly currency: string
  readonly fixings: readonly BaseRateFixing[]
  readonly calendars: readonly Calendar[]
  /** The business date; the sample is funded on the first business day from it. */
  readonly on: LocalDate
}
/** A document financed as far as the product lets it, the terms that it was quoted with, and the quote. */
export type Sample = {
  readonly fundedOn: LocalDate
  readonly document: FinanceDocument
  readonly quotedWith: TrialProduct
  readonly trial: Trial
}

// The tenor of a usual document, in days.
const usualTenor = 60

const docTypeOf = ({ type }: TrialProduct): FinanceDocument['docType'] =>
  type === 'PO_FINANCE' ? 'PO' : type === 'POOL_FACTORING' ? 'POOL' : 'INVOICE'

function priced(proved: ProvedProduct, face: M.Money, fundedOn: LocalDate, tenor: number): Sample | null {
  const { product, currency } = proved
  const docType = docTypeOf(product)
  const isPool = docType === 'POOL'
  // A drawing is all advanced, and due on the day that it names (decision 264).
  const quotedWith = isPool ? { ...product, advanceRate: Exact.hundred, maturityOffsetDays: 0 } : product
  const document: FinanceDocument = {
    docType,
    docId: 'SAMPLE',
    number: 'SAMPLE',
    dueDate: addDays(fundedOn, tenor - (quotedWith.maturityOffsetDays ?? 0)),
    // A pool finances its eligible receivables times the advance rate.
    amount: isPool ? M.times(face, Exact.percent(product.advanceRate), 'DOWN') : face,
    ...(docType === 'INVOICE' ? { confirmedAmount: face } : {}),
    docStatus: 'CONFIRMED',
    financeStatus: 'UNFINANCED',
  }
  const outcome = trialCalculation({
    request: {
      financingProductId: product.id,
      funderCode: 'FUNDER',
      buyerCode: 'BUYER',
      currency,
      fundingDate: fundedOn,
      items: [{ docType, docId: document.docId }],
    },
    product: quotedWith,
    documents: [document],
    fixings: proved.fixings,
    fees: proved.fees,
    limits: [],
    calendars: proved.calendars,
    asOf: fundedOn,
    relationshipEnabled: true,
    buyerEnabled: true,
    supplierEnabled: true,
    crossAged: false,
    intraGroup: false,
  })
  return outcome.ok ? { fundedOn, document, quotedWith, trial: outcome.value } : null
}

/** The days for which the money of a sample is out. */
export const daysOf = ({ fundedOn, trial }: Sample): number => daysBetween(fundedOn, trial.items[0]!.maturity)

/**
 * The quote of a document of the given or the usual face and of the usual tenor; null where no document of any tenor could be
 * financed today.
 */
export function sampleOf(proved: ProvedProduct, face = facesOf(proved.product, proved.currency)[0]!.face): Sample | null {
  const { product, calendars, on } = proved
  const fundedOn = adjust(on, 'FOLLOWING', calendars)
  const usual = Math.min(Math.max(usualTenor, product.minTenor), product.maxTenor)
  const tenors = Array.from({ length: product.maxTenor - product.minTenor + 1 }, (_, index) => product.minTenor + index)
  const nearest = tenors.sort((a, b) => Math.abs(a - usual) - Math.abs(b - usual) || a - b)
  for (const tenor of nearest.slice(0, 15)) {
    const sample = priced(proved, face, fundedOn, tenor)
    if (sample) return sample
  }
  return null
}

// The maturity of one funding day may be moved by a weekend; within this time another funding day meets the tenor.
const daysOfFunding = 14

/**
 * The quote of a document of a face and of exactly this tenor, from the first funding day of the coming days that meets it: the
 * proof of a product does not depend on the day of the week. Null where none does.
 */
export function sampleAt(proved: ProvedProduct, face: M.Money, tenor: number): Sample | null {
  for (let days = 0; days < daysOfFunding; days += 1) {
    const day = addDays(proved.on, days)
    if (!isBusinessDay(day, proved.calendars)) continue
    const sample = priced(proved, face, day, tenor)
    if (sample && daysOf(sample) === tenor) return sample
  }
  return null
}

/** The day half way between funding and maturity, at least one day after the funding. */
export const midwayOf = (sample: Sample): LocalDate => addDays(sample.fundedOn, Math.max(1, Math.floor(daysOf(sample) / 2)))
