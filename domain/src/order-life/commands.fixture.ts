import { dayCounts } from '../day-count.ts'
import { earlyRebate } from '../early-repayment.ts'
import { simpleInterest } from '../interest.ts'
import type { Allocated, Payer } from '../ledger/collection.ts'
import type { FeeCharge } from '../ledger/fee-lines.ts'
import { exposureTotal } from '../ledger/loss.ts'
import * as post from '../ledger/templates.ts'
import { addDays, daysBetween } from '../local-date.ts'
import * as M from '../money.ts'
import * as Exact from '../rational.ts'
import { planRecovery, splitOfLoss } from '../servicing/recovery.ts'
import { isOutstanding } from '../states/finance-order.ts'
import { applyReceipt } from '../waterfall.ts'
import {
  amountOf,
  balance,
  costsDue,
  exposureOf,
  type Life,
  principalOf,
  roundedMinor,
  tomorrowOf,
  withEvent,
  withJournals,
} from './life.fixture.ts'

/** Pays out the advance; interest in advance is split between the fund leg and the platform's spread. */
export function fund(life: Life): Life {
  const { terms } = life
  const { deal, method, advance, face, fundedOn, maturity, clientRate, fundRate, fundingFees, currency } = terms
  const { fraction } = dayCounts[terms.dayCount].measure(fundedOn, maturity)
  const discountAt = (rate: Exact.Rational) =>
    method === 'IN_ADVANCE' ? M.fromRational(simpleInterest(amountOf(life, advance), rate, fraction), currency).minor : 0n
  const fundPart = discountAt(fundRate)
  const charged = { fund: fundPart, spread: discountAt(clientRate) - fundPart }
  const priced = {
    advance: amountOf(life, advance),
    discount: { fund: amountOf(life, charged.fund), spread: amountOf(life, charged.spread) },
    fees: fundingFees,
  }
  const posted = withJournals(life, (key) =>
    terms.kind === 'LOAN'
      ? post.fundLoan(key, deal, priced)
      : post.fundPurchase(key, deal, { ...priced, face: amountOf(life, face) }),
  )
  return withEvent({ ...posted, charged }, 'pay')
}

/** The end of a day: interest earned or claimed, penalty once the grace has passed, and the order falls overdue. */
function endOfDay(life: Life): Life {
  const { terms } = life
  const { method, maturity, fundedOn } = terms
  let next: Life = { ...life, today: tomorrowOf(life) }
  const unearned = balance(life, 'F2100') + balance(life, 'F2110')
  if (method === 'IN_ADVANCE' && unearned > 0n && next.today <= maturity) {
    const share = Exact.rational(daysBetween(fundedOn, next.today), daysBetween(fundedOn, maturity))
    const upTo = (whole: bigint) => Exact.roundInteger(Exact.mul(Exact.rational(whole), share), 'HALF_UP')
    const fundPart = upTo(life.charged.fund) - (life.charged.fund - balance(life, 'F2100'))
    const spread = upTo(life.charged.spread) - (life.charged.spread - balance(life, 'F2110'))
    next = accrue(next, 'IN_ADVANCE', fundPart, spread, 0n)
    next = { ...next, posted: { ...next.posted, earned: next.posted.earned + fundPart + spread } }
  }
  const principal = amountOf(life, principalOf(life))
  const isLate = next.today > maturity
  if (isOutstanding(life.status) && M.isPositive(principal)) {
    const { fraction } = dayCounts[terms.dayCount].measure(life.today, next.today)
    const oneDay = (rate: Exact.Rational) => simpleInterest(principal, rate, fraction)
    if (method === 'IN_ARREARS' || isLate)
      next = {
        ...next,
        clientRaw: Exact.add(next.clientRaw, oneDay(terms.clientRate)),
        fundRaw: Exact.add(next.fundRaw, oneDay(terms.fundRate)),
      }
    if (isLate) next = { ...next, penaltyRaw: Exact.add(next.penaltyRaw, oneDay(terms.penaltyMargin)) }
  }
  const isOverdue = isOutstanding(next.status) && next.today > terms.graceEnd && principalOf(next) + costsDue(next) > 0n
  const fundPart = roundedMinor(next, next.fundRaw) - next.posted.fund
  const spread = roundedMinor(next, next.clientRaw) - roundedMinor(next, next.fundRaw) - next.posted.spread
  const penalty = isOverdue ? roundedMinor(next, next.penaltyRaw) - next.posted.penalty : 0n
  next = accrue(next, 'IN_ARREARS', fundPart, spread, penalty)
  const { posted } = next
  next = {
    ...next,
    posted: { ...posted, fund: posted.fund + fundPart, spread: posted.spread + spread, penalty: posted.penalty + penalty },
  }
  return isOverdue && next.status !== 'OVERDUE' ? withEvent(next, 'fallOverdue') : next
}

