import { keptInput, readInput } from '@usance/domain/kept-price'
import type { Violation } from '@usance/domain/ledger/invariants'
import { trialCalculation } from '@usance/domain/trial'
import type { TrialAnswer } from '@usance/wire/finance-order/trial'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import { canonical } from '../../http/once.ts'
import { answerOf, digestOf, type Priced, pricingHashOf } from './price.ts'

/** Stores the inputs of an order's price; earlier prices remain. */
export const keepPrice = (tx: Tx, orderId: string, { input, digest, answer }: Priced, today: string) =>
  tx
    .insertInto('financeOrderPrice')
    .values({ orderId, digest, pricedOn: today, pricingHash: answer.pricingHash, input: keptInput(input) })
    .onConflict((conflict) => conflict.columns(['orderId', 'digest']).doNothing())
    .execute()

const perBatch = 200

/**
 * Recomputes every stored price and compares: the inputs must give the same digest, the hash that the supplier accepted and, for
 * the present price of an order, each of its figures with its explanation. Prices from before inputs were stored are skipped. The
 * transaction must see every company.
 */
export async function checkPrices(tx: Tx, app: Pick<App, 'installKey'>): Promise<{ replayed: number; broken: Violation[] }> {
  const broken: Violation[] = []
  let [replayed, after] = [0, '']
  for (;;) {
    const rows = await keptAfter(tx, after)
    if (rows.length === 0) return { replayed, broken }
    for (const row of rows) {
      replayed++
      const detail = faultOf(row, app)
      if (detail) broken.push({ invariant: 'PRICE_REPLAYED', subject: row.orderNo, detail })
    }
    const last = rows.at(-1)!
    after = `${last.orderId} ${last.digest}`
  }
}

const keptAfter = (tx: Tx, after: string) => {
  const [orderId, digest] = after.split(' ')
  return tx
    .selectFrom('financeOrderPrice as k')
    .innerJoin('financeOrder as o', 'o.id', 'k.orderId')
    .select(['k.orderId', 'k.digest', 'k.pricedOn', 'k.pricingHash', 'k.input', 'o.orderNo', 'o.pricing'])
    .select('o.pricingHash as hashNow')
    .$if(after !== '', (query) => query.where((eb) => eb(eb.refTuple('k.orderId', 'k.digest'), '>', eb.tuple(orderId!, digest!))))
    .orderBy('k.orderId')
    .orderBy('k.digest')
    .limit(perBatch)
    .execute()
}

function faultOf(row: Awaited<ReturnType<typeof keptAfter>>[number], app: Pick<App, 'installKey'>): string | null {
  const outcome = trialCalculation(readInput(row.input))
  if (!outcome.ok) return `Worked out again it is refused: ${outcome.refusal.code}.`
  const digest = digestOf(outcome.value, row.pricedOn)
  if (digest !== row.digest) return `Worked out again it is ${digest}, kept is ${row.digest}.`
  if (pricingHashOf(app, digest) !== row.pricingHash) return 'Its hash is not the one that was accepted.'
  const { trial: shown } = row.pricing as { trial?: TrialAnswer }
  if (row.hashNow !== row.pricingHash || !shown) return null
  const again = answerOf(
    outcome.value,
    { interestMethod: shown.interestMethod },
    { today: row.pricedOn, pricingHash: row.pricingHash },
  )
  const differs = figures.find((part) => canonical(figureOf(again, part)) !== canonical(figureOf(shown, part)))
  return differs ? `Its ${differs} are not what they come to.` : null
}

const figures = ['items', 'total', 'fees', 'explain'] as const
// The names of buyers and the documents and fees by which sums are labelled are no figures of the price; older prices have no labels.
const figureOf = (answer: TrialAnswer, part: (typeof figures)[number]): unknown =>
  part === 'items'
    ? answer.items.map((item) => ({ ...item, buyerId: undefined, buyerCode: undefined, buyerName: undefined }))
    : part === 'explain'
      ? answer.explain.map((figure) => ({
          ...figure,
          inputs: figure.inputs.map((input) => ({ ...input, docId: undefined, feeCode: undefined })),
        }))
      : answer[part]
