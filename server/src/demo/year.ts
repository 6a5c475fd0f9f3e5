import { daysBetween, weekday } from '@usance/domain/local-date'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { businessDate } from '../calendar/business-date.ts'
import { inTransaction, simulateNow } from '../database/database.ts'
import { demoKey } from '../reference/demo-data.ts'
import { runEndOfDay } from '../settlement/end-of-day/run-end-of-day.ts'
import { adjustInvoices } from './adjustments.ts'
import { sendFiles } from './bank-files.ts'
import type { DemoClient } from './client.ts'
import { agreeCommission } from './commission.ts'
import type { Day } from './day.ts'
import type { DemoSize, DemoState } from './demo.ts'
import { decideOpenTasks, signContracts } from './desk.ts'
import { joinSystems } from './integrations.ts'
import { acceptPrices, confirmRights, payOut, receiveMoney } from './money.ts'
import { adjustFees, workOnPools } from './pool.ts'
import { workOnPurchaseOrders } from './purchase-orders.ts'
import { settleShortfalls } from './repay-in-full.ts'
import { enterDocuments, financeDocuments } from './trading.ts'

/** How much happens in a month, by the size of the demo. */
const paces: Record<DemoSize, number> = { small: 0.8, medium: 1, large: 6 }

/**
 * Lives through the demo's trade from its first day to today: on every weekday its people enter, confirm, finance, decide,
 * sign, pay and repay; every night the end of day closes. Each day looks at what there is to do, so a stop in between
 * loses nothing and the next start goes on.
 */
export async function liveThroughTheYear(
  app: App,
  client: DemoClient,
  { demo, size }: { demo: DemoState; size: DemoSize },
  say: (line: string) => void,
): Promise<void> {
  const total = daysBetween(demo.from, demo.to)
  const began = Date.now()
  for (;;) {
    const today = await businessDate(app)
    if (today >= demo.to) break
    const daysLeft = daysBetween(today, demo.to)
    simulateNow(new Date(`${today}T02:00:00Z`))
    if (weekday(today) <= 5) await liveADay({ app, client, seed: app.config.demoSeed, today, daysLeft, pace: paces[size] })
    await runEndOfDay(app, { through: today })
    if (daysLeft % 30 === 0)
      say(
        `Demo: ${Math.round(((total - daysLeft) / total) * 100)} % of its trade is in, up to ${today} (${Math.round((Date.now() - began) / 1000)} s)`,
      )
  }
  // The last morning leaves work on every desk.
  const last = { app, client, seed: app.config.demoSeed, today: demo.to, daysLeft: 0, pace: paces[size] }
  simulateNow(new Date(`${demo.to}T01:00:00Z`))
  await enterDocuments(last)
  await financeDocuments(last)
  await joinSystems(last)
  simulateNow(undefined)
  await inTransaction(app.db, { kind: 'system' }, 'write', (tx) =>
    sql`update setting set value = jsonb_set(value, '{state}', '"done"') where key = ${demoKey}`.execute(tx),
  )
  say(`Demo: complete after ${Math.round((Date.now() - began) / 1000)} s`)
}

async function liveADay(day: Day): Promise<void> {
  await agreeCommission(day)
  await enterDocuments(day)
  await workOnPurchaseOrders(day)
  await adjustInvoices(day)
  await workOnPools(day)
  await adjustFees(day)
  await decideOpenTasks(day)
  await acceptPrices(day)
  await signContracts(day)
  await confirmRights(day)
  await sendFiles(day)
  await payOut(day)
  await receiveMoney(day)
  await settleShortfalls(day)
  await financeDocuments(day)
}