function accrue(life: Life, method: 'IN_ADVANCE' | 'IN_ARREARS', fundPart: bigint, spread: bigint, penalty: bigint): Life {
  if (fundPart === 0n && spread === 0n && penalty === 0n) return { ...life, beforeReceipt: null }
  const amounts = { fund: amountOf(life, fundPart), spread: amountOf(life, spread), penalty: amountOf(life, penalty) }
  return withJournals(life, (key) => post.accrue(key, life.terms.deal, { method, ...amounts }))
}

/** Money arrives: it pays what is owed, then the reserve, and what is too much goes back to its payer. */
export function receive(life: Life, minor: bigint, payer: Payer): Life {
  const { deal, kind, maturity, currency } = life.terms
  const receipt = amountOf(life, minor)
  const due = {
    PENALTY: amountOf(life, balance(life, 'F1210')),
    FEE: amountOf(life, balance(life, 'F1220')),
    INTEREST: amountOf(life, balance(life, 'F1200')),
    PRINCIPAL: amountOf(life, principalOf(life)),
  }
  const item = {
    orderId: deal.orderId,
    itemId: '1',
    number: '1',
    dueDate: maturity,
    due: { [life.today > maturity ? 'PAST_DUE' : 'NOT_DUE']: due },
    receivable: amountOf(life, kind === 'PURCHASE' && payer === 'BUYER' ? balance(life, 'F1100') : 0n),
  }
  // The buyer's payment is the receivable itself, so it pays the financing on any day, and nothing beyond it.
  const taken = kind === 'PURCHASE' && payer === 'BUYER' ? M.min(receipt, amountOf(life, balance(life, 'F1100'))) : receipt
  const { allocations, refund: unused } = applyReceipt(taken, [item], { fundSource: 'COLLECTION', settleEarly: true })
  const beyond = M.subtract(receipt, taken)
  const refund = M.add(unused, beyond)
  const sumOf = (...components: string[]) =>
    M.sum(
      allocations.filter(({ component }) => components.includes(component)).map(({ amount }) => amount),
      currency,
    )
  const allocated: Allocated = {
    fees: sumOf('COST', 'FEE'),
    penalty: sumOf('PENALTY'),
    interest: sumOf('INTEREST'),
    principal: sumOf('PRINCIPAL'),
    reserve: sumOf('RESERVE'),
  }
  const { face, claim, reserve } = exposureOf(life)
  const posted = withJournals(
    life,
    (key) => post.collect(key, deal, { receipt, payer }),
    (key) =>
      kind === 'LOAN'
        ? post.allocateToLoan(key, deal, { allocated, payer })
        : post.allocateToReceivable(key, deal, { allocated, before: { face, claim, reserve }, payer }),
    (key) => post.accrueRefund(key, deal, refund),
  )
  const paid: Life = {
    ...posted,
    principalPaid: life.principalPaid + allocated.principal.minor,
    releasableReserve: life.releasableReserve + allocated.reserve.minor,
    surplus: { ...life.surplus, [payer]: life.surplus[payer] + refund.minor },
    receipts: [
      ...life.receipts,
      {
        receiptId: `C-${life.receipts.length + 1}`,
        currency: life.terms.currency,
        receipt: minor,
        allocated: [...allocations.map(({ amount }) => amount.minor), beyond.minor],
        unallocated: balance(posted, 'F2900'),
      },
    ],
  }
  return { ...settleIfPaid(paid), beforeReceipt: life }
}

function settleIfPaid(life: Life): Life {
  if (!isOutstanding(life.status)) return life
  const isPaid = principalOf(life) === 0n && costsDue(life) === 0n
  const next = withEvent(life, isPaid ? 'repayAll' : 'repay')
  return isPaid ? rebate(next) : next
}

