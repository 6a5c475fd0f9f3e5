import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Portal } from './portal.ts'

/** Resolves once a transaction of the portal waits for another one. */
export async function untilSomebodyWaits(portal: Pick<Portal, 'look'>): Promise<void> {
  for (;;) {
    const { rows } = await portal.look((tx) =>
      sql<{ waits: boolean }>`select exists (select from pg_locks where not granted) as waits`.execute(tx),
    )
    if (rows[0]!.waits) return
    await sleep(10)
  }
}
