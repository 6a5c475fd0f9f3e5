import type { AccountName } from '../ledger/accounts.ts'
import { balanceOf } from '../ledger/balances.ts'
import type { Payer } from '../ledger/collection.ts'
import type { FeeCharge } from '../ledger/fee-lines.ts'
import type { Deal, Journal, JournalKey, Posting } from '../ledger/journal.ts'
import { type Exposure, exposureTotal } from '../ledger/loss.ts'
import * as post from '../ledger/templates.ts'
import type { LocalDate } from '../local-date.ts'
import * as M from '../money.ts'
import * as Exact from '../rational.ts'
import { accruedBetween } from '../servicing/accrued.ts'
import { interestToOf, leastToOf } from '../servicing/agreed-days.ts'
import { allocate, type HeldPayment, heldPays } from '../servicing/journals.ts'
import type { ItemLife, OrderLife } from '../servicing/life.ts'
import { type OrderPosition, type PaidCosts, payoffOn, planRepayment, type RepaymentPlan } from '../servicing/plan-repayment.ts'
import type { TrialFee } from '../trial.ts'
import type { ProvedProduct, Sample } from './sample.ts'

/** The present state of a proof's financing: its life, its payments, and every posting of all four books. */
export type Living = {
  readonly proved: ProvedProduct
  readonly order: OrderLife
  readonly paid: PaidCosts
  readonly postings: readonly Posting[]
  /** The day up to which interest is booked. */
  readonly through: LocalDate
  readonly waiting: readonly TrialFee[]
  readonly journals: number
}

const parties = { funder: 'FUNDER', platform: 'PLATFORM', supplier: 'SUPPLIER', buyer: 'BUYER' }
const itemId = 'SAMPLE'
const dealOf = ({ recourse, disclosed }: ProvedProduct): Deal => ({ parties, orderId: 'SAMPLE', itemId, recourse, disclosed })
const isLoan = ({ product }: ProvedProduct) => product.type === 'PO_FINANCE' || product.type === 'POOL_FACTORING'

/** The balance of an account on its normal side. */
export const at = ({ postings, proved }: Living, account: AccountName): M.Money =>
  M.money(balanceOf(postings, account), proved.currency)

function booked(living: Living, ...journals: ((key: JournalKey) => Journal)[]): Living {
  const made = journals.map((journal, index) =>
    journal({ eventType: 'PROOF', sourceType: 'SAMPLE', sourceId: itemId, seq: living.journals + index }),
  )
  return {
    ...living,
    postings: [...living.postings, ...made.flatMap(({ postings }) => postings)],
    journals: living.journals + made.length,
  }
}

const chargeOf = ({ fees }: ProvedProduct, fee: TrialFee): FeeCharge => ({
  ...fee,
  beneficiary: fees.find((rule) => rule.code === fee.code)?.beneficiary ?? 'FUNDER',
})

