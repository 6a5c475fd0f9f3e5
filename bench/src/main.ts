import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@usance/server/config'
import { inTransaction, openDatabase } from '@usance/server/database/database'
import { startEmbedded } from '@usance/server/database/embedded'
import { migrate } from '@usance/server/database/migrate'
import { install } from '@usance/server/install'
import { startServer } from '@usance/server/start'
import { buildWorld, openingDay, type World } from '@usance/server/testing/world'
import { sql } from 'kysely'

// `npm run bench` measures at 10,000 and 100,000 invoices; `npm run bench -- 10k 100k 1m` says which.
const sizes: Record<string, number> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
const wanted = process.argv.slice(2).filter((name) => sizes[name])
const rounds = 9

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
async function timed(work: () => Promise<unknown>, warmUps = 3): Promise<number> {
  for (let i = 0; i < warmUps; i++) await work()
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return median(times)
}

type Line = { what: string; ours: number; floor: number; budget: string }
const print = (size: string, lines: Line[]) => {
  console.log(`\n${size} invoices (medians of ${rounds} rounds, milliseconds)`)
  console.log(`${'operation'.padEnd(44)}${'ours'.padStart(10)}${'floor'.padStart(10)}${'ratio'.padStart(9)}  budget`)
  for (const { what, ours, floor, budget } of lines)
    console.log(
      `${what.padEnd(44)}${ours.toFixed(1).padStart(10)}${floor.toFixed(1).padStart(10)}${(ours / floor).toFixed(2).padStart(9)}  ${budget}`,
    )
}

/** Invoices of Alder to its two buyers, spread over two years, made in bulk. */
const fill = (db: ReturnType<typeof openDatabase>, { companies }: World, count: number) =>
  inTransaction(db, { kind: 'system' }, 'write', (tx) =>
    sql`insert into invoice (id, supplier_id, buyer_id, invoice_no, norm_no, issue_date, due_date, currency, amount, confirmed_amount, paid_amount, doc_status, buyer_visible, fp1, fp2, fp3)
      select gen_random_uuid(), ${companies.alder}, case when n % 2 = 0 then ${companies.cedar}::uuid else ${companies.dogwood}::uuid end, 'B-' || n, 'B-' || n, ${openingDay}::date - (n % 730)::int, ${openingDay}::date - (n % 730)::int + 60, 'USD',
        1000 + n % 9000, 1000 + n % 9000, case when n % 730 > 90 then 1000 + n % 9000 else 0 end, case when n % 730 > 90 then 'CLOSED' else 'CONFIRMED' end, true, decode(md5('1' || n), 'hex'), decode(md5('2' || n), 'hex'), decode(md5('3' || n), 'hex')
      from generate_series(1, ${count}) n`.execute(tx),
  )

