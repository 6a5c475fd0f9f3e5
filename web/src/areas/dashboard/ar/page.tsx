import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { Chart } from '../../../ui/chart.tsx'
import { DateInput } from '../../../ui/date-input.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatAmount, formatPercent } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BuyerBars } from './buyer-bars.tsx'
import { KeyFigure } from './figure.tsx'
import type { Opened } from './opened.ts'
import { RowsPanel } from './rows-panel.tsx'
import { type ArFilter, useAr, useArChoices } from './use-ar.ts'
import './ar.css'

/** What buyers owe, when it falls due, how they pay, and what it is financed with: one currency, any day. */
export default function ReceivablesPage() {
  const text = useText()
  const { currencies, buyers } = useArChoices()
  const [filter, setFilter] = useState<ArFilter>({ currency: '', buyerCode: '', asOf: '' })
  const [opened, open] = useState<Opened>()
  // Buyers with receivables in this currency; every buyer until they are known.
  const ofCurrency = useAr('queryBuyerList', { ...filter, buyerCode: '' })
  // Without the balance there is no page: that it failed is said once.
  const figures = useAr('queryDueBalance', filter)
  useEffect(() => {
    const known = currencies.data
    if (known?.length && !filter.currency) setFilter((now) => ({ ...now, currency: known[0]! }))
  }, [currencies.data, filter.currency])

  if (currencies.isLoadingError) return <Failed error={currencies.error} onRetry={() => void currencies.refetch()} />
  if (currencies.data?.length === 0)
    return (
      <>
        <PageHeader title={text('menu.dashboardAr')} />
        <div className="panel">
          <Empty title={text('dashboard.ar.emptyTitle')} text={text('dashboard.ar.emptyText')} />
        </div>
      </>
    )
  return (
    <div className="ar">
      <PageHeader
        title={text('menu.dashboardAr')}
        actions={
          <div className="ar-filter">
            <Select
              compact
              all={false}
              label={text('dashboard.ar.currency')}
              value={filter.currency}
              options={(currencies.data ?? []).map((value) => ({ value, label: value }))}
              onChange={(currency) => setFilter({ ...filter, currency, buyerCode: '' })}
            />
            <Select
              compact
              label={text('dashboard.ar.buyer')}
              all={text('dashboard.ar.allBuyers')}
              value={filter.buyerCode}
              question={ofCurrency.data ? ofCurrency : buyers}
              options={(ofCurrency.data ?? buyers.data ?? []).map((buyer) => ({
                value: buyer.buyerCode,
                label: buyer.buyerName,
              }))}
              onChange={(buyerCode) => setFilter({ ...filter, buyerCode })}
            />
            <DateInput
              label={text('dashboard.ar.asOf')}
              value={filter.asOf}
              onPick={(asOf) => setFilter({ ...filter, asOf })}
              onClear={() => setFilter({ ...filter, asOf: '' })}
              placeholder={text('dashboard.ar.asOf')}
            />
          </div>
        }
      />
      {figures.isLoadingError ? (
        <div className="panel">
          <Failed error={figures.error} onRetry={() => void figures.refetch()} />
        </div>
      ) : (
        <>
          <Figures filter={filter} open={open} />
          <div className="ar-charts">
            <AgeingChart filter={filter} open={open} />
            <BuyerChart filter={filter} open={open} />
            <HistoryChart filter={filter} />
            <IssuedChart filter={filter} />
            <PaymentChart filter={filter} open={open} />
            <PunctualityChart filter={filter} open={open} />
            <DilutionChart filter={filter} open={open} />
            <DilutionMonthChart filter={filter} open={open} />
          </div>
        </>
      )}
      <RowsPanel opened={opened} filter={filter} onClose={() => open(undefined)} />
    </div>
  )
}

/** What stands under the amount available: today alone has one, and none is known without the rates of the limits. */
const availableNote = ({ amount, eligible }: { amount: string | null; eligible: string | null }) =>
  amount !== null ? 'availableNote' : eligible === null ? 'availableToday' : 'availableUnknown'

type Part = { filter: ArFilter; open: (opened: Opened) => void }