/** Paid before maturity, interest taken in advance comes back less the break cost. */
function rebate(life: Life): Life {
  const { terms } = life
  const [fundPart, spread] = [balance(life, 'F2100'), balance(life, 'F2110')]
  if (fundPart + spread === 0n) return life
  const advance = amountOf(life, terms.advance)
  const given = earlyRebate({
    charged: amountOf(life, life.charged.fund + life.charged.spread),
    advance,
    before: advance,
    after: amountOf(life, 0n),
    fundedOn: terms.fundedOn,
    repaidOn: life.today,
    earnedTo: life.today,
    interestTo: terms.maturity,
    rate: terms.clientRate,
    dayCount: terms.dayCount,
    breakDays: terms.breakDays,
    rebateAllowed: terms.rebateAllowed,
    unearnedLeft: amountOf(life, fundPart + spread),
  })
  const left = amountOf(life, fundPart + spread)
  const earned = terms.rebateAllowed ? M.subtract(left, given.unearned) : amountOf(life, 0n)
  const amounts = { fund: amountOf(life, fundPart), spread: amountOf(life, spread), rebate: given.rebate, earned }
  return {
    ...withJournals(life, (key) => post.rebateDiscount(key, terms.deal, amounts)),
    rebated: life.rebated + fundPart + spread,
    releasableReserve: life.releasableReserve + given.rebate.minor,
  }
}

/** The last receipt came back: its journals are mirrored, and the order is as it was before. */
export function reverseReceipt(life: Life): Life {
  const before = life.beforeReceipt
  if (!before) return life
  const undone = [...life.journals.slice(before.journals.length)].reverse()
  const mirrored = withJournals(
    life,
    ...undone.map((journal) => (key: Parameters<typeof post.reverse>[1]) => post.reverse(journal, key)),
  )
  return { ...before, journals: mirrored.journals, balances: mirrored.balances, beforeReceipt: null }
}

/** A credit note or deduction, at most what the buyer still owes. */
export function dilute(life: Life, minor: bigint): Life {
  const absorbed = minor < balance(life, 'F2000') ? minor : balance(life, 'F2000')
  return withJournals(life, (key) =>
    post.dilute(key, life.terms.deal, { absorbed: amountOf(life, absorbed), excess: amountOf(life, minor - absorbed) }),
  )
}

/** A credit note on a receivable that was lost: what its supplier has taken back of it bears it first. */
export function diluteLost(life: Life, minor: bigint): Life {
  const loss = life.loss!
  const owned = amountOf(life, loss.owned)
  const note = M.atLeastZero(amountOf(life, minor - loss.returned))
  const split = splitOfLoss({ lost: loss.exposure, left: amountOf(life, balance(life, 'F5000')), owned }, note)
  return {
    ...withJournals(life, (key) => post.diluteLost(key, life.terms.deal, split)),
    loss: { ...loss, owned: loss.owned - note.minor, returned: loss.returned + note.minor - minor },
  }
}

export const release = (life: Life): Life => ({
  ...withJournals(life, (key) => post.releaseReserve(key, life.terms.deal, amountOf(life, life.releasableReserve))),
  releasableReserve: 0n,
})

/** Refunds an overpayment to its payer. */
export const refundSurplus = (life: Life, payee: Payer): Life => ({
  ...withJournals(life, (key) => post.payRefund(key, life.terms.deal, { amount: amountOf(life, life.surplus[payee]), payee })),
  surplus: { ...life.surplus, [payee]: 0n },
})

export const chargeFee = (life: Life, fee: FeeCharge): Life =>
  withJournals(life, (key) => post.chargeFees(key, life.terms.deal, [fee]))

export const remit = (life: Life): Life =>
  withJournals(life, (key) => post.remitToPlatform(key, life.terms.deal, amountOf(life, balance(life, 'F2300'))))

/** The funder gives up what is left after the reserve. */
export function writeOff(life: Life): Life {
  const exposure = exposureOf(life)
  return withEvent(
    {
      ...withJournals(life, (key) => post.writeOff(key, life.terms.deal, exposure, amountOf(life, life.releasableReserve))),
      principalWrittenOff: principalOf(life),
      releasableReserve: 0n,
      loss: { exposure, owned: exposure.face.minor, returned: 0n, recovered: 0n, fed: 0n },
    },
    'writeOff',
  )
}

