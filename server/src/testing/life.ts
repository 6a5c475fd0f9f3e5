import { addDays } from '@usance/domain/local-date'
import { paymentCalls } from '@usance/wire/payment/calls'
import { runEndOfDay } from '../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment, credit, payDrafted, takeBack, type WantedOrder } from './financing.ts'
import { type Portal, Refusal } from './portal.ts'
import { openingDay } from './world.ts'

/** Numbers that look random and are the same for the same seed. */
function dice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    upTo: (limit: number) => Math.floor(next() * limit),
    of: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!,
  }
}

type LivedOrder = { orderId: string; invoiceIds: string[]; product: string; currency: string }

/** What may happen; what stands here more often happens more often. */
const names = [
  'fund',
  'closeDays',
  'closeDays',
  'closeDays',
  'repay',
  'repay',
  'repayLate',
  'takeBack',
  'dilute',
  'release',
  'remit',
]

/** An amount as people write it, with all decimals its currency has. */
const amountIn = (currency: string, whole: string): string =>
  currency === 'JPY' ? `${whole}00` : currency === 'KWD' ? `${whole}.125` : `${whole}.37`

/**
 * A life of financings that is the same for the same seed: `step` lets one thing happen – funding, days that pass, payments
 * in time, late or taken back, dilution, releases – and answers what it was. Being refused is an answer; a bug throws.
 */
export async function aLife(portal: Portal, seed: number) {
  const roll = dice(seed)
  const { settlement } = portal.seats
  const orders: LivedOrder[] = []
  const repayments: { id: string; no: string }[] = []
  let day = openingDay
  const story: string[] = []
  const figure = (currency: string, from: number, size: number) => amountIn(currency, String(from + roll.upTo(size)))

  const happenings: Record<string, () => Promise<unknown>> = {
    async fund() {
      const product = roll.of(['purchaseInAdvance', 'purchaseInArrears', 'payables', 'purchaseOrder', 'undisclosed'] as const)
      const currency = roll.of(['USD', 'USD', 'JPY', 'KWD'])
      const faces = Array.from({ length: 1 + roll.upTo(3) }, () => figure(currency, 1000, 90_000))
      const wanted: WantedOrder = { product, currency, faces, tenors: faces.map(() => 1 + roll.upTo(40)), fundingDate: day }
      orders.push({ ...(await aFundedOrder(portal, wanted)), product, currency })
    },
    async closeDays() {
      day = await runEndOfDay(portal.app, { through: addDays(day, roll.upTo(6)) })
    },
    async repay() {
      const order = roll.of(orders)
      const payerRole = roll.of(['BUYER', 'BUYER', 'SUPPLIER'] as const)
      const amount = figure(order.currency, 1, roll.of([100, 5000, 100_000, 300_000]))
      repayments.push(await aRepayment(portal, order.orderId, amount, { valueDate: day, payerRole, currency: order.currency }))
    },
    async repayLate() {
      const order = roll.of(orders)
      const { fundingDate } = await portal.look((tx) =>
        tx.selectFrom('financeOrder').select('fundingDate').where('id', '=', order.orderId).executeTakeFirstOrThrow(),
      )
      const back = addDays(day, -roll.upTo(10))
      const valueDate = back < fundingDate! ? fundingDate! : back
      repayments.push(
        await aRepayment(portal, order.orderId, figure(order.currency, 1, 30_000), { valueDate, currency: order.currency }),
      )
    },
    async takeBack() {
      if (repayments.length > 0) await takeBack(portal, repayments.splice(roll.upTo(repayments.length), 1)[0]!)
    },
    async dilute() {
      const order = roll.of(orders)
      const invoiceId = roll.of(order.invoiceIds)
      if (invoiceId) await credit(portal, invoiceId, figure(order.currency, 1, 9000))
    },
    async release() {
      const { releases } = await portal.ask(settlement, paymentCalls.releasable, { body: {} })
      const free = releases.filter((one) => one.blockedBy === null)
      if (free.length === 0) return
      const drafted = await portal.ask(settlement, paymentCalls.addRelease, { body: { orderId: roll.of(free).orderId } })
      await payDrafted(portal, drafted, 'RELEASE', day)
    },
    async remit() {
      const { remittances } = await portal.ask(settlement, paymentCalls.releasable, { body: {} })
      if (remittances.length === 0) return
      const { funderId, currency } = roll.of(remittances)
      await portal.ask(settlement, paymentCalls.addRemittance, { body: { funderId, currency } })
    },
  }

  await happenings.fund!()
  return {
    orders,
    story,
    day: () => day,
    async step(): Promise<string> {
      const name = roll.of(names)
      try {
        await happenings[name]!()
        story.push(`${day} ${name}`)
      } catch (error) {
        const refusal = error instanceof Refusal ? error.error : (error as { refusal?: string }).refusal
        if (!refusal || refusal === 'INTERNAL')
          throw new Error(`LIFE_SEED=${seed}, ${name} after ${story.slice(-8).join(', ')}: ${(error as Error).stack}`)
        story.push(`${day} ${name} refused ${refusal}`)
      }
      return name
    },
    /** Lets days pass until the business date is the one given. */
    async closeUntil(date: string) {
      day = await runEndOfDay(portal.app, { through: addDays(date, -1) })
    },
  }
}
