import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { loadAreaTexts } from '../../i18n/load-area.ts'
import { RowLink } from '../../list/row-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed } from '../../ui/empty.tsx'
import { formatDate } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { Section } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import '../payment/money.css'
import { balanceWords } from './balance-words.ts'

/** The same as a titled part of a page, for an order that has been funded. */
export function OrderLedgerSection({ orderId }: { orderId: string }) {
  const text = useText()
  const { isSuccess } = useQuery({ queryKey: ['area-texts', 'money'], queryFn: () => loadAreaTexts('money').then(() => true) })
  return isSuccess ? (
    <Section title={text('ledger.title')}>
      <OrderLedger orderId={orderId} />
    </Section>
  ) : null
}

/**
 * The books of an order as far as they are the reader's own: balances, then each event with its lines, newest first. An entry of a
 * conversion says where lines of its loan are among them.
 */
export function OrderLedger({ orderId }: { orderId: string }) {
  const text = useText()
  const [withDays, showDays] = useState(false)
  const answer = useInfiniteQuery({
    queryKey: ['order-ledger', orderId],
    queryFn: async ({ pageParam: page }) => {
      await loadAreaTexts('money')
      return send(ledgerCalls.order, { body: { orderId, page } }, { quiet: true })
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.more ? pages.length + 1 : undefined),
  })
  if (answer.isLoadingError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={8} />
  const { balances } = answer.data.pages[0]!
  // What was booked since the first page was read moves the others on by as much.
  const journals = [...new Map(answer.data.pages.flatMap((page) => page.journals).map((one) => [one.id, one])).values()]
  if (journals.length === 0) return <Empty title={text('ledger.emptyTitle')} text={text('ledger.emptyText')} />
  // A day of interest is one entry; a year of them would bury the few that matter.
  const days = journals.filter((journal) => journal.event === 'ACCRUAL').length
  const shown = withDays ? journals : journals.filter((journal) => journal.event !== 'ACCRUAL')
  const nameOf = (one: { nameEn: string; nameZh: string }) => (language() === 'zh-CN' ? one.nameZh : one.nameEn)
  return (
    <div className="order-ledger">
      <div className="money-scroll">
        <table className="money-sum">
          <caption>{text('ledger.balances')}</caption>
          <thead>
            <tr>
              <th scope="col">{text('ledger.book')}</th>
              <th scope="col">{text('ledger.account')}</th>
              <th scope="col" className="is-figure">
                {text('ledger.balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {balances.map((one) => (
              <tr key={one.book + one.account + one.currency}>
                <td>{one.ownerName}</td>
                <td>
                  <code>
                    {one.book}
                    {one.account}
                  </code>{' '}
                  {nameOf(one)}
                </td>
                <td>
                  <Money amount={one.balance} currency={one.currency} exact />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {days > 0 && (
        <p>
          <Button look="plain" small onClick={() => showDays(!withDays)}>
            {text(withDays ? 'ledger.hideDays' : 'ledger.showDays', { count: days })}
          </Button>
        </p>
      )}
      {shown.map((journal) => (
        <article key={journal.id} className={journal.reversed || journal.reverses ? 'journal is-taken-back' : 'journal'}>
          <header>
            <h3>{text.of('ledger.event', journal.event)}</h3>
            <span className="muted">{text('ledger.valueDate', { date: formatDate(journal.valueDate) })}</span>
            <span className="muted">{text('ledger.postedOn', { date: formatDate(journal.postedOn) })}</span>
            {journal.reverses && <StatusTag value="REVERSED" label={text('ledger.mirror')} />}
            {journal.reversed && <StatusTag value="REVERSED" label={text('ledger.takenBack')} />}
          </header>
          {journal.loan && (
            <p className="muted">
              {text('ledger.withLoan')}{' '}
              <RowLink to={`/finance/finance-order/${journal.loan.id}/detail`}>{journal.loan.orderNo}</RowLink>
            </p>
          )}
          <div className="money-scroll">
            <table className="money-sum">
              <thead>
                <tr>
                  <th scope="col">{text('ledger.account')}</th>
                  <th scope="col" className="is-figure">
                    {text('ledger.debit')}
                  </th>
                  <th scope="col" className="is-figure">
                    {text('ledger.credit')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {journal.lines.map((line, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
                  <tr key={place}>
                    <td>
                      <code>
                        {line.book}
                        {line.account}
                      </code>{' '}
                      {nameOf(line)}
                    </td>
                    <td className="is-figure">
                      {line.debit && <Money amount={line.debit} currency={line.currency} exact bare />}
                    </td>
                    <td className="is-figure">
                      {line.credit && <Money amount={line.credit} currency={line.currency} exact bare />}
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                {journal.totals.map((total) => (
                  <tr key={total.currency} className="is-total">
                    <th scope="row">{text(balanceWords(total), { currency: total.currency })}</th>
                    <td className="is-figure">
                      <Money amount={total.debit} currency={total.currency} exact bare />
                    </td>
                    <td className="is-figure">
                      <Money amount={total.credit} currency={total.currency} exact bare />
                    </td>
                  </tr>
                ))}
              </tfoot>
            </table>
          </div>
        </article>
      ))}
      {answer.hasNextPage && (
        <p>
          <Button look="plain" small busy={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
            {text('ledger.earlier')}
          </Button>
        </p>
      )}
    </div>
  )
}
