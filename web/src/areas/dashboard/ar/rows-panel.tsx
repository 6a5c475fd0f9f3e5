import { Link } from '@tanstack/react-router'
import { type ArPaged, type ArTable, arCalls } from '@usance/wire/ar/calls'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../../i18n/i18n.ts'
import { Pager } from '../../../list/pager.tsx'
import { type DataColumn, DataTable } from '../../../ui/data-table.tsx'
import { Empty, Failed } from '../../../ui/empty.tsx'
import { formatDate } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { SidePanel } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stale } from '../../../ui/stale.tsx'
import { ExportRows } from './export-rows.tsx'
import type { Opened, OpenedRows } from './opened.ts'
import { OrderRows } from './order-rows.tsx'
import { type ArFilter, useAr, useArOrders, useArRows } from './use-ar.ts'

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

const isRows = (opened: Opened): opened is OpenedRows => !['due', 'available', 'financing'].includes(opened.kind)

function Rows({ opened, filter }: { opened: OpenedRows; filter: ArFilter }) {
  switch (opened.kind) {
    case 'owed':
      return <OwedRows opened={opened} filter={filter} />
    case 'payments':
      return <PaymentRows opened={opened} filter={filter} />
    case 'dilution':
      return <DilutionRows opened={opened} filter={filter} />
  }
}

type RowsProps<K extends OpenedRows['kind']> = { opened: Extract<OpenedRows, { kind: K }>; filter: ArFilter }

function OwedRows({ opened: { bucket, buyerCode }, filter }: RowsProps<'owed'>) {
  const text = useText()
  return (
    <RowsTable
      call={arCalls.queryDueBalanceTable}
      filter={{ ...filter, ...(buyerCode ? { buyerCode } : {}) }}
      filterFields={bucket ? { bucket } : {}}
      above={<p className="muted">{text('dashboard.ar.owedFormula')}</p>}
      invoiceIdOf={(row) => (row.financeStatus === null ? null : row.id)}
      day={{ label: text('dashboard.ar.dueDate'), cell: (row) => formatDate(row.dueDate) }}
      fact={{
        key: 'days',
        label: text('dashboard.ar.overdueDays'),
        figure: true,
        cell: (row) => (row.overdueDays <= 0 ? '-' : row.overdueDays),
      }}
      amount={{ label: text('dashboard.ar.outstanding'), of: (row) => row.outstanding }}
    />
  )
}

function PaymentRows({ opened: { month, buyerCode }, filter }: RowsProps<'payments'>) {
  const text = useText()
  return (
    <RowsTable
      call={arCalls.queryPaymentHistoryTable}
      filter={{ ...filter, ...(buyerCode ? { buyerCode } : {}) }}
      filterFields={month ? { month } : {}}
      invoiceIdOf={(row) => row.invoiceId}
      day={{ label: text('dashboard.ar.payDate'), cell: (row) => formatDate(row.payDate) }}
      fact={{ key: 'days', label: text('dashboard.ar.daysLate'), figure: true, cell: (row) => row.daysLate }}
      amount={{ label: text('dashboard.ar.amount'), of: (row) => row.amount }}
    />
  )
}

function DilutionRows({ opened: { month, buyerCode }, filter }: RowsProps<'dilution'>) {
  const text = useText()
  return (
    <RowsTable
      call={buyerCode ? arCalls.queryDilutionByBuyerTable : arCalls.queryDilutionByDateTable}
      filter={{ ...filter, ...(buyerCode ? { buyerCode } : {}) }}
      filterFields={month ? { month } : {}}
      invoiceIdOf={(row) => row.invoiceId}
      day={{ label: text('dashboard.ar.adjustmentDate'), cell: (row) => formatDate(row.adjustmentDate) }}
      fact={{
        key: 'reason',
        label: text('dashboard.ar.reason'),
        cell: (row) => row.reason ?? text.of('status', row.type),
      }}
      amount={{ label: text('dashboard.ar.amount'), of: (row) => row.amount }}
    />
  )
}

