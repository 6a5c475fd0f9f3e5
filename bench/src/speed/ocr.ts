import { setTimeout as pause } from 'node:timers/promises'
import { businessDate } from '@usance/server/calendar/business-date'
import { decodePicture } from '@usance/server/reading/picture'
import { readPicture } from '@usance/server/reading/read-picture'
import { schemaOf } from '@usance/server/reading/schema/schemas'
import { paperInvoice, paperPhoto } from '@usance/server/testing/paper'
import type { Bench } from './bench.ts'
import { type Line, median } from './measure.ts'
import { memoryOf, p99, processorMs } from './server-process.ts'

const pages = 5
const idleMs = 5000

/** Photographed invoices, read beside the server; the floor is the two networks alone on the same pictures, in this process. */
export async function measureOcr(bench: Bench): Promise<Line[]> {
  const { app, ask } = bench
  const list = () => ask('invoice/client/pageList', { pageNum: 1, pageSize: 20, filterFields: {} })
  const page = (n: number) => paperPhoto(paperInvoice({ number: `AT-2025-${1000 + n}` }), 0.01 * (n % 3))
  await readPicture(await decodePicture(page(0)), 1)
  const asked = { fileName: 'page.jpg', schema: schemaOf('INVOICE')!, today: await businessDate(app) }
  const read = (bytes: Uint8Array) => app.parsers.ask('bench', { bytes }, 'extract', asked)
  const readerPid = () => app.parsers.documentPids()[0]
  await read(page(0))
  for (let i = 0; i < 30; i++) await list()
  const idle = await p99(list, pause(idleMs))
  const times = { ours: [] as number[], floor: [] as number[] }
  const meanwhile: number[] = []
  let most = 0
  const worked: number[] = []
  for (let n = 1; n <= pages; n++) {
    const before = processorMs(readerPid())
    let began = performance.now()
    const reading = read(page(n))
    meanwhile.push(await p99(list, reading))
    times.ours.push(performance.now() - began)
    const pid = readerPid()
    if (pid) most = Math.max(most, memoryOf(pid).most)
    worked.push(processorMs(pid) - before)
    began = performance.now()
    await readPicture(await decodePicture(page(n)), 1)
    times.floor.push(performance.now() - began)
  }
  return [
    { what: 'a photographed page, by OCR', ours: median(times.ours), floor: median(times.floor), budget: '<= 4,000 ms' },
    { what: '  its processor time, of both cores together', ours: median(worked), floor: 8000, budget: '<= 1' },
    { what: 'memory of the reading process, of its budget', ours: most, floor: 1024, budget: '<= 1', unit: 'MB' },
    { what: '99th list meanwhile', ours: median(meanwhile), floor: idle, budget: '<= 500 ms' },
  ]
}
