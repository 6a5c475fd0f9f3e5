import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { type Bench, post } from './bench.ts'
import { type Line, perSecond } from './measure.ts'
import { buildProduct, onDatabaseOf, openProcess, type ServerProcess } from './server-process.ts'

const group = '/sys/fs/cgroup/cpu'
const share = 0.08
const seconds = 8

/**
 * List requests a second of 1, 2, 4 and 8 processes on one database, each held to the same small share of a core, so that
 * two cores are enough to see whether they get into each other's way. Needs the right to make control groups.
 */
export async function measureProcesses(bench: Bench): Promise<Line[]> {
  if (!existsSync(`${group}/cpu.cfs_quota_us`)) {
    console.log('Processes cannot be held to a share of a core here, so they are not measured.')
    return []
  }
  buildProduct()
  const token = bench.world.seats.alderViewer!.token
  const servers: ServerProcess[] = []
  const groups: string[] = []
  const rates = new Map<number, number>()
  const list = (port: number) =>
    post(port, 'invoice/client/pageList', { pageNum: 1, pageSize: 20, filterFields: { issueDateBegin: '2025-01-01' } }, token)
  try {
    for (const count of [1, 2, 4, 8]) {
      while (servers.length < count) {
        const server = await openProcess({ ...onDatabaseOf(bench), USANCE_PROCESS: 'web' })
        for (let i = 0; i < 100; i++) await list(server.port)
        groups.push(hold(server))
        servers.push(server)
      }
      rates.set(count, await perSecond(count * 2, seconds, (client) => list(servers[client % count]!.port)))
    }
  } finally {
    for (const server of servers) await server.stop()
    for (const one of groups) rmdirSync(one)
  }
  return [2, 4, 8].map((count) => ({
    what: `${count} processes, requests a second against one`,
    ours: rates.get(count)!,
    floor: rates.get(1)!,
    budget: `>= ${{ 2: 1.9, 4: 3.7, 8: 6 }[count]}`,
    unit: '/s',
  }))
}

/** Puts a process with all its threads into a control group of its own. */
function hold({ pid }: ServerProcess): string {
  const path = `${group}/usance-bench-${pid}`
  mkdirSync(path)
  writeFileSync(`${path}/cpu.cfs_period_us`, '20000')
  writeFileSync(`${path}/cpu.cfs_quota_us`, String(20_000 * share))
  writeFileSync(`${path}/cgroup.procs`, String(pid))
  return path
}
