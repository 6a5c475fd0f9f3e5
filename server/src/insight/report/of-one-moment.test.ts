import { addDays } from '@usance/domain/local-date'
import { reportCalls } from '@usance/wire/report/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedOrder, aRepayment, brokenLaws } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal({ RATE_PER_MINUTE: '0' })
})
afterAll(async () => {
  expect(await brokenLaws(portal)).toEqual([])
  await portal.close()
})

/** Some orders that are repaid one after the other while three readers ask, who answer what is wrong with what they read. */
async function whilePaying(readOf: (orders: readonly string[]) => Promise<string[]>): Promise<string[]> {
  const orders: string[] = []
  for (let n = 0; n < 8; n++)
    orders.push((await aFundedOrder(portal, { product: 'purchaseInArrears', faces: ['10000'], tenors: [60] })).orderId)
  const wrong: string[] = []
  let isOver = false
  const reader = async () => {
    while (!isOver) wrong.push(...(await readOf(orders)))
  }
  const payer = async () => {
    try {
      for (const id of orders) await aRepayment(portal, id, '10000')
    } finally {
      isOver = true
    }
  }
  await Promise.all([payer(), reader(), reader(), reader()])
  return wrong
}

test('the account overview ties while money comes in', { timeout: 300_000 }, async () => {
  const untied = await whilePaying(async () => {
    const { currencies } = await portal.ask(portal.seats.elmMaker, reportCalls.accountOverview, { body: {} })
    return currencies.flatMap(({ proofs }) => proofs.filter(({ ties }) => !ties).map((proof) => JSON.stringify(proof)))
  })
  expect(untied).toEqual([])
})

test('the cash flow tells each reserve once while money comes in', { timeout: 300_000 }, async () => {
  const body = { currency: 'USD', from: openingDay, to: addDays(openingDay, 120), step: 'WEEK' as const }
  const odd = await whilePaying(async (orders) => {
    const { rows } = await portal.ask(portal.seats.elmMaker, reportCalls.cashflow, { body })
    return orders.flatMap((id) => {
      const sumOf = (asked: string) =>
        rows.filter(({ link, kind }) => kind === asked && link?.includes(id)).reduce((all, { amount }) => all + Number(amount), 0)
      const [paid, released] = [sumOf('REPAYMENT'), sumOf('RELEASE')]
      // The reserve is 898.00 while the interest of the whole term is expected, and 1000.00 once the buyer has paid on the first day.
      return paid === 10000 && [898, 1000].includes(released) ? [] : [`${paid} paid, ${released} released`]
    })
  })
  expect(odd).toEqual([])
})