/** Pays the sample out as quoted. */
export function funded(proved: ProvedProduct, { fundedOn, trial, document, quotedWith }: Sample): Living {
  const { currency, servicing } = proved
  const quoted = trial.items[0]!
  const none = M.zero(currency)
  const inAdvance = quotedWith.interestMethod === 'IN_ADVANCE'
  const charged = inAdvance
    ? { client: quoted.interest, fund: quoted.legs?.fund ?? quoted.interest }
    : { client: none, fund: none }
  const atFunding = quoted.fees.filter((fee) => fee.timing === 'FUNDING')
  const leastTo = leastToOf(quotedWith, fundedOn)
  const days = { ...quotedWith, maturityOffset: quotedWith.maturityOffsetDays ?? 0 }
  const item: ItemLife = {
    itemId,
    number: itemId,
    fundedOn,
    maturity: quoted.maturity,
    interestTo: interestToOf({ dueDate: document.dueDate, maturity: quoted.maturity }, days, fundedOn),
    ...(leastTo ? { leastTo } : {}),
    advance: quoted.applyAmount,
    charged,
    principalPaid: [],
    released: [],
  }
  const purchase = {
    face: M.add(quoted.applyAmount, quoted.reserve),
    advance: quoted.applyAmount,
    discount: { fund: charged.fund, spread: M.subtract(charged.client, charged.fund) },
    fees: atFunding.filter((fee) => fee.payer === 'SUPPLIER').map((fee) => chargeOf(proved, fee)),
  }
  const others = atFunding.filter((fee) => fee.payer !== 'SUPPLIER').map((fee) => chargeOf(proved, fee))
  const deal = dealOf(proved)
  return booked(
    {
      proved,
      order: {
        orderId: itemId,
        currency,
        terms: servicing,
        rates: [{ from: fundedOn, rate: quoted.rate }],
        items: [item],
        cuts: [],
      },
      paid: { interest: none, penalty: none },
      postings: [],
      through: fundedOn,
      waiting: quoted.fees.filter((fee) => fee.timing === 'SETTLEMENT'),
      journals: 0,
    },
    (key) => (isLoan(proved) ? post.fundLoan(key, deal, purchase) : post.fundPurchase(key, deal, purchase)),
    (key) => post.chargeFees(key, deal, others),
  )
}

/** Books the nights up to a day. */
function passed(living: Living, to: LocalDate): Living {
  if (to <= living.through) return living
  const { order, proved, through } = living
  const earned = accruedBetween(order, order.items[0]!, through, to)
  const deal = dealOf(proved)
  return booked(
    { ...living, through: to },
    (key) =>
      post.accrue(key, deal, {
        method: 'IN_ADVANCE',
        fund: earned.earnedFund,
        spread: M.subtract(earned.earned, earned.earnedFund),
        penalty: M.zero(proved.currency),
      }),
    (key) =>
      post.accrue(key, deal, {
        method: 'IN_ARREARS',
        fund: earned.fund,
        spread: M.subtract(earned.interest, earned.fund),
        penalty: earned.penalty,
      }),
  )
}

const positionOf = (living: Living): OrderPosition => ({
  order: living.order,
  paid: new Map([[itemId, living.paid]]),
  feesDue: at(living, 'F1220'),
  buyerFees: at(living, 'F1230'),
  receivable: isLoan(living.proved)
    ? null
    : { face: at(living, 'F1100'), claim: at(living, 'F1300'), reserve: at(living, 'F2000') },
})

// The first receipt makes the fees due that are charged at settlement.
const settling = (living: Living): Living =>
  booked({ ...living, waiting: [] }, (key) =>
    post.chargeFees(
      key,
      dealOf(living.proved),
      living.waiting.map((fee) => chargeOf(living.proved, fee)),
    ),
  )

/** The supplier's payoff amount on a day. */
export const payoffAfter = (living: Living, on: LocalDate): M.Money =>
  payoffOn(positionOf(settling(passed(living, on))), on).total

/** Books a receipt on a day by the rules of servicing. */
export function received(living: Living, on: LocalDate, receipt: M.Money, payer: Exclude<Payer, 'OTHER'>): Living {
  const ready = settling(passed(living, on))
  const { proved } = living
  const deal = dealOf(proved)
  const cut = { ...ready, order: { ...ready.order, cuts: [...ready.order.cuts, on] } }
  const position = positionOf(cut)
  const plan = planRepayment(position, receipt, { on, fundSource: 'COLLECTION', payer })
  const { totals } = plan
  const early = plan.earlyFees.map(
    (fee): FeeCharge => ({
      code: 'EARLY',
      payer: 'SUPPLIER',
      beneficiary: proved.fees.find((rule) => rule.code === 'EARLY')?.beneficiary ?? 'FUNDER',
      amount: fee.amount,
      tax: fee.tax,
    }),
  )
  const paid = booked(
    cut,
    (key) => post.collect(key, deal, { receipt, payer }),
    (key) => post.chargeFees(key, deal, early),
    (key) => allocate(key, deal, { plan, before: position.receivable, payer }),
    (key) => post.payBuyerFees(key, deal, totals.buyerFees),
    (key) => post.accrueRefund(key, deal, totals.refund),
    (key) => post.payRefund(key, deal, { amount: totals.refund, payee: payer }),
    ...rebates(deal, plan, { currency: proved.currency, kind: position.receivable ? 'PURCHASE' : 'LOAN' }),
  )
  return { ...paid, ...afterPlan(paid, plan, on) }
}