/** A receipt on a written-off order. */
export function recover(life: Life, minor: bigint, payer: 'BUYER' | 'SUPPLIER'): Life {
  const { deal, kind } = life.terms
  const loss = life.loss!
  const receipt = amountOf(life, minor)
  const buyer = deal.parties.buyer!
  const plan = planRecovery(
    {
      lost: loss.exposure,
      left: amountOf(life, balance(life, 'F5000')),
      buyerFees: amountOf(life, balance(life, 'F1230')),
      receivable:
        kind === 'LOAN'
          ? null
          : {
              debts: [{ itemId: '1', debt: amountOf(life, loss.owned + loss.returned) }],
              owned: [{ buyer, amount: amountOf(life, loss.owned) }],
              payer: payer === 'BUYER' ? buyer : null,
            },
    },
    receipt,
    payer,
  )
  const { recovered, reserve, buyerFees, refund } = plan.totals
  const ended = plan.ended.reduce((sum, one) => sum + one.amount.minor, 0n)
  const posted = withJournals(
    life,
    (key) => post.collect(key, deal, { receipt, payer }),
    (key) =>
      post.recover(key, deal, {
        part: plan.part,
        reserve,
        beyond: plan.beyond,
        takenBack: payer === 'SUPPLIER' ? plan.ended : [],
        payer,
        kind,
        expected: amountOf(life, balance(life, 'S1200')),
      }),
    (key) => post.payBuyerFees(key, deal, buyerFees),
    (key) => post.accrueRefund(key, deal, refund),
  )
  return withEvent(
    {
      ...posted,
      releasableReserve: life.releasableReserve + reserve.minor,
      surplus: { ...life.surplus, [payer]: life.surplus[payer] + refund.minor },
      loss: {
        ...loss,
        owned: loss.owned - ended,
        returned: loss.returned + (payer === 'SUPPLIER' ? ended : -plan.beyond.minor),
        recovered: loss.recovered + recovered.minor,
        fed: loss.fed + reserve.minor,
      },
      receipts: [
        ...life.receipts,
        {
          receiptId: `C-${life.receipts.length + 1}`,
          currency: life.terms.currency,
          receipt: minor,
          allocated: plan.lines.map(({ amount }) => amount.minor),
          unallocated: balance(posted, 'F2900'),
        },
      ],
    },
    'recover',
  )
}

/** The supplier takes the overdue receivable back and pays all that is owed. */
export function repurchase(life: Life): Life {
  const exposure = exposureOf(life)
  const { deal } = life.terms
  const posted = withJournals(
    life,
    (key) => post.collect(key, deal, { receipt: exposureTotal(exposure), payer: 'SUPPLIER' }),
    (key) => post.repurchase(key, deal, exposure),
  )
  return withEvent({ ...posted, principalPaid: life.principalPaid + principalOf(life) }, 'repayAll')
}

/** Invoices of the purchase order are bought and pay off the loan; the supplier adds cash where the proceeds are short. */
export function convert(life: Life, child: { orderId: string; face: bigint; advance: bigint }): Life {
  const { deal, currency } = life.terms
  const { interest, penalty, fees, loan } = exposureOf(life)
  const payoff = { orderId: deal.orderId, principal: loan, interest, penalty, fees }
  const owed = M.sum([loan, interest, penalty, fees], currency)
  const none = M.zero(currency)
  const advance = amountOf(life, child.advance)
  const topUp = M.atLeastZero(M.subtract(owed, advance))
  const purchase = { face: amountOf(life, child.face), advance, discount: { fund: none, spread: none }, fees: [] }
  const posted = withJournals(
    life,
    (key) => post.collect(key, deal, { receipt: topUp, payer: 'SUPPLIER' }),
    (key) => post.convertLoan(key, { ...deal, orderId: child.orderId }, { purchase, payoff, topUp, surplus: none }),
  )
  return withEvent({ ...posted, principalPaid: life.principalPaid + loan.minor }, 'convert')
}

/** Days pass, each with its end of day. */
export function pass(life: Life, days: number): Life {
  let next = life
  for (const until = addDays(life.today, days); next.today < until; ) next = endOfDay(next)
  return next
}
