import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { reportCalls } from '@usance/wire/report/calls'
import type { SubledgerRow } from '@usance/wire/report/list'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Failed } from '../../ui/empty.tsx'
import { formatDate } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { SidePanel } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stale } from '../../ui/stale.tsx'
import '../report/report.css'

/** One sub-ledger between two days: opening, each journal with the balance after it, closing, and the proof. */
export function SubledgerPanel({ row, onClose }: { row: SubledgerRow | undefined; onClose: () => void }) {
  const name = row && (language() === 'zh-CN' ? row.accountNameCn : row.accountName)
  return (
    <SidePanel open={row !== undefined} title={row ? `${row.accountCode} ${name}` : ''} onClose={onClose} width={860}>
      {row && <Journals key={row.id} row={row} />}
    </SidePanel>
  )
}

function Journals({ row }: { row: SubledgerRow }) {
  const text = useText()
  const [span, setSpan] = useState<{ from?: string; to?: string }>({})
  const { ownerId, book, account, currency } = row
  const body = {
    ownerId,
    book: book as 'F',
    account,
    currency,
    orderId: row.orderId || null,
    counterpartyId: row.counterpartyId || null,
    ...span,
  }
  const answer = useQuery({
    queryKey: ['subledger', body],
    queryFn: () => send(reportCalls.subledger, { body }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (answer.isLoadingError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={10} />
  const { opening, closing, lines, debit, credit, total, account: whole } = answer.data
  const money = (amount: string | null) => amount && <Money amount={amount} currency={currency} bare exact />
  const edge = (label: string, amount: string) => (
    <tr className="ledger-opening">
      <td colSpan={4}>{label}</td>
      <td className="cell-end">{money(amount)}</td>
    </tr>
  )
  return (
    <>
      <p className="muted">{[row.ownerName, row.orderNo, row.counterpartyName, currency].filter(Boolean).join(' · ')}</p>
      <div className="report-actions">
        {(['from', 'to'] as const).map((side) => (
          <DateInput
            key={side}
            label={text(`report.${side}`)}
            placeholder={text(`report.${side}`)}
            value={span[side] ?? ''}
            onPick={(day) => setSpan({ ...span, [side]: day })}
            onClear={() => setSpan(({ [side]: _, ...rest }) => rest)}
          />
        ))}
        <Stale question={answer}>
          <span className={whole.ties ? 'report-ties' : 'report-ties is-off'}>
            {text(whole.ties ? 'report.tiesToGeneral' : 'report.offGeneral', { count: whole.subledgers })}{' '}
            <Money amount={whole.general} currency={currency} exact />
          </span>
        </Stale>
      </div>
      <Stale question={answer} className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{text('report.date')}</th>
              <th scope="col">{text('report.event')}</th>
              <th scope="col" className="cell-end">
                {text('report.debit')}
              </th>
              <th scope="col" className="cell-end">
                {text('report.credit')}
              </th>
              <th scope="col" className="cell-end">
                {text('report.balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {edge(text('report.opening'), opening)}
            {lines.map((line) => (
              <tr key={line.id} title={line.reference}>
                <td data-label={text('report.date')}>{formatDate(line.date)}</td>
                <td data-label={text('report.event')}>{text.of('report.journal', line.event)}</td>
                <td className="cell-end" data-label={text('report.debit')}>
                  {money(line.debit)}
                </td>
                <td className="cell-end" data-label={text('report.credit')}>
                  {money(line.credit)}
                </td>
                <td className="cell-end" data-label={text('report.balance')}>
                  {money(line.balance)}
                </td>
              </tr>
            ))}
            {total > lines.length && (
              <tr>
                <td colSpan={5} className="muted">
                  {text('report.moreLines', { count: total - lines.length })}
                </td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {text('report.closing')}
              </th>
              <td className="cell-end" data-label={text('report.debit')}>
                {money(debit)}
              </td>
              <td className="cell-end" data-label={text('report.credit')}>
                {money(credit)}
              </td>
              <td className="cell-end" data-label={text('report.balance')}>
                {money(closing)}
              </td>
            </tr>
          </tfoot>
        </table>
      </Stale>
    </>
  )
}
