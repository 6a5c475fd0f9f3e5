import { describe, expect, it } from 'vitest'
import { balancesOfOrder } from '../ledger/balances-of-order.fixture.ts'
import { checkInterest, checkOrder, checkReceipt, checkRecovered, fundsInUse } from '../ledger/invariants.ts'
import { checkJournals } from '../ledger/journal-law.fixture.ts'
import { addDays } from '../local-date.ts'
import { money } from '../money.ts'
import { rational } from '../rational.ts'
import { isOutstanding } from '../states/finance-order.ts'
import * as command from './commands.fixture.ts'
import {
  balance,
  costsDue,
  figuresOf,
  interestFiguresOf,
  type Life,
  type LifeTerms,
  lossFiguresOf,
  principalOf,
  startLife,
} from './life.fixture.ts'
import { type Random, randomFrom } from './random.fixture.ts'

const lives = 400
const stepsPerLife = 25

function termsFrom(random: Random): LifeTerms {
  const kind = random.chance(75) ? 'PURCHASE' : 'LOAN'
  const face = 1_000_000n + random.amountUpTo(50_000_000n)
  const advance = kind === 'LOAN' ? face : (face * BigInt(random.pick([100, 90, 85, 80]))) / 100n
  const fundedOn = addDays('2025-01-01', random.below(365))
  const maturity = addDays(fundedOn, 10 + random.below(110))
  return {
    deal: {
      parties: { funder: 'FUN', platform: 'PLT', supplier: 'SUP', buyer: 'BUY' },
      orderId: 'FO-1',
      recourse: kind === 'LOAN' || random.chance(50),
      disclosed: random.chance(60),
    },
    kind,
    method: kind === 'PURCHASE' && random.chance(50) ? 'IN_ADVANCE' : 'IN_ARREARS',
    currency: 'USD',
    face,
    advance,
    clientRate: rational(300 + random.below(900), 100),
    fundRate: rational(100 + random.below(200), 100),
    penaltyMargin: rational(3),
    dayCount: random.pick(['ACT_360', 'ACT_365F']),
    fundedOn,
    maturity,
    graceEnd: addDays(maturity, random.below(8)),
    breakDays: random.below(6),
    rebateAllowed: random.chance(80),
    fundingFees: random.chance(60) ? [feeFrom(random), feeFrom(random)] : [],
  }
}

const feeFrom = (random: Random) => ({
  code: random.pick(['HANDLING', 'SERVICE', 'PLATFORM', 'FUNDER'] as const),
  payer: 'SUPPLIER' as const,
  beneficiary: random.pick(['PLATFORM', 'FUNDER'] as const),
  amount: money(random.amountUpTo(20_000n), 'USD'),
  tax: money(BigInt(random.below(1_200)), 'USD'),
})

type Step = { name: string; when: (life: Life) => boolean; run: (life: Life, random: Random) => Life }
const open = (life: Life) => isOutstanding(life.status)
const owed = (life: Life) => principalOf(life) + costsDue(life)
const isPurchase = (life: Life) => life.terms.kind === 'PURCHASE'

const steps: Step[] = [
  { name: 'days pass', when: () => true, run: (life, random) => command.pass(life, 1 + random.below(20)) },
  { name: 'one day passes', when: () => true, run: (life) => command.pass(life, 1) },
  {
    name: 'the buyer pays a part',
    when: (life) => open(life) && isPurchase(life) && balance(life, 'F1100') > 0n,
    run: (life, random) => command.receive(life, random.amountUpTo(balance(life, 'F1100')), 'BUYER'),
  },
  {
    name: 'the buyer pays all, or too much',
    when: (life) => isPurchase(life) && balance(life, 'F1100') > 0n && life.status !== 'WRITTEN_OFF',
    run: (life, random) => command.receive(life, balance(life, 'F1100') + BigInt(random.below(2) * 50_000), 'BUYER'),
  },
  {
    name: 'the supplier pays a part',
    when: open,
    run: (life, random) => command.receive(life, random.amountUpTo(owed(life) / 2n + 1n), 'SUPPLIER'),
  },
  { name: 'the supplier pays all, and one cent', when: open, run: (life) => command.receive(life, owed(life) + 1n, 'SUPPLIER') },
  { name: 'the receipt comes back', when: (life) => life.beforeReceipt !== null, run: command.reverseReceipt },
  {
    name: 'the receivable is diluted',
    when: (life) => balance(life, 'F1100') > 0n && life.status !== 'WRITTEN_OFF',
    run: (life, random) => command.dilute(life, random.amountUpTo(balance(life, 'F1100') / 3n + 1n)),
  },
  {
    name: 'reserve is released',
    when: (life) => life.releasableReserve > 0n && balance(life, 'F1300') === 0n,
    run: command.release,
  },
  {
    name: 'the surplus is refunded',
    when: (life) => life.surplus.BUYER > 0n || life.surplus.SUPPLIER > 0n,
    run: (life, random) =>
      command.refundSurplus(life, random.pick((['BUYER', 'SUPPLIER'] as const).filter((one) => life.surplus[one] > 0n))),
  },
  { name: 'a fee is charged', when: open, run: (life, random) => command.chargeFee(life, feeFrom(random)) },
  { name: 'the platform is paid', when: (life) => balance(life, 'F2300') > 0n, run: command.remit },
  { name: 'the loss is written off', when: (life) => life.status === 'OVERDUE', run: command.writeOff },
  {
    name: 'the supplier pays of a loss',
    when: (life) => life.status === 'WRITTEN_OFF',
    run: (life, random) => command.recover(life, random.amountUpTo(balance(life, 'F5000') / 2n + 10_000n), 'SUPPLIER'),
  },
  {
    name: 'the buyer pays a part of what was lost',
    when: (life) => life.status === 'WRITTEN_OFF',
    run: (life, random) => command.recover(life, random.amountUpTo(life.terms.face / 2n), 'BUYER'),
  },
  {
    name: 'what was lost is diluted',
    when: (life) => life.loss !== null && isPurchase(life) && life.loss.owned + life.loss.returned > 0n,
    run: (life, random) => command.diluteLost(life, random.amountUpTo(life.loss!.owned + life.loss!.returned)),
  },
  {
    name: 'the buyer pays the face of what was lost, or too much',
    when: (life) => life.status === 'WRITTEN_OFF',
    run: (life, random) => command.recover(life, life.terms.face + BigInt(random.below(2) * 50_000), 'BUYER'),
  },
  {
    name: 'the supplier takes the receivable back',
    when: (life) => life.status === 'OVERDUE' && isPurchase(life) && life.terms.deal.recourse,
    run: command.repurchase,
  },
  {
    name: 'the loan is converted',
    when: (life) => open(life) && !isPurchase(life) && principalOf(life) > 0n,
    run: (life, random) => {
      const face = principalOf(life) + random.amountUpTo(10_000_000n)
      return command.convert(life, { orderId: 'FO-2', face, advance: (face * 9n) / 10n })
    },
  },
]

