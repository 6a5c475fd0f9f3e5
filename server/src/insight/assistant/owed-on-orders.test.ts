import { addDays } from '@usance/domain/local-date'
import { assistantCalls } from '@usance/wire/assistant/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runEndOfDay } from '../../settlement/end-of-day/run-end-of-day.ts'
import { aFundedOrder, aRepayment } from '../../testing/financing.ts'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { openingDay, type Seat } from '../../testing/world.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  const { orderId, invoiceIds } = await aFundedOrder(portal, { tenors: [10, 20], faces: ['100000', '50000'] })
  await aRepayment(portal, orderId, '100000', { invoiceIds: invoiceIds.slice(0, 1) })
  await runEndOfDay(portal.app, { through: addDays(openingDay, 40) })
}, 240_000)
afterAll(() => portal.close())

const ask = async (seat: Seat, question: string) => (await portal.ask(seat, assistantCalls.ask, { body: { question } })).text

test.each(['How much is overdue on our orders?', 'Which orders are overdue?', 'List overdue orders', '哪些订单逾期了？'])(
  '%s is answered with the principal that is still owed, and not with the advance',
  async (question) => {
    const { elmMaker } = portal.seats
    const overdue = await portal.look(async (tx) => {
      const order = tx.selectFrom('financeOrder').select('principalOutstanding').where('status', '=', 'OVERDUE')
      return (await order.executeTakeFirstOrThrow()).principalOutstanding
    })
    const answer = await ask(elmMaker, question)
    expect(answer).toContain(Number(overdue).toLocaleString('en-US', { minimumFractionDigits: 2 }))
    expect(answer).not.toContain('135,000.00')
  },
)

test.each(['How much was repaid?', 'How much has been repaid?', 'How much did we repay?', '我们还了多少？'])(
  '%s is not answered with what is still to be repaid',
  async (question) => {
    for (const seat of [portal.seats.alderMaker, portal.seats.elmMaker])
      expect(await ask(seat, question)).toMatch(/^I am not sure what to make of|无法据以作答/)
  },
)
