import { openingDay } from '@usance/server/testing/world'
import type { Bench } from './bench.ts'
import { beside, type Line } from './measure.ts'

/** The figures of a supplier's dashboard, by their own calls. */
const questions = [
  'queryBuyerList',
  'queryTradeInfoCount',
  'queryDueBalance',
  'queryDueBalanceCount',
  'queryHistoryDueBalance',
  'queryAccountReceivaleByBuyer',
  'queryAccountReceivaleByDate',
  'queryPaymentHistoryByBuyer',
  'queryPaymentHistoryByDate',
  'queryDilutionByBuyer',
  'queryDilutionByDate',
  'queryDilutionCount',
  'queryFinancingBalanceAmount',
  'queryRepaymentDueInNext7DaysAmount',
  'availableForFinanceAmount',
]

/** The dashboard against tables that hold the answers already: a bucket a buyer, a sum a month. */
export async function measureDashboard(bench: Bench): Promise<Line[]> {
  const { ask, floor, world } = bench
  const { alder } = world.companies
  await floor(`drop table if exists floor_bucket, floor_month`)
  await floor(
    `create unlogged table floor_bucket as select supplier_id, buyer_id, currency, case when $1::date - due_date <= 0 then 0 when $1::date - due_date <= 30 then 1 when $1::date - due_date <= 60 then 2 when $1::date - due_date <= 90 then 3 else 4 end as bucket, sum(outstanding) as owed, count(*) as n from invoice where outstanding > 0 group by 1, 2, 3, 4`,
    [openingDay],
  )
  await floor(
    `create unlogged table floor_month as select supplier_id, buyer_id, currency, date_trunc('month', issue_date)::date as month, sum(amount) as invoiced, sum(outstanding) as owed, sum(paid_amount) as paid from invoice group by 1, 2, 3, 4`,
  )
  const ageing = () =>
    floor('select bucket, sum(owed), sum(n) from floor_bucket where supplier_id = $1 and currency = $2 group by 1', [
      alder,
      'USD',
    ])
  const months = () =>
    floor(
      'select month, sum(invoiced), sum(owed), sum(paid) from floor_month where supplier_id = $1 and currency = $2 group by 1',
      [alder, 'USD'],
    )
  const buyers = () =>
    floor('select buyer_id, sum(owed), sum(n) from floor_bucket where supplier_id = $1 and currency = $2 group by 1', [
      alder,
      'USD',
    ])
  const currency = 'USD'
  const summaries = () => Promise.all(questions.map((_, index) => [ageing, months, buyers][index % 3]!()))
  const lines = [
    await beside('ageing', '<= 4', () => ask('ar/management/queryDueBalance', { currency }), ageing),
    await beside('owed by buyer', '<= 4', () => ask('ar/management/queryAccountReceivaleByBuyer', { currency }), buyers),
    await beside('history of twelve months', '<= 4', () => ask('ar/management/queryHistoryDueBalance', { currency }), months),
    await beside(
      'the whole dashboard, as its page asks it',
      '<= 2.5',
      () => ask('ar/management/queryDashboard', { currency }),
      summaries,
    ),
    await beside(
      `  its ${questions.length} figures, each by its own call, at once`,
      '',
      () => Promise.all(questions.map((name) => ask(`ar/management/${name}`, { currency }))),
      summaries,
      { rounds: 9, warmUps: 3 },
    ),
  ]
  if (process.env.BENCH_EACH)
    for (const name of questions)
      lines.push(
        await beside(`  ${name}`, '', () => ask(`ar/management/${name}`, { currency }), ageing, { rounds: 5, warmUps: 1 }),
      )
  return lines
}
