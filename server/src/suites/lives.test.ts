import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealAudit } from '../audit/seal.ts'
import { openPortal, type Portal } from '../testing/portal.ts'
import { brokenIn } from './lives/laws.ts'
import { adjustFee, changeMarket, closeDays, payOut, receive, takeBack, writeOff } from './lives/money.ts'
import { finance, financePurchaseOrder, pool, takeUp } from './lives/orders.ts'
import { race } from './lives/races.ts'
import { openTown, refusalIn, type Town } from './lives/town.ts'
import { adjust, enterInvoices, moveInvoice, payPlain, purchaseOrders } from './lives/trade.ts'

// Whole companies live at random over HTTP; after every step every law of the books holds. The same seed tells the same
// story, but for who wins a race. Longer and other lives: LIVES_STEPS=2000 LIVES_SEED=another.
const seed = process.env.LIVES_SEED ?? 'town'
const steps = Number(process.env.LIVES_STEPS ?? 60)

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const happenings: [weight: number, name: string, work: (town: Town) => Promise<void>][] = [
  [8, 'enter invoices', (town) => enterInvoices(town)],
  [3, 'move an invoice', moveInvoice],
  [3, 'adjust', adjust],
  [2, 'pay an invoice nobody financed', payPlain],
  [3, 'purchase orders', purchaseOrders],
  [9, 'finance', finance],
  [4, 'finance a purchase order', financePurchaseOrder],
  [4, 'take up an order', takeUp],
  [5, 'pool', pool],
  [9, 'receive', receive],
  [3, 'take back', takeBack],
  [5, 'pay out', payOut],
  [3, 'adjust a fee', adjustFee],
  [2, 'write off', writeOff],
  [2, 'change the market', changeMarket],
  [5, 'race', race],
  [7, 'close days', (town) => closeDays(town, town.roll.pick([1, 1, 2, 3, 5, 9]))],
]
const bag = happenings.flatMap((one) => Array.from({ length: one[0] }, () => one))

test(`whatever people do, every law of the books holds after each step (LIVES_SEED=${seed} LIVES_STEPS=${steps})`, {
  timeout: 60_000 + steps * 6_000,
}, async () => {
  const town = await openTown(portal, seed)
  for (let n = 0; n < 3; n++) await enterInvoices(town, { currency: 'USD' })
  for (let step = 0; step < steps; step++) {
    const [, name, work] = town.roll.pick(bag)
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
    if (step % 20 === 19) await sealAudit(portal.app.db)
    expect(await brokenIn(town), told()).toEqual([])
  }
  if (process.env.LIVES_TELL)
    process.stderr.write(`${town.story.join('\n')}\n${[...town.done].map((one) => one.join(' ')).join('\n')}\n`)
})
