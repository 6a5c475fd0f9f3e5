import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OverviewFigure, reportCalls } from '@usance/wire/report/calls'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { Can } from '../../session/can.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Answered } from '../../ui/answered.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatAmount, formatDate } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { PageHeader, SidePanel } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stale } from '../../ui/stale.tsx'
import { KeyFigure } from '../dashboard/ar/figure.tsx'
import '../dashboard/ar/ar.css'
import './report.css'
import { RowLink } from '../../list/row-link.tsx'
import { takeHome } from './take-home.ts'

type Opened = { figure: OverviewFigure; currency: string }

/** Where the financing stands, currency by currency; every figure opens to its rows. */
export default function AccountOverviewPage() {
  const text = useText()
  const [opened, open] = useState<Opened>()
  const [day, setDay] = useState('')
  const asked = day === '' ? {} : { asOf: day }
  const answer = useQuery({
    queryKey: ['account-overview', day],
    queryFn: () => send(reportCalls.accountOverview, { body: asked }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const later = answer.data?.bookedLater
  const actions = (
    <div className="report-actions">
      <DateInput
        label={text('report.day')}
        value={day}
        onPick={setDay}
        onClear={() => setDay('')}
        placeholder={text('report.day')}
      />
      <Can permission="account-overview.export">
        <ActionButton
          look="plain"
          icon="download"
          action={() => takeHome(reportCalls.accountOverviewExport, { body: asked }, 'account-overview.xlsx')}
        >
          {text('report.export')}
        </ActionButton>
      </Can>
      <Button onClick={() => window.print()}>{text('report.print')}</Button>
    </div>
  )
  return (
    <div className="ar">
      <PageHeader title={text('menu.accountOverview')} actions={answer.data?.currencies.length || day ? actions : undefined}>
        {answer.data && text('report.asOf', { date: formatDate(answer.data.asOf) })}
        {answer.data?.isPast && ` · ${text('report.pastDay')}`}
        {later &&
          ` ${text(later.entries === 1 ? 'report.oneBookedLater' : 'report.bookedLater', { count: later.entries, date: formatDate(later.lastOn) })}`}
      </PageHeader>
      {answer.isLoadingError ? (
        <Failed error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <Skeleton lines={10} />
      ) : answer.data.currencies.length === 0 ? (
        <div className="panel">
          {answer.data.isPast ? (
            <Empty title={text('report.pastEmpty')} text={text('report.pastEmptyText')} />
          ) : (
            <Empty title={text('report.overviewEmpty')} text={text('report.overviewEmptyText')} />
          )}
        </div>
      ) : (
        <Stale question={answer} className="ar">
          {answer.data.currencies.map(({ currency, figures, available, proofs }) => (
            <section key={currency} className="panel overview-currency" aria-label={currency}>
              <h2>{currency}</h2>
              <div className="figures">
                {figures.map(({ figure, amount, count, settles }) => (
                  <KeyFigure
                    key={figure}
                    loading={false}
                    label={text(`report.figure.${figure}`)}
                    value={<Money amount={amount} currency={currency} bare />}
                    note={
                      settles === null
                        ? text(count === 1 ? 'report.oneRow' : 'report.rows', { count })
                        : text('report.settledBy', { amount: `${formatAmount(settles, currency)} ${currency}` })
                    }
                    onOpen={count > 0 ? () => open({ figure, currency }) : undefined}
                  />
                ))}
                {!answer.data.isPast && (
                  <KeyFigure
                    loading={false}
                    label={text('report.figure.AVAILABLE')}
                    value={available === null ? '-' : <Money amount={available} currency={currency} bare />}
                    note={text(noteOf(available, figures))}
                  />
                )}
              </div>
              <div className="report-proofs">
                {proofs.map((proof) => (
                  <span key={proof.name} className={proof.ties ? 'report-ties' : 'report-ties is-off'}>
                    {text(proof.ties ? 'report.ties' : 'report.off', { name: text.of('report.figure', proof.name) })}{' '}
                    <Money amount={proof.ledger} currency={currency} />
                  </span>
                ))}
              </div>
            </section>
          ))}
        </Stale>
      )}
      <SidePanel
        open={opened !== undefined}
        title={opened ? `${text(`report.figure.${opened.figure}`)} · ${opened.currency}` : ''}
        onClose={() => open(undefined)}
        width={720}
      >
        {opened && <Rows key={opened.figure + opened.currency + day} {...opened} day={day} />}
      </SidePanel>
    </div>
  )
}

/** What the amount available counts, or why there is none. */
function noteOf(available: string | null, figures: readonly { figure: string; count: number }[]) {
  if (available !== null) return 'report.availableNote'
  return figures.some(({ figure, count }) => figure === 'FACILITY' && count > 0) ? 'report.noRate' : 'report.noFacility'
}

function Rows({ figure, currency, day }: Opened & { day: string }) {
  const text = useText()
  const answer = useQuery({
    queryKey: ['account-overview', figure, currency, day],
    queryFn: () =>
      send(reportCalls.accountOverviewRows, { body: { figure, currency, ...(day ? { asOf: day } : {}) } }, { quiet: true }),
  })
  return (
    <Answered question={answer} lines={8}>
      {({ rows, total }) => (
        <>
          <p className="muted">{text(`report.figureText.${figure}`)}</p>
          <DataTable
            rows={rows}
            keyOf={(row) => `${row.kind}${row.id}${row.date}`}
            columns={[
              {
                key: 'document',
                label: text('report.document'),
                cell: (row) =>
                  row.kind === 'ORDER' ? (
                    <RowLink to={`/finance/finance-order/${row.id}/detail`}>{row.no}</RowLink>
                  ) : row.no === 'SUPPLIER_FACILITY' ? (
                    text('report.facility')
                  ) : (
                    row.no
                  ),
              },
              { key: 'party', label: text('report.party'), cell: (row) => row.partyName ?? '-' },
              { key: 'date', label: text('report.date'), cell: (row) => formatDate(row.date) },
              ...(rows.some(({ settles }) => settles !== null)
                ? [
                    {
                      key: 'settles',
                      label: text('report.settles'),
                      figure: true,
                      cell: ({ settles }: { settles: string | null }) =>
                        settles === null ? '-' : <Money amount={settles} currency={currency} bare exact />,
                    },
                  ]
                : []),
              {
                key: 'amount',
                label: text('report.amount'),
                figure: true,
                cell: (row) => <Money amount={row.amount} currency={currency} bare exact />,
              },
            ]}
            footer={{
              words: text('report.total'),
              cells: { amount: <Money amount={total} currency={currency} bare exact /> },
            }}
          />
        </>
      )}
    </Answered>
  )
}
