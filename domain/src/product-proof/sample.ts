import { adjust, type Calendar } from '../calendar.ts'
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
/** A document financed as far as the product lets it, and the quote for it. */
export type Sample = { readonly fundedOn: LocalDate; readonly document: FinanceDocument; readonly trial: Trial }

const preferredTenor = 60

const docTypeOf = ({ type }: TrialProduct): FinanceDocument['docType'] =>
  type === 'PO_FINANCE' ? 'PO' : type === 'POOL_FACTORING' ? 'POOL' : 'INVOICE'

function priced(proved: ProvedProduct, face: M.Money, fundedOn: LocalDate, tenor: number): Sample | null {
  const { product, currency } = proved
  const docType = docTypeOf(product)
  const document: FinanceDocument = {
    docType,
    docId: 'SAMPLE',
    number: 'SAMPLE',
    dueDate: addDays(fundedOn, tenor - (product.maturityOffsetDays ?? 0)),
    // A pool finances its eligible receivables times the advance rate.
    amount: docType === 'POOL' ? M.times(face, Exact.percent(product.advanceRate), 'DOWN') : face,
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
    product: docType === 'POOL' ? { ...product, advanceRate: Exact.hundred, maturityOffsetDays: 0 } : product,
    documents: [document],
    fixings: proved.fixings,
    fees: proved.fees,
    limits: [],
    calendars: proved.calendars,
    asOf: fundedOn,
    relationshipEnabled: true,
    buyerEnabled: true,
    crossAged: false,
    intraGroup: false,
  })
  return outcome.ok ? { fundedOn, document, trial: outcome.value } : null
}

/**
 * The quote from which every life of a proof begins, for a document of the given or the usual face; null where no document of any
 * tenor could be financed today.
 */
export const sampleOf = (proved: ProvedProduct, face = facesOf(proved.product, proved.currency)[0]!.face): Sample | null =>
  nearestTo(proved, face, Math.min(Math.max(preferredTenor, proved.product.minTenor), proved.product.maxTenor))

/** The quote of the shortest document of a face that the product finances. Minimum days and flat fees weigh most on it. */
export const shortestOf = (proved: ProvedProduct, face: M.Money): Sample | null =>
  nearestTo(proved, face, proved.product.minTenor)

function nearestTo(proved: ProvedProduct, face: M.Money, usual: number): Sample | null {
  const { product, calendars } = proved
  const fundedOn = adjust(proved.on, 'FOLLOWING', calendars)
  const tenors = Array.from({ length: product.maxTenor - product.minTenor + 1 }, (_, index) => product.minTenor + index)
  const nearest = tenors.sort((a, b) => Math.abs(a - usual) - Math.abs(b - usual) || a - b)
  for (const tenor of nearest.slice(0, 15)) {
    const sample = priced(proved, face, fundedOn, tenor)
    if (sample) return sample
  }
  return null
}

/** The day half way between funding and maturity. */
export const midwayOf = ({ fundedOn, trial }: Sample): LocalDate =>
  addDays(fundedOn, Math.floor(daysBetween(fundedOn, trial.items[0]!.maturity) / 2))
