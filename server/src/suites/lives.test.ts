import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealAudit } from '../audit/seal.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { brokenIn } from './lives/laws.ts'
import { payBehind } from './lives/loans.ts'
import {
  adjustFee,
  changeMarket,
  closeDays,
  payAlmost,
  payOut,
  receive,
  recover,
  sendPaymentBack,
  takeBack,
  writeOff,
} from './lives/money.ts'
import { needed } from './lives/needed.ts'
import { finance, financePurchaseOrder, financeSeveral, pool, takeUp } from './lives/orders.ts'
import { race } from './lives/races.ts'
import { openTown, refusalIn, type Town } from './lives/town.ts'
import { adjust, enterInvoices, moveInvoice, payPlain } from './lives/trade.ts'

// Whole companies live at random over HTTP; after every step every law of the books holds. The same seed tells the same
// story, but for who wins a race. Longer and other lives: LIVES_STEPS=2000 LIVES_SEED=another.
const seed = process.env.LIVES_SEED ?? 'harbour'
const steps = Number(process.env.LIVES_STEPS ?? 60)

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
})
afterAll(() => portal.close())

const happenings: [times: number, name: string, work: (town: Town) => Promise<unknown>][] = [
  [6, 'enter invoices', (town) => enterInvoices(town)],
  [2, 'move an invoice', moveInvoice],
  [4, 'adjust', adjust],
  [1, 'pay an invoice nobody financed', payPlain],
  [8, 'finance', finance],
  [3, 'finance what two buyers owe', financeSeveral],
  [4, 'finance a purchase order', financePurchaseOrder],
  [2, 'take up an order', takeUp],
  [5, 'pool', pool],
  [9, 'receive', receive],
  [2, 'pay almost', (town) => payAlmost(town)],
  [3, 'pay behind a loan', payBehind],
  [3, 'take back', takeBack],
  [5, 'pay out', payOut],
  [2, 'send a payment back', sendPaymentBack],
  [2, 'adjust a fee', adjustFee],
  [2, 'write off', writeOff],
  [1, 'recover', recover],
  [2, 'change the market', changeMarket],
  [6, 'race', race],
  [7, 'close days', (town) => closeDays(town, town.roll.pick([1, 1, 2, 3, 6, 16]))],
]
const deck = happenings.flatMap((one) => Array.from({ length: one[0] }, () => one))

/** All happenings once round before any of them comes again more often than the others. */
function shuffled<T>(all: readonly T[], { roll }: Town): T[] {
  const cards = [...all]
  for (let at = cards.length - 1; at > 0; at--) {
    const other = roll.between(0, at)
    ;[cards[at], cards[other]] = [cards[other]!, cards[at]!]
  }
  return cards
}

test(`whatever people do, every law of the books holds after each step (LIVES_SEED=${seed} LIVES_STEPS=${steps})`, {
  timeout: 120_000 + steps * 6_000,
}, async () => {
  const town = await openTown(portal, seed)
  for (let n = 0; n < 3; n++) await enterInvoices(town, { currency: 'USD' })
  let cards: typeof deck = []
  const live = async (step: number, [, name, work]: (typeof deck)[number]) => {
    const line = `${step} ${town.day} ${name}`
    const told = () => `LIVES_SEED=${seed}: ${[...town.story.slice(-12), line].join('; ')}`
    try {
      await work(town)
      town.story.push(line)
    } catch (error) {
      // Being refused is an answer; anything else is a fault.
      const refusal = refusalIn(error)
      if (!refusal) throw new Error(`${told()}\n${(error as Error).stack}`)
      town.count(`${name} refused ${refusal}`)
      town.story.push(`${line} refused ${refusal}`)
    }
    if (step % 20 === 19) await sealAudit(portal.app)
    expect(await brokenIn(town), told()).toEqual([])
  }
  for (let step = 0; step < steps; step++) {
    if (cards.length === 0) cards = shuffled(deck, town)
    await live(step, cards.pop()!)
  }
  // A quarter in which nobody pays, and what people do about it.
  for (const [at, work] of [
    (all: Town) => payAlmost(all, 'SHORT'),
    (all: Town) => closeDays(all, 95),
    writeOff,
    writeOff,
    receive,
    receive,
    payBehind,
    recover,
    adjust,
    recover,
    adjust,
    takeBack,
    payOut,
  ].entries())
    await live(steps + at, [1, 'after a quarter', work])
  // What the cards have not brought comes now: a life without it would prove little.
  for (const [at, [thing, work]] of Object.entries(needed).entries()) {
    if (!town.done.has(thing)) await live(steps + 20 + at, [1, `bring ${thing}`, work])
    expect(town.done.get(thing) ?? 0, `${thing}: ${town.story.at(-1)}`).toBeGreaterThan(0)
  }
  if (process.env.LIVES_TELL)
    process.stderr.write(`${town.story.join('\n')}\n${[...town.done].map((one) => one.join(' ')).join('\n')}\n`)
})
