import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answer } from '@usance/wire/call'
import { type CashRow, reportCalls } from '@usance/wire/report/calls'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { type Translate, useText } from '../../i18n/i18n.ts'
import { saveTable } from '../../list/browser-export.ts'
import { RowLink } from '../../list/row-link.tsx'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { Chart } from '../../ui/chart.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatAmount, formatDate } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stale } from '../../ui/stale.tsx'
import { KeyFigure } from '../dashboard/ar/figure.tsx'
import '../dashboard/ar/ar.css'
import './report.css'

type Filter = { currency?: string; from?: string; to?: string; step: 'DAY' | 'WEEK' }

type Cashflow = Answer<typeof reportCalls.cashflow>

const spanOf = (one: { from: string; to: string }) =>
  one.from === one.to ? formatDate(one.from) : `${formatDate(one.from)} – ${formatDate(one.to)}`

/** Money in and out by day or week, done and expected, with the documents it comes from. */
export default function CashflowPage() {
  const text = useText()
  const [filter, setFilter] = useState<Filter>({ step: 'WEEK' })
  const [period, pick] = useState<number>()
  const answer = useQuery({
    queryKey: ['cashflow', filter],
    queryFn: () => send(reportCalls.cashflow, { body: filter }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const change = (next: Filter) => {
    pick(undefined)
    setFilter(next)
  }
  const data = answer.data
  return (
    <div className="ar">
      <PageHeader
        title={text('menu.dashboardCashflow')}
        actions={<FilterFields filter={filter} data={data} onChange={change} />}
      />
      {answer.isLoadingError ? (
        <Failed error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !data ? (
        <Skeleton lines={10} />
      ) : !data.currency ? (
        <div className="panel">
          <Empty title={text('report.cashEmpty')} text={text(data.isPart ? 'report.partNote' : 'report.cashEmptyText')} />
        </div>
      ) : (
        <Stale question={answer} className="ar">
          <Totals data={data} />
          <PeriodChart data={data} onPick={pick} />
          <MovementSection data={data} period={period} onAll={() => pick(undefined)} />
        </Stale>
      )}
    </div>
  )
}

type FilterProps = { filter: Filter; data: Cashflow | undefined; onChange: (filter: Filter) => void }

/** Currency, step and days, and the way to take the rows away. */
function FilterFields({ filter, data, onChange }: FilterProps) {
  const text = useText()
  return (
    <div className="ar-filter">
      {data?.currency && (
        <Select
          compact
          all={false}
          label={text('report.currency')}
          value={data.currency}
          options={data.currencies.map((value) => ({ value, label: value }))}
          onChange={(value) => onChange({ ...filter, currency: value })}
        />
      )}
      <Select
        compact
        all={false}
        label={text('report.step')}
        value={filter.step}
        options={(['DAY', 'WEEK'] as const).map((value) => ({ value, label: text(`report.step${value}`) }))}
        onChange={(step) => onChange({ ...filter, step: step as 'DAY' })}
      />
      {(['from', 'to'] as const).map((side) => (
        <DateInput
          key={side}
          label={text(`report.${side}`)}
          placeholder={text(`report.${side}`)}
          value={filter[side] ?? data?.[side] ?? ''}
          onPick={(day) => onChange({ ...filter, [side]: day })}
          onClear={() => onChange(side === 'from' ? { ...filter, from: undefined } : { ...filter, to: undefined })}
        />
      ))}
      <Can permission="dashboard.cashflow.export">
        <Button icon="download" disabled={!data?.rows.length} onClick={() => saveRows(data!.rows, data!.currency ?? '', text)}>
          {text('report.export')}
        </Button>
      </Can>
    </div>
  )
}

/** What comes in, what goes out, and what remains of it. */
function Totals({ data }: { data: Cashflow }) {
  const text = useText()
  const money = (amount: string | undefined) => <Money amount={amount} currency={data.currency ?? ''} />
  return (
    <section className="figures panel" aria-label={text('menu.dashboardCashflow')}>
      <KeyFigure loading={false} label={text('report.in')} value={money(data.totals.in)} note={spanOf(data)} />
      <KeyFigure loading={false} label={text('report.out')} value={money(data.totals.out)} note={spanOf(data)} />
      <KeyFigure
        loading={false}
        label={text('report.net')}
        value={money(data.totals.net)}
        note={text(data.isPart ? 'report.partNote' : 'report.netNote')}
      />
    </section>
  )
}

/** The periods side by side; one that is picked tells its movements below. */
function PeriodChart({ data, onPick }: { data: Cashflow; onPick: (period: number) => void }) {
  const text = useText()
  const currency = data.currency ?? ''
  // For drawing only: exact texts stay exact in tooltips and tables.
  const drawn = (amount: string) => Number.parseFloat(amount)
  return (
    <div className="panel panel-pad">
      <Chart
        title={text('report.inAndOut')}
        unit={currency}
        kind="bar"
        categories={data.periods.map((one) => one.from.slice(5))}
        series={[
          { name: text('report.in'), values: data.periods.map((one) => drawn(one.in)) },
          { name: text('report.out'), values: data.periods.map((one) => drawn(one.out)) },
          { name: text('report.running'), values: data.periods.map((one) => drawn(one.running)) },
        ]}
        shown={(series, index) => formatAmount(data.periods[index]![(['in', 'out', 'running'] as const)[series]!], currency)}
        onPick={(index) => onPick(index)}
      />
    </div>
  )
}

type MovementProps = { data: Cashflow; period: number | undefined; onAll: () => void }

/** The documents that money comes from or goes to, of the picked period or of all. */
function MovementSection({ data, period, onAll }: MovementProps) {
  const text = useText()
  const chosen = period === undefined ? undefined : data.periods[period]
  const rows = data.rows.filter((row) => !chosen || (row.date >= chosen.from && row.date <= chosen.to))
  return (
    <Section
      title={chosen ? text('report.movementsOf', { span: spanOf(chosen) }) : text('report.movements')}
      extra={
        chosen && (
          <Button small onClick={onAll}>
            {text('report.allPeriods')}
          </Button>
        )
      }
    >
      {data.count > data.rows.length && (
        <p className="muted">{text('report.cashCut', { listed: data.rows.length, count: data.count })}</p>
      )}
      {rows.length === 0 ? (
        <p className="muted">{text('report.noMovement')}</p>
      ) : (
        <Movements rows={rows.slice(0, 200)} currency={data.currency ?? ''} />
      )}
      {rows.length > 200 && <p className="muted">{text('report.moreLines', { count: rows.length - 200 })}</p>}
    </Section>
  )
}

function Movements({ rows, currency }: { rows: readonly CashRow[]; currency: string }) {
  const text = useText()
  const money = (key: CashRow['direction'], label: string) => ({
    key,
    label,
    figure: true,
    cell: (row: CashRow) => row.direction === key && <Money amount={row.amount} currency={currency} bare />,
  })
  return (
    <DataTable
      rows={rows}
      keyOf={(row) => row.kind + row.id + row.direction}
      columns={[
        { key: 'date', label: text('report.date'), cell: (row) => formatDate(row.date) },
        {
          key: 'document',
          label: text('report.document'),
          cell: (row) => (row.link ? <RowLink to={row.link}>{row.no}</RowLink> : row.no),
        },
        { key: 'kind', label: text('report.kind'), cell: (row) => text.of('report.cash', row.kind) },
        { key: 'party', label: text('report.party'), cell: (row) => row.partyName ?? '-' },
        { key: 'state', label: text('report.state'), cell: (row) => text(row.done ? 'report.done' : 'report.expected') },
        money('IN', text('report.in')),
        money('OUT', text('report.out')),
      ]}
    />
  )
}

/** The rows as a csv that a spreadsheet opens. */
function saveRows(rows: readonly CashRow[], currency: string, text: Translate) {
  const titles = (['date', 'document', 'kind', 'party', 'state', 'direction', 'amount', 'currency'] as const).map((key) =>
    text(`report.${key}`),
  )
  const lines = rows.map((row) => [
    row.date,
    row.no,
    text.of('report.cash', row.kind),
    row.partyName ?? '',
    text(row.done ? 'report.done' : 'report.expected'),
    text(row.direction === 'IN' ? 'report.in' : 'report.out'),
    row.amount,
    currency,
  ])
  saveTable(titles, lines, 'cashflow')
}