function Figures({ filter, open }: Part) {
  const text = useText()
  const balance = useAr('queryDueBalance', filter)
  const counts = useAr('queryTradeInfoCount', filter)
  const due = useAr('queryRepaymentDueInNext7DaysAmount', filter)
  const financing = useAr('queryFinancingBalanceAmount', filter)
  const available = useAr('availableForFinanceAmount', filter)
  const paid = useAr('queryPaymentHistoryByDate', filter)
  const money = (amount: string | undefined) => <Money amount={amount} currency={filter.currency} />
  const state = (query: { isPending: boolean; isLoadingError: boolean }) => ({
    loading: query.isPending,
    failed: query.isLoadingError,
  })
  return (
    <section className="figures panel" aria-label={text('dashboard.ar.keyFigures')}>
      <KeyFigure
        {...state(balance)}
        label={text('dashboard.ar.owed')}
        value={money(balance.data?.total)}
        note={counts.data && text('dashboard.ar.owedNote', { invoices: counts.data.openInvoices, buyers: counts.data.buyers })}
        onOpen={() => open({ kind: 'owed', title: text('dashboard.ar.owed') })}
      />
      <KeyFigure
        {...state(balance)}
        label={text('dashboard.ar.overdue')}
        value={money(balance.data?.overdue)}
        note={counts.data && text('dashboard.ar.overdueNote', { count: counts.data.overdueInvoices })}
        onOpen={() => open({ kind: 'owed', bucket: 'OVERDUE', title: text('dashboard.ar.overdue') })}
      />
      <KeyFigure
        {...state(financing)}
        label={text('dashboard.ar.financing')}
        value={money(financing.data?.amount)}
        note={financing.data && text('dashboard.ar.financingCount', { count: financing.data.count })}
        onOpen={() => open({ kind: 'financing', title: text('dashboard.ar.financing') })}
      />
      <KeyFigure
        {...state(due)}
        label={text('dashboard.ar.dueSoon')}
        value={money(due.data?.amount)}
        note={due.data && text('dashboard.ar.dueSoonNote', { count: due.data.count })}
        onOpen={() => open({ kind: 'due', title: text('dashboard.ar.dueSoon') })}
      />
      <KeyFigure
        {...state(available)}
        label={text('dashboard.ar.available')}
        value={<Money amount={available.data?.amount} currency={filter.currency} />}
        note={available.data && text(`dashboard.ar.${availableNote(available.data)}`)}
        onOpen={() => open({ kind: 'available', title: text('dashboard.ar.available') })}
      />
      <KeyFigure
        {...state(paid)}
        label={text('dashboard.ar.dso')}
        value={paid.data?.dso ? text('dashboard.ar.days', { days: paid.data.dso }) : '-'}
        note={
          paid.data &&
          (paid.data.daysToPay ? text('dashboard.ar.dsoNote', { days: paid.data.daysToPay }) : text('dashboard.ar.dsoNone'))
        }
        onOpen={() => open({ kind: 'payments', title: text('dashboard.ar.payments') })}
      />
    </section>
  )
}

/** For drawing only: exact texts stay exact in tooltips and tables. */
const drawn = (amount: string | null | undefined) => (amount ? Number.parseFloat(amount) : null)

function Card({
  query,
  children,
}: {
  query: { isPending: boolean; isLoadingError: boolean; error: unknown; refetch: () => unknown }
  children: () => ReactNode
}) {
  return (
    <div className="panel panel-pad">
      {query.isLoadingError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Skeleton lines={6} />
      ) : (
        children()
      )}
    </div>
  )
}

function AgeingChart({ filter, open }: Part) {
  const text = useText()
  const query = useAr('queryDueBalance', filter)
  const counts = useAr('queryDueBalanceCount', filter)
  return (
    <Card query={query}>
      {() => {
        const rows = query.data!.buckets
        const names = rows.map((row) => text(`dashboard.ar.bucket.${row.bucket}`))
        return (
          <Chart
            title={text('dashboard.ar.ageing')}
            unit={filter.currency}
            kind="bar"
            categories={names}
            series={[{ name: text('dashboard.ar.outstanding'), values: rows.map((row) => drawn(row.amount)) }]}
            shown={(_, index) => {
              const count = counts.data?.buckets.find((one) => one.bucket === rows[index]!.bucket)?.count
              return `${formatAmount(rows[index]!.amount, filter.currency)}${count === undefined ? '' : ` (${count})`}`
            }}
            onPick={(index) =>
              open({ kind: 'owed', bucket: rows[index]!.bucket, title: `${text('dashboard.ar.ageing')}: ${names[index]}` })
            }
          />
        )
      }}
    </Card>
  )
}

function BuyerChart({ filter, open }: Part) {
  const text = useText()
  const query = useAr('queryAccountReceivaleByBuyer', filter)
  return (
    <Card query={query}>
      {() => (
        <BuyerBars
          title={text('dashboard.ar.byBuyer')}
          unit={filter.currency}
          measure={text('dashboard.ar.outstanding')}
          rows={query.data!}
          lengthOf={(row) => drawn(row.amount)}
          wordsOf={(row) => `${formatAmount(row.amount, filter.currency)} · ${formatPercent(row.sharePct)}`}
          onPick={({ buyerCode, buyerName }) => open({ kind: 'owed', buyerCode, title: buyerName })}
        />
      )}
    </Card>
  )
}

function HistoryChart({ filter }: { filter: ArFilter }) {
  const text = useText()
  const query = useAr('queryHistoryDueBalance', filter)
  return (
    <Card query={query}>
      {() => {
        const rows = query.data!
        return (
          <Chart
            title={text('dashboard.ar.history')}
            unit={filter.currency}
            kind="area"
            categories={rows.map((row) => row.date.slice(0, 7))}
            series={[{ name: text('dashboard.ar.outstanding'), values: rows.map((row) => drawn(row.amount)) }]}
            shown={(_, index) => formatAmount(rows[index]!.amount, filter.currency)}
          />
        )
      }}
    </Card>
  )
}

