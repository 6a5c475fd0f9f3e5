import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addDays } from '@usance/domain/local-date'
import { openingDay } from '@usance/server/testing/world'
import type { Bench } from './bench.ts'
import { beside, type Line, perSecond } from './measure.ts'

const path = 'invoice/client/pageList'
const since = addDays(openingDay, -90)

/** Lists as users open them: ninety days and a status, newest first, counted and summed exactly. */
export async function measureLists(bench: Bench): Promise<Line[]> {
  const { ask, floor, world } = bench
  const { alder } = world.companies
  const filterFields = { issueDateBegin: since, docStatus: ['CONFIRMED'] }
  const where = 'i.supplier_id = $1 and i.issue_date >= $2 and i.doc_status = $3'
  const values = [alder, since, 'CONFIRMED']
  const rows = (limit: number) =>
    floor(
      `select i.id, i.invoice_no, s.name as supplier, b.name as buyer, i.issue_date, i.due_date, i.currency, i.amount, i.outstanding, i.doc_status, i.pay_status, i.finance_status, i.source, i.created_at, i.confirmed_amount, i.resolution
       from invoice i join company b on b.id = i.buyer_id join company s on s.id = i.supplier_id where ${where} order by i.issue_date desc nulls last, i.id desc limit ${limit}`,
      values,
    )
  const count = () => floor(`select count(*) from invoice i where ${where}`, values)
  const sum = () => floor(`select currency, sum(amount) from invoice i where ${where} group by 1`, values)
  const listAndCount = async () => {
    const page = await rows(20)
    const all = await count()
    return { rows: page.rows, total: all.rows[0].count }
  }
  const lines = [
    await beside('list of 20 + exact count', '<= 3', () => ask(path, { filterFields }), listAndCount),
    await beside(
      'list of 20 + exact count + sum',
      '<= 3',
      async () => {
        await ask(path, { filterFields })
        await ask(path, { filterFields, amountSumByField: 'amount' })
      },
      async () => {
        await listAndCount()
        await sum()
      },
    ),
    await beside(
      'list of 100 + exact count',
      '<= 3',
      () => ask(path, { filterFields, pageSize: 100 }),
      async () => {
        await rows(100)
        await count()
      },
    ),
    await beside(
      'deep page (2,000 rows in)',
      '<= 1.5',
      () => ask(path, { pageNum: 101 }),
      async () => {
        const ids = await floor(
          'select id from invoice i where supplier_id = $1 order by issue_date desc nulls last, id desc limit 20 offset 2000',
          [alder],
        )
        await floor(
          'select i.*, b.name, s.name from invoice i join company b on b.id = i.buyer_id join company s on s.id = i.supplier_id where i.id = any($1)',
          [ids.rows.map((row) => row.id)],
        )
        await floor('select count(*) from invoice where supplier_id = $1', [alder])
      },
    ),
  ]
  const seconds = 3
  const plain = await overPlainHttp(listAndCount)
  await perSecond(8, seconds, () => ask(path, { filterFields }))
  await perSecond(8, seconds, () => plain.ask())
  const cpu = process.cpuUsage()
  const ours = await perSecond(8, seconds, () => ask(path, { filterFields }))
  const used = process.cpuUsage(cpu)
  lines.push(
    {
      what: 'list requests a second, 8 clients',
      budget: '>= 0.45',
      ours,
      floor: await perSecond(8, seconds, () => plain.ask()),
      unit: '1/s',
    },
    {
      what: '  against the statements without any server',
      budget: '',
      ours,
      floor: await perSecond(8, seconds, listAndCount),
      unit: '1/s',
    },
  )
  plain.close()
  console.log(
    `(server and client together used ${((used.user + used.system) / 1000 / (ours * seconds)).toFixed(2)} ms of CPU a list request)`,
  )
  return lines
}

/** The floor of a request: Node's own server that asks the statements and writes their rows, and nothing else. */
async function overPlainHttp(statements: () => Promise<{ rows: unknown[]; total: unknown }>) {
  const server = createServer(async (_, answer) => {
    const body = JSON.stringify({ code: 200, message: 'success', data: await statements() })
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    ask: () =>
      new Promise<unknown>((resolve, reject) => {
        const going = request({ agent, port, host: '127.0.0.1', method: 'POST' }, (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())))
          answer.on('error', reject)
        })
        going.on('error', reject)
        going.end()
      }),
    close() {
      agent.destroy()
      server.close()
    },
  }
}
