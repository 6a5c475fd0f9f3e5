import { configChangeCalls } from '@usance/wire/config-change/calls'
import { sql } from 'kysely'
import { inTransaction } from '../database/database.ts'
import type { Day } from './day.ts'
import { orRefused } from './person.ts'

/** One channel partner has a rate of its own, agreed in the first days; the other one earns the common one. */
export async function agreeCommission({ app, client, today }: Day): Promise<void> {
  const asked = await inTransaction(app.db, { kind: 'system' }, 'read', async (tx) =>
    sql`select from config_change where kind = 'COMMISSION'`.execute(tx),
  )
  if (asked.rows.length > 0) return
  const partner = await client.person('bd2')
  await orRefused(
    client.ask('ops', configChangeCalls.propose, {
      body: { kind: 'COMMISSION', values: { partnerId: partner.userId, ratePct: '12.5', effectiveDate: today } },
    }),
  )
}