function violationsOf(life: Life) {
  return [
    ...(life.loss ? checkRecovered(lossFiguresOf(life, life.loss)) : checkOrder(figuresOf(life))),
    ...checkInterest(interestFiguresOf(life)),
    ...life.receipts.flatMap(checkReceipt),
    ...checkJournals(life.journals),
  ]
}

/** Lives a whole life from a seed; throws with the seed and the story so far when a law of the books is broken. */
function live(seed: number, seen: Set<string>): Life {
  const random = randomFrom(seed)
  const story: string[] = []
  let life = startLife(termsFrom(random))
  const go = (name: string, run: (life: Life) => Life) => {
    story.push(`${life.today} ${life.status}: ${name}`)
    seen.add(name)
    const told = () => `seed ${seed}\n${story.join('\n')}`
    try {
      life = run(life)
    } catch (cause) {
      throw new Error(told(), { cause })
    }
    expect(violationsOf(life), told()).toEqual([])
  }
  go('funded', command.fund)
  for (let count = 0; count < stepsPerLife; count++) {
    const step = random.pick(steps.filter(({ when }) => when(life)))
    go(step.name, (now) => step.run(now, random))
    seen.add(life.status)
  }
  return life
}

describe('the lives of orders', () => {
  it(`keep the laws of the books after each of ${lives} × ${stepsPerLife} events`, () => {
    const seen = new Set<string>()
    for (let seed = 1; seed <= lives; seed++) live(seed, seen)
    // Every event and every status has happened, or the lives prove less than they say.
    for (const { name } of steps) expect(seen, name).toContain(name)
    for (const status of ['FUNDED', 'PARTIALLY_REPAID', 'OVERDUE', 'SETTLED', 'CONVERTED', 'WRITTEN_OFF'])
      expect(seen).toContain(status)
  })

  it('are the same for the same seed', () => {
    expect(live(7, new Set()).journals).toEqual(live(7, new Set()).journals)
  })

  it('are found out when the books are tampered with', () => {
    const life = live(3, new Set())
    const balances = { ...life.balances, F2000: balance(life, 'F2000') + 1n }
    expect(violationsOf({ ...life, balances })).not.toEqual([])
    expect(violationsOf({ ...life, journals: life.journals.slice(1).concat(life.journals.at(-1)!) })).not.toEqual([])
  })
})

it('a conversion opens the new order with its advance in use', () => {
  const random = randomFrom(11)
  const terms: LifeTerms = { ...termsFrom(random), kind: 'LOAN', method: 'IN_ARREARS', face: 12_000_000n, advance: 12_000_000n }
  const funded = command.pass(command.fund(startLife({ ...terms, deal: { ...terms.deal, recourse: true } })), 30)
  const converted = command.convert(funded, { orderId: 'FO-2', face: 20_000_000n, advance: 17_000_000n })
  expect(converted.status).toBe('CONVERTED')
  expect(violationsOf(converted)).toEqual([])
  const child = balancesOfOrder(
    converted.journals.flatMap(({ postings }) => postings),
    'FO-2',
  )
  expect(fundsInUse(child)).toBe(17_000_000n)
  expect(child.S2000).toBe(17_000_000n)
})
