import { harmsOfDocument, type ProductHarm, proveProduct } from './prove.ts'
import { daysOf, type ProvedProduct, sampleAt, sampleOf } from './sample.ts'
import { facesOf } from './sizes.ts'
import { otherTenorsOf } from './tenors.ts'

export type Tenors = { readonly least: number; readonly most: number }

/**
 * The tenors of a refused product that harm nobody, in any of its currencies, so that its proposer knows how far to narrow them;
 * null where the harm has nothing to do with the tenor. `products` has one entry for each currency.
 */
export function soundTenorsOf(products: readonly ProvedProduct[]): Tenors | null {
  const { minTenor, maxTenor } = products[0]!.product
  const start = testedOf(products).find((days) => !isHarmful(products, days, false))
  if (start === undefined) return null
  let [tooShort, tooLong] = [minTenor - 1, maxTenor + 1]
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const sound = { least: lastSound(products, start, tooShort), most: lastSound(products, start, tooLong) }
    // The proof of the narrowed product has the last word: a harm may lie between its ends.
    const harm = harmWithin(products, sound)
    if (!harm) return sound
    if (harm.days === null || harm.days === start) return null
    if (harm.days < start) tooShort = harm.days
    else tooLong = harm.days
  }
  return null
}

const mostTurns = 6

/** The tenors that the products are proved at, the usual one first. */
const testedOf = (products: readonly ProvedProduct[]): number[] =>
  products.flatMap((proved) => {
    const usual = sampleOf(proved)
    return usual ? [daysOf(usual), ...otherTenorsOf(proved, usual)] : []
  })

const harmWithin = (products: readonly ProvedProduct[], { least, most }: Tenors): ProductHarm | undefined =>
  products
    .flatMap((proved) => proveProduct({ ...proved, product: { ...proved.product, minTenor: least, maxTenor: most } }).harms)
    .at(0)

/** Whether a document of this tenor harms anybody, at a size that refuses the product. */
const isHarmful = (products: readonly ProvedProduct[], days: number, isShort: boolean): boolean =>
  products.some((proved) =>
    facesOf(proved.product, proved.currency).some(({ size, face }) => {
      const sample = size === 'SMALL' ? null : sampleAt(proved, face, days)
      return sample !== null && harmsOfDocument(proved, sample, isShort).length > 0
    }),
  )

/** Returns the harmless tenor furthest from `start` on the way to `end`; `end` itself does harm. */
function lastSound(products: readonly ProvedProduct[], start: number, end: number): number {
  const isShort = end < start
  const before = isShort ? end + 1 : end - 1
  if (before === start || !isHarmful(products, before, isShort)) return before
  let [good, bad] = [start, before]
  while (Math.abs(bad - good) > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isHarmful(products, middle, isShort)) bad = middle
    else good = middle
  }
  return good
}