function rebates(
  deal: Deal,
  plan: RepaymentPlan,
  { currency, kind }: Pick<HeldPayment, 'kind'> & { currency: string },
): ((key: JournalKey) => Journal)[] {
  const sum = (amounts: readonly M.Money[]) => M.sum(amounts, currency)
  const of = (part: 'client' | 'fund' | 'rebate' | 'earned') => sum(plan.releases.map((one) => one[part]))
  const [fund, rebate, earned] = [of('fund'), of('rebate'), of('earned')]
  return [
    (key) => post.rebateDiscount(key, deal, { fund, spread: M.subtract(of('client'), fund), rebate, earned }),
    (key) =>
      heldPays(key, deal, { kind, principal: sum(plan.heldToPrincipal.map((one) => one.amount)), claims: plan.heldToClaims }),
  ]
}

function afterPlan(
  living: Living,
  { totals, releases, heldToPrincipal }: RepaymentPlan,
  on: LocalDate,
): Pick<Living, 'order' | 'paid'> {
  const { order, paid } = living
  const principal = M.sum([totals.principal, ...heldToPrincipal.map((one) => one.amount)], order.currency)
  const item = order.items[0]!
  return {
    order: {
      ...order,
      items: [
        {
          ...item,
          principalPaid: M.isPositive(principal) ? [...item.principalPaid, { on, amount: principal }] : item.principalPaid,
          released: [...item.released, ...releases.map(({ client, fund }) => ({ on, client, fund }))],
        },
      ],
    },
    paid: { interest: M.add(paid.interest, totals.interest), penalty: M.add(paid.penalty, totals.penalty) },
  }
}

/** A credit note of the buyer lowers the receivable. */
export function diluted(living: Living, on: LocalDate, amount: M.Money): Living {
  const ready = passed(living, on)
  const absorbed = M.min(amount, at(ready, 'F2000'))
  return booked(ready, (key) => post.dilute(key, dealOf(living.proved), { absorbed, excess: M.subtract(amount, absorbed) }))
}

/**
 * The supplier pays the costs and credit notes beyond the reserve in an ordinary receipt, which also ends the discount on that
 * principal. The rest of the reserve is released to it.
 */
export function closed(living: Living): Living {
  const claim = payoffAfter(living, living.through)
  const clear = M.isPositive(claim) ? received(living, living.through, claim, 'SUPPLIER') : living
  return booked(clear, (key) => post.releaseReserve(key, dealOf(living.proved), at(clear, 'F2000')))
}

/** No more money comes; the funder takes the loss. */
export function writtenOff(living: Living, on: LocalDate): Living {
  const ready = passed(living, on)
  const exposure: Exposure = {
    face: at(ready, 'F1100'),
    loan: at(ready, 'F1150'),
    claim: at(ready, 'F1300'),
    interest: at(ready, 'F1200'),
    penalty: at(ready, 'F1210'),
    fees: at(ready, 'F1220'),
    reserve: at(ready, 'F2000'),
  }
  if (M.isNegative(exposureTotal(exposure))) throw new Error('A sample that nobody pays owes its supplier.')
  return booked(ready, (key) => post.writeOff(key, dealOf(living.proved), exposure, M.zero(exposure.face.currency)))
}

export const share = (amount: M.Money, percent: number): M.Money => M.times(amount, Exact.rational(percent, 100), 'DOWN')