function IssuedChart({ filter }: { filter: ArFilter }) {
  const text = useText()
  const query = useAr('queryAccountReceivaleByDate', filter)
  return (
    <Card query={query}>
      {() => {
        const rows = query.data!
        return (
          <Chart
            title={text('dashboard.ar.byMonth')}
            unit={filter.currency}
            kind="bar"
            categories={rows.map((row) => row.date)}
            series={[
              { name: text('dashboard.ar.invoiced'), values: rows.map((row) => drawn(row.amount)) },
              { name: text('dashboard.ar.outstanding'), values: rows.map((row) => drawn(row.outstanding)) },
            ]}
            shown={(series, index) =>
              formatAmount(series === 0 ? rows[index]!.amount : rows[index]!.outstanding, filter.currency)
            }
          />
        )
      }}
    </Card>
  )
}

function PaymentChart({ filter, open }: Part) {
  const text = useText()
  const query = useAr('queryPaymentHistoryByDate', filter)
  return (
    <Card query={query}>
      {() => {
        const { series, onTimePct } = query.data!
        return (
          <Chart
            title={text('dashboard.ar.payments')}
            unit={onTimePct ? text('dashboard.ar.onTime', { pct: formatPercent(onTimePct) }) : filter.currency}
            kind="bar"
            categories={series.map((row) => row.date)}
            series={[{ name: text('dashboard.ar.paid'), values: series.map((row) => drawn(row.amount)) }]}
            shown={(_, index) =>
              `${formatAmount(series[index]!.amount, filter.currency)} · ${text('dashboard.ar.onTime', { pct: formatPercent(series[index]!.ratePct) })}`
            }
            onPick={(index) =>
              open({
                kind: 'payments',
                month: series[index]!.date,
                title: `${text('dashboard.ar.payments')} ${series[index]!.date}`,
              })
            }
          />
        )
      }}
    </Card>
  )
}

function DilutionChart({ filter, open }: Part) {
  const text = useText()
  const query = useAr('queryDilutionByBuyer', filter)
  const count = useAr('queryDilutionCount', filter)
  return (
    <Card query={query}>
      {() => (
        <BuyerBars
          title={text('dashboard.ar.dilution')}
          unit={`${query.data!.ratePct ? formatPercent(query.data!.ratePct) : '-'} · ${text('dashboard.ar.dilutionCount', { count: count.data?.count ?? 0 })}`}
          measure={text('dashboard.ar.dilutionRate')}
          rows={query.data!.buyers.filter((row) => row.amount !== '0.00' && drawn(row.amount) !== 0)}
          lengthOf={(row) => drawn(row.ratePct)}
          wordsOf={(row) => `${formatPercent(row.ratePct)} · ${formatAmount(row.amount, filter.currency)}`}
          onPick={({ buyerCode, buyerName }) =>
            open({ kind: 'dilution', buyerCode, title: `${text('dashboard.ar.dilution')}: ${buyerName}` })
          }
        />
      )}
    </Card>
  )
}

/** How many days after the due date each buyer pays, weighted by amount; below zero is early. */
function PunctualityChart({ filter, open }: Part) {
  const text = useText()
  const query = useAr('queryPaymentHistoryByBuyer', filter)
  return (
    <Card query={query}>
      {() => (
        <BuyerBars
          title={text('dashboard.ar.punctuality')}
          unit={text('dashboard.ar.daysLate')}
          measure={text('dashboard.ar.daysLate')}
          rows={query.data!}
          lengthOf={(row) => drawn(row.daysLate)}
          wordsOf={(row) =>
            `${text('dashboard.ar.days', { days: row.daysLate ?? '-' })} · ${formatAmount(row.amount, filter.currency)}`
          }
          onPick={({ buyerCode, buyerName }) =>
            open({ kind: 'payments', buyerCode, title: `${text('dashboard.ar.payments')}: ${buyerName}` })
          }
        />
      )}
    </Card>
  )
}

function DilutionMonthChart({ filter, open }: Part) {
  const text = useText()
  const query = useAr('queryDilutionByDate', filter)
  return (
    <Card query={query}>
      {() => {
        const rows = query.data!
        return (
          <Chart
            title={text('dashboard.ar.dilutionByMonth')}
            unit="%"
            kind="bar"
            categories={rows.map((row) => row.date)}
            series={[{ name: text('dashboard.ar.dilutionRate'), values: rows.map((row) => drawn(row.ratePct)) }]}
            shown={(_, index) => `${formatPercent(rows[index]!.ratePct)} · ${formatAmount(rows[index]!.amount, filter.currency)}`}
            onPick={(index) =>
              open({
                kind: 'dilution',
                month: rows[index]!.date,
                title: `${text('dashboard.ar.dilution')} ${rows[index]!.date}`,
              })
            }
          />
        )
      }}
    </Card>
  )
}