async function measure(name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'usance-bench-'))
  const embedded = await startEmbedded({ dataDir: join(folder, 'postgres') })
  const owner = openDatabase(embedded.adminUrl, { max: 2, statementTimeoutMs: 600_000, name: 'bench' })
  try {
    await migrate(embedded.adminUrl)
    const { platformId } = await install(owner, openingDay)
    const world = await buildWorld(owner, platformId)
    await fill(owner, world, sizes[name]!)
    await sql`vacuum analyze`.execute(owner)
    const config = readConfig({ USANCE_DATA: folder, USANCE_DEMO: 'off', LOG_LEVEL: 'silent', RATE_PER_MINUTE: '0' })
    const { server, close } = await startServer(config, embedded.adminUrl, { appUrl: embedded.url })
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    const { token } = world.seats.alderViewer
    const ask = async (path: string, body: object) => {
      const response = await fetch(`${address}/api/usance-financial-transaction/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', appid: 'usance-portal', token },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      if (text.startsWith('{') && JSON.parse(text).code !== 200) throw new Error(`${path}: ${text.slice(0, 200)}`)
    }
    const alder = world.companies.alder
    const floor = (statement: string) => () => sql.raw(statement).execute(owner)
    const filters = { issueDateBegin: '2024-12-03', docStatus: ['CONFIRMED'] }
    const where = `supplier_id = '${alder}' and issue_date >= '2024-12-03' and doc_status = 'CONFIRMED'`
    const page = `select i.*, b.name, s.name from invoice i join company b on b.id = i.buyer_id join company s on s.id = i.supplier_id where i.${where.replaceAll(' and ', ' and i.')} order by i.issue_date desc, i.id desc limit 20`
    const ageing = `select case when current_date - due_date <= 0 then 0 when current_date - due_date <= 30 then 1 else 2 end, sum(outstanding) from invoice where supplier_id = '${alder}' and currency = 'USD' and outstanding > 0 group by 1`
    const lines: Line[] = [
      {
        what: 'list of 20 + exact count',
        ours: await timed(() => ask('invoice/client/pageList', { filterFields: filters })),
        floor: await timed(async () => {
          await floor(page)()
          await floor(`select count(*) from invoice where ${where}`)()
        }),
        budget: '<= 3',
      },
      {
        what: 'sum of a money column',
        ours: await timed(() => ask('invoice/client/pageList', { filterFields: filters, amountSumByField: 'amount' })),
        floor: await timed(floor(`select currency, sum(amount) from invoice where ${where} group by 1`)),
        budget: '<= 3',
      },
      {
        what: 'deep page (2,000 rows in)',
        ours: await timed(() => ask('invoice/client/pageList', { pageNum: 100 })),
        floor: await timed(
          floor(`select id from invoice where supplier_id = '${alder}' order by issue_date desc, id desc limit 20 offset 1980`),
        ),
        budget: '<= 1.5 x ids first',
      },
      {
        what: 'ageing',
        ours: await timed(() => ask('ar/management/queryDueBalance', { currency: 'USD' })),
        floor: await timed(floor(ageing)),
        budget: '<= 4 x the bucket table',
      },
      {
        what: 'owed by buyer',
        ours: await timed(() => ask('ar/management/queryAccountReceivaleByBuyer', { currency: 'USD' })),
        floor: await timed(
          floor(
            `select buyer_id, sum(outstanding) from invoice where supplier_id = '${alder}' and currency = 'USD' and outstanding > 0 group by 1`,
          ),
        ),
        budget: '<= 4',
      },
      {
        what: 'history of twelve months',
        ours: await timed(() => ask('ar/management/queryHistoryDueBalance', { currency: 'USD' }), 1),
        floor: await timed(
          floor(
            `select date_trunc('month', issue_date), sum(amount) from invoice where supplier_id = '${alder}' and currency = 'USD' group by 1`,
          ),
          1,
        ),
        budget: '<= 2.5 x the summaries',
      },
      {
        what: 'csv of every row',
        ours: await timed(() => ask('invoice/client/csv/export', { filterFields: { issueDateBegin: '2020-01-01' } }), 1),
        floor: await timed(
          floor(
            `select invoice_no, doc_status, amount, outstanding, due_date, buyer_id, supplier_id, finance_status, issue_date from invoice where supplier_id = '${alder}'`,
          ),
          1,
        ),
        budget: '<= 2',
      },
      {
        what: 'xlsx of the same rows',
        ours: await timed(() => ask('invoice/client/excel/export', { filterFields: { issueDateBegin: '2020-01-01' } }), 1),
        floor: await timed(
          floor(
            `select invoice_no, doc_status, amount, outstanding, due_date, buyer_id, supplier_id, finance_status, issue_date from invoice where supplier_id = '${alder}'`,
          ),
          1,
        ),
        budget: 'see csv',
      },
    ]
    print(name, lines)
    await close()
  } finally {
    await owner.destroy()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const name of wanted.length > 0 ? wanted : ['10k', '100k']) await measure(name)
