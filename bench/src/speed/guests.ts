import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, post } from './bench.ts'
import type { Line } from './measure.ts'
import { buildProduct, memoryOf, onDatabaseOf, openProcess, p99 } from './server-process.ts'

const idleMs = 8000

/** What others feel, and what the server holds, while somebody takes every row home. */
export async function measureGuests(bench: Bench): Promise<Line[]> {
  buildProduct()
  const server = await openProcess(onDatabaseOf(bench))
  const token = bench.world.seats.alderViewer!.token
  const ask = (path: string, body: object) => post(server.port, path, body, token)
  const list = () => ask('invoice/client/pageList', { pageNum: 1, pageSize: 20, filterFields: {} })
  const every = { filterFields: { issueDateBegin: '2015-01-01' } }
  try {
    for (let i = 0; i < 50; i++) await list()
    await ask('invoice/client/csv/export', every)
    const idle = await p99(list, pause(idleMs))
    const before = memoryOf(server.pid).now
    const lines: Line[] = []
    for (const [name, path] of [
      ['csv', 'invoice/client/csv/export'],
      ['xlsx', 'invoice/client/excel/export'],
    ] as const) {
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, memoryOf(server.pid).now)
      }, 50)
      const during = await p99(list, ask(path, every))
      clearInterval(watch)
      lines.push({ what: `99th list during an export as ${name}`, ours: during, floor: idle, budget: '<= 3' })
      lines.push({
        what: `  memory while it runs`,
        ours: most,
        floor: before,
        budget: `+${(most - before).toFixed(0)} of 100`,
        unit: 'MB',
      })
    }
    return lines
  } finally {
    await server.stop()
  }
}