type InvoiceRow = { id: string; invoiceNo: string; buyerName: string }

/** A page of the rows behind a figure: the invoice, its buyer, a day, a fact and the amount, with the sum of all rows below. */
function RowsTable<R extends InvoiceRow>({
  call,
  filter,
  filterFields,
  above,
  invoiceIdOf,
  day,
  fact,
  amount,
}: {
  call: ArTable<z.ZodType<R>>
  filter: ArFilter
  filterFields: ArPaged['filterFields']
  above?: ReactNode
  invoiceIdOf: (row: R) => string | null
  day: { label: string; cell: (row: R) => ReactNode }
  fact: DataColumn<R>
  amount: { label: string; of: (row: R) => string }
}) {
  const text = useText()
  const [page, setPage] = useState({ num: 1, size: 20 })
  const answer = useArRows(call, filter, { pageNum: page.num, pageSize: page.size, filterFields })
  if (answer.isLoadingError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={10} />
  if (answer.data.total === 0) return <Empty title={text('dashboard.ar.noRows')} text={text('dashboard.ar.noRowsText')} />
  return (
    <>
      {above}
      <Stale question={answer}>
        <DataTable
          rows={answer.data.list}
          keyOf={(row) => row.id}
          columns={[
            {
              key: 'invoiceNo',
              label: text('dashboard.ar.invoiceNo'),
              cell: (row) => {
                const id = invoiceIdOf(row)
                return id === null ? row.invoiceNo : <Link to={`/trading/invoice/${id}/details`}>{row.invoiceNo}</Link>
              },
            },
            { key: 'buyer', label: text('dashboard.ar.buyer'), cell: (row) => row.buyerName },
            { key: 'date', ...day },
            fact,
            {
              key: 'amount',
              label: amount.label,
              figure: true,
              cell: (row) => <Money amount={amount.of(row)} currency={filter.currency} bare />,
            },
          ]}
          footer={{
            words: `${text('common.summary')} (${filter.currency})`,
            cells: { amount: <Money amount={answer.data.sum} currency={filter.currency} bare exact /> },
          }}
        />
      </Stale>
      <Pager page={page.num} size={page.size} total={answer.data.total} onChange={(num, size) => setPage({ num, size })} />
    </>
  )
}

/** What falls due of orders within seven days, the earliest first. */
function DueOrders({ filter }: { filter: ArFilter }) {
  const text = useText()
  const [page, setPage] = useState({ num: 1, size: 20 })
  const answer = useArOrders('queryRepaymentDueInNext7DaysAmount', filter, page)
  if (answer.isLoadingError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={6} />
  return (
    <Stale question={answer}>
      <OrderRows
        note={text('dashboard.ar.dueFormula')}
        currency={filter.currency}
        orders={answer.data.orders}
        figures={['principal', 'interest']}
        totals={answer.data}
        page={page}
        count={answer.data.count}
        onPage={setPage}
      />
    </Stale>
  )
}

/** The orders that money stands in, the largest first. */
function FinancedOrders({ filter }: { filter: ArFilter }) {
  const text = useText()
  const [page, setPage] = useState({ num: 1, size: 20 })
  const answer = useArOrders('queryFinancingBalanceAmount', filter, page)
  if (answer.isLoadingError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={6} />
  return (
    <Stale question={answer}>
      <OrderRows
        note={text('dashboard.ar.financingFormula')}
        currency={filter.currency}
        orders={answer.data.orders}
        figures={['principal']}
        totals={{ principal: answer.data.amount }}
        page={page}
        count={answer.data.count}
        onPage={setPage}
      />
    </Stale>
  )
}

/** How the available amount comes about, step by step. */
function Available({ filter }: { filter: ArFilter }) {
  const text = useText()
  const { data } = useAr('availableForFinanceAmount', filter)
  if (!data) return <Skeleton lines={4} />
  if (data.amount === null)
    return (
      <p className="muted">{text(data.eligible === null ? 'dashboard.ar.availablePast' : 'dashboard.ar.availableUnknown')}</p>
    )
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
