import type { Currency } from '../currencies.ts'
import * as M from '../money.ts'
import * as Exact from '../rational.ts'
import type { TrialProduct } from '../trial.ts'

// The number of units of about one US dollar, as a power of ten: 2 for yen, of which some hundred make a dollar. A unit of an
// unlisted currency is worth about a dollar or more. Only the order of magnitude counts.
const codesByPower: Record<number, string> = {
  [-2]: 'CLF',
  1: `AED BOB BRL BWP BYN CNY COU CUP CZK DKK EGP ERN GHS GTQ HKD HNL HRK ILS LSL LYD MAD MDL MOP MVR MXN MYR NAD NOK PEN PGK
    PLN QAR RON SAR SBD SCR SEK SLE STN SVC SZL THB TJS TMT TTD TWD UYI UYW ZAR ZMW ZWG`,
  2: `AFN ALL BDT BTN CVE DJF DOP DZD ETB GMD GYD HTG INR ISK JMD JPY KES KGS LRD MKD MRU MUR MZN NIO NPR PHP PKR RSD RUB SRD
    TRY UAH UYU VED VES VUV XPF YER`,
  3: 'AMD AOA ARS BIF CDF CLP CRC HUF IQD KMF KPW KRW KZT LKR MMK MWK NGN RWF SDG SOS TZS XAF XOF',
  4: 'COP GNF IDR KHR LAK MGA MNT PYG SLL SSP SYP UGX UZS VND ZWL',
  5: 'IRR LBP',
}
const powers: ReadonlyMap<Currency, number> = new Map(
  Object.entries(codesByPower).flatMap(([power, codes]) => codes.split(/\s+/).map((code) => [code, Number(power)] as const)),
)

/** The document sizes that a product is proved at. `SMALL` takes the place of a missing minimum amount. */
const proofSizes = ['USUAL', 'LEAST', 'SMALL', 'MOST'] as const
export type ProofSize = (typeof proofSizes)[number]
export type SizedFace = { readonly size: ProofSize; readonly face: M.Money }

// About 100,000 dollars, the document of a usual order, and about 1,000, the smallest that is commonly sold on its own.
const faceOf = (currency: Currency, power: number): M.Money =>
  M.fromRational(Exact.rational(10n ** BigInt(power + (powers.get(currency) ?? 0))), currency)
export const usualFace = (currency: Currency): M.Money => faceOf(currency, 5)
export const smallFace = (currency: Currency): M.Money => faceOf(currency, 3)

/**
 * The faces that a product is proved at in a currency. The usual face comes first and lies within the product's amounts. The
 * faces of its minimum and maximum amount follow; a small face takes the place of a missing minimum.
 */
export function facesOf(
  { advanceRate, minAmount, maxAmount }: Pick<TrialProduct, 'advanceRate' | 'minAmount' | 'maxAmount'>,
  currency: Currency,
): SizedFace[] {
  const financing = (amount: M.Money, mode: 'UP' | 'DOWN') =>
    M.fromRational(Exact.div(M.toRational(amount), Exact.percent(advanceRate)), currency, mode)
  const least = minAmount && financing(minAmount, 'UP')
  const largest = maxAmount && financing(maxAmount, 'DOWN')
  // Of a minimum and a maximum that are the same, the face rounded down would finance a cent less than the minimum.
  const most = largest && least ? M.max(largest, least) : largest
  const within = (face: M.Money) => {
    const raised = least ? M.max(face, least) : face
    return most ? M.min(raised, most) : raised
  }
  const faces: SizedFace[] = [
    { size: 'USUAL', face: within(usualFace(currency)) },
    least ? { size: 'LEAST', face: least } : { size: 'SMALL', face: within(smallFace(currency)) },
    ...(most ? [{ size: 'MOST' as const, face: most }] : []),
  ]
  return faces.filter(({ face }, index) => !faces.slice(0, index).some((other) => M.equals(other.face, face)))
}
