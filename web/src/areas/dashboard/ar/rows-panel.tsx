import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { Pager } from '../../../list/pager.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { SidePanel } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ExportRows } from './export-rows.tsx'
import { OrderRows } from './order-rows.tsx'
import { type ArFilter, useAr, useArRows } from './use-ar.ts'

export type Opened =
  | { kind: 'owed'; bucket?: string; buyerCode?: string; title: string }
  | { kind: 'payments'; month?: string; buyerCode?: string; title: string }
  | { kind: 'dilution'; month?: string; buyerCode?: string; title: string }
  | { kind: 'due' | 'available' | 'financing'; title: string }

/** The rows behind a figure, at the right edge, without leaving the dashboard. */
export function RowsPanel({ opened, filter, onClose }: { opened: Opened | undefined; filter: ArFilter; onClose: () => void }) {
  return (
    <SidePanel
      open={opened !== undefined}
      title={opened?.title ?? ''}
      onClose={onClose}
      width={760}
      footer={opened && isRows(opened) && <ExportRows opened={opened} filter={filter} />}
    >
      {opened?.kind === 'due' && <DueOrders filter={filter} />}
      {opened?.kind === 'financing' && <FinancedOrders filter={filter} />}
      {opened?.kind === 'available' && <Available filter={filter} />}
      {opened && isRows(opened) && <Rows key={JSON.stringify(opened)} opened={opened} filter={filter} />}
    </SidePanel>
  )
}

const callOf = {
  owed: 'queryDueBalanceTable',
  payments: 'queryPaymentHistoryTable',
  dilution: 'queryDilutionByDateTable',
} as const

const isRows = (opened: Opened): opened is OpenedRows => !['due', 'available', 'financing'].includes(opened.kind)
export type OpenedRows = Exclude<Opened, { kind: 'due' | 'available' | 'financing' }>
function Rows({ opened, filter }: { opened: OpenedRows; filter: ArFilter }) {
  const text = useText()
  const [page, setPage] = useState({ num: 1, size: 20 })
  const { buyerCode, bucket, month } = { bucket: undefined, month: undefined, ...opened }
  const name = opened.kind === 'dilution' && buyerCode ? 'queryDilutionByBuyerTable' : callOf[opened.kind]
  const answer = useArRows(name, buyerCode ? { ...filter, buyerCode } : filter, {
    pageNum: page.num,
    pageSize: page.size,
    filterFields: { ...(bucket ? { bucket } : {}), ...(month ? { month } : {}) },
  })
  if (answer.isError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={10} />
  if (answer.data.total === 0) return <Empty title={text('dashboard.ar.noRows')} text={text('dashboard.ar.noRowsText')} />
  const rows = answer.data.list as any[]
  const owed = opened.kind === 'owed'
  const dated = { owed: 'dueDate', payments: 'payDate', dilution: 'adjustmentDate' }[opened.kind]
  return (
    <>
      {owed && <p className="muted">{text('dashboard.ar.owedFormula')}</p>}
      <DataTable
        rows={rows}
        keyOf={(row) => row.id}
        columns={[
          {
            key: 'invoiceNo',
            label: text('dashboard.ar.invoiceNo'),
            cell: (row) => <Link to={`/trading/invoice/${row.invoiceId ?? row.id}/details` as string}>{row.invoiceNo}</Link>,
          },
          { key: 'buyer', label: text('dashboard.ar.buyer'), cell: (row) => row.buyerName },
          { key: 'date', label: text(`dashboard.ar.${dated}`), cell: (row) => formatDate(row[dated]) },
          opened.kind === 'dilution'
            ? { key: 'reason', label: text('dashboard.ar.reason'), cell: (row) => row.reason ?? text(`status.${row.type}`) }
            : {
                key: 'days',
                label: text(owed ? 'dashboard.ar.overdueDays' : 'dashboard.ar.daysLate'),
                figure: true,
                cell: (row) => (owed && row.overdueDays <= 0 ? '-' : owed ? row.overdueDays : row.daysLate),
              },
          {
            key: 'amount',
            label: text(owed ? 'dashboard.ar.outstanding' : 'dashboard.ar.amount'),
            figure: true,
            cell: (row) => <Money amount={owed ? row.outstanding : row.amount} currency={filter.currency} bare />,
          },
        ]}
        footer={{
          words: `${text('common.summary')} (${filter.currency})`,
          cells: { amount: <Money amount={answer.data.sum} currency={filter.currency} bare exact /> },
        }}
      />
      <Pager page={page.num} size={page.size} total={answer.data.total} onChange={(num, size) => setPage({ num, size })} />
    </>
  )
}

function DueOrders({ filter }: { filter: ArFilter }) {
  const text = useText()
  const { data } = useAr('queryRepaymentDueInNext7DaysAmount', filter)
  if (!data) return <Skeleton lines={6} />
  return (
    <OrderRows
      note={text('dashboard.ar.dueFormula')}
      currency={filter.currency}
      orders={data.orders}
      figures={['principal', 'interest']}
      totals={data}
    />
  )
}

/** The orders that money stands in, the largest first. */
function FinancedOrders({ filter }: { filter: ArFilter }) {
  const text = useText()
  const { data } = useAr('queryFinancingBalanceAmount', filter)
  if (!data) return <Skeleton lines={6} />
  return (
    <OrderRows
      note={text('dashboard.ar.financingFormula')}
      currency={filter.currency}
      orders={data.orders}
      figures={['principal']}
      totals={{ principal: data.amount }}
    />
  )
}

/** How the available amount comes about, step by step. */
function Available({ filter }: { filter: ArFilter }) {
  const text = useText()
  const { data } = useAr('availableForFinanceAmount', filter)
  if (!data) return <Skeleton lines={4} />
  if (data.amount === null) return <p className="muted">{text('dashboard.ar.availablePast')}</p>
  const steps = [
    ['eligibleStep', data.eligible],
    ['buyerStep', data.cappedByBuyers],
    ['facilityStep', data.facilityHeadroom],
    ['availableStep', data.amount],
  ] as const
  return (
    <>
      <p className="muted">{text('dashboard.ar.availableFormula')}</p>
      <dl className="ar-steps">
        {steps.map(([key, amount]) => (
          <div key={key}>
            <dt>{text(`dashboard.ar.${key}`)}</dt>
            <dd>{amount === null ? text('dashboard.ar.noLimit') : <Money amount={amount} currency={filter.currency} exact />}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
