import { debtorOf, type Start } from './order-start.ts'
import type { Products } from './use-order-choices.ts'
import type { Price } from './use-price.ts'

/** The first thing that a draft lacks. */
function ofDraft(state: Start, products: Products, { items, isTooMany, isRead, trial }: Price) {
  if (!debtorOf(state).hasBuyer) return 'BUYER'
  if (!state.currency) return 'CURRENCY'
  if (!state.fundingDate) return 'FUNDING_DATE'
  if (!state.productId || (products.question.data && !products.chosen)) return 'PRODUCT'
  if (items.length === 0) return 'DOCUMENTS'
  if (isTooMany) return 'FEWER_DOCUMENTS'
  if (!isRead) return 'AMOUNT'
  if (trial.isError) return 'PRICE_REFUSED'
  return trial.data ? undefined : 'PRICE'
}

type Missing = ReturnType<typeof ofDraft> | 'PAYEE'
export type Lacking = { draft: Missing; submission: Missing }

/** What is missing first, for a draft and for a submission. */
export function lackingOf(state: Start, products: Products, price: Price, isPayeeMissing: boolean): Lacking {
  const draft = ofDraft(state, products, price)
  // A draft keeps the present price; a submission needs the newest one, and an account that is offered.
  const submission = draft ?? (isPayeeMissing ? 'PAYEE' : price.trial.isFetching ? 'PRICE' : undefined)
  return { draft, submission }
}
