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
    await rows(20)
    await count()
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
  const cpu = process.cpuUsage()
  const ours = await perSecond(8, seconds, () => ask(path, { filterFields }))
  const used = process.cpuUsage(cpu)
  const plain = await perSecond(8, seconds, listAndCount)
  lines.push({ what: 'list requests a second, 8 clients', budget: '>= 0.45', ours, floor: plain, unit: '1/s' })
  console.log(
    `(server and client together used ${((used.user + used.system) / 1000 / (ours * seconds)).toFixed(2)} ms of CPU a list request)`,
  )
  return lines
}
