import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '@usance/server/database/embedded'
import { type Line, median } from './measure.ts'
import { buildProduct, memoryOf, openProcess } from './server-process.ts'

const rounds = 5
const settleMs = 10_000

/** `npm start` on a data folder that is there already, beside its PostgreSQL alone; and what the server holds when idle. */
export async function measureStart(): Promise<Line[]> {
  buildProduct()
  const folder = mkdtempSync(join(tmpdir(), 'usance-bench-start-'))
  const times = { ours: [] as number[], floor: [] as number[] }
  let held = 0
  try {
    const settings = { USANCE_DATA: folder }
    await (await openProcess(settings, 'scripts/start.mjs')).stop()
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      const database = await startEmbedded({ dataDir: join(folder, 'postgres') })
      times.floor.push(performance.now() - began)
      await database.stop()
      const server = await openProcess(settings, 'scripts/start.mjs')
      times.ours.push(server.startedAfterMs)
      if (round === rounds - 1) {
        await pause(settleMs)
        held = memoryOf(server.pid).now
      }
      await server.stop()
    }
    return [
      { what: 'start until it answers', ours: median(times.ours), floor: median(times.floor), budget: '<= 5,000 ms' },
      { what: 'memory of the idle server, of its budget', ours: held, floor: 250, budget: '<= 1', unit: 'MB' },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
