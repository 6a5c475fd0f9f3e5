import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isMemoBook } from '@usance/domain/ledger/accounts'
import { bases } from '@usance/domain/ledger/statements'
import { addDays, addMonths, endOfMonth, startOfMonth } from '@usance/domain/local-date'
import { oneOf } from '@usance/domain/one-of'
import { ledgerCalls } from '@usance/wire/ledger/calls'
import { useState } from 'react'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { Can } from '../../session/can.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Answered } from '../../ui/answered.tsx'
import { IconButton } from '../../ui/button.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Empty } from '../../ui/empty.tsx'
import { formatDate } from '../../ui/format.ts'
import { PageHeader, Section } from '../../ui/page-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { Stale } from '../../ui/stale.tsx'
import { takeHome } from '../report/take-home.ts'
import { BookStatements } from './book-statements.tsx'
import '../report/report.css'
import './books.css'

const script = 'verify-books.mjs'

/** The own books of a period: trial balance, profit and loss, balance sheet, and the pack that others check; a memo book says what it is. */
export default function BooksPage() {
  const text = useText()
  const [span, setSpan] = useState<{ from?: string | undefined; to?: string | undefined }>({})
  const [basis, setBasis] = useState<(typeof bases)[number]>('KNOWN')
  const [currency, setCurrency] = useState('')
  const asked = { ...span, basis, ...(currency ? { currency } : {}) }
  const answer = useQuery({
    queryKey: ['books', asked],
    queryFn: () => send(ledgerCalls.trialBalance, { body: asked }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const books = answer.data
  // The server says which month it is where no day was chosen.
  const { from = books?.from ?? '', to = books?.to ?? '' } = span
  const moveTo = (day: string) => setSpan({ from: startOfMonth(day), to: endOfMonth(day) })
  const body = { from, to, basis, ...(currency ? { currency } : {}) }
  return (
    <div className="books">
      <PageHeader title={text('menu.books')}>
        {books && text(`report.books.of.${books.book}`, { owner: books.ownerName })}
      </PageHeader>
      <div className="report-actions books-asked">
        <IconButton
          icon="left"
          label={text('report.books.earlier')}
          disabled={!from}
          onClick={() => moveTo(addMonths(from, -1))}
        />
        <DateInput
          label={text('report.from')}
          value={from}
          onPick={(day) => setSpan({ from: day, to: to && to < day ? undefined : to })}
          onClear={() => setSpan({})}
        />
        <DateInput
          label={text('report.to')}
          value={to}
          onPick={(day) => setSpan({ from: from && day < from ? undefined : from, to: day })}
          onClear={() => setSpan({})}
        />
        <IconButton
          icon="right"
          label={text('report.books.later')}
          disabled={!to}
          onClick={() => moveTo(addDays(endOfMonth(to), 1))}
        />
        <Select
          label={text('report.books.basis')}
          all={false}
          value={basis}
          options={bases.map((value) => ({ value, label: text(`report.books.bases.${value}`) }))}
          onChange={(value) => setBasis(oneOf(bases, value))}
        />
        <Select
          label={text('report.currency')}
          all={text('report.books.allCurrencies')}
          value={currency}
          options={(books?.currencies ?? []).map((value) => ({ value, label: value }))}
          onChange={setCurrency}
        />
        {books && books.statements.length > 0 && (
          <Can permission="proof.subledgers.export">
            <ActionButton look="plain" icon="download" action={() => takeHome(ledgerCalls.closeWorkbook, { body }, 'books.xlsx')}>
              {text('report.books.workbook')}
            </ActionButton>
            <ActionButton look="plain" icon="download" action={() => takeHome(ledgerCalls.closePack, { body }, 'books.json')}>
              {text('report.books.pack')}
            </ActionButton>
          </Can>
        )}
      </div>
      <Answered question={answer} lines={12}>
        {({ statements, bookedLater, ...answered }) => (
          <Stale question={answer} className="books">
            {bookedLater && (
              <p className="books-later">
                {text(`report.books.${bookedLater.entries === 1 ? 'oneLaterEntry' : 'laterEntries'}.${answered.basis}`, {
                  count: bookedLater.entries,
                  date: formatDate(answered.to),
                  lastOn: formatDate(bookedLater.lastOn),
                })}
              </p>
            )}
            {isMemoBook(answered.book) && <p className="books-memo">{text('report.books.memo')}</p>}
            {statements.length === 0 ? (
              <div className="panel">
                <Empty
                  title={text('report.books.empty', { date: formatDate(answered.to) })}
                  text={text('report.books.emptyText')}
                />
              </div>
            ) : (
              statements.map((one) => <BookStatements key={one.currency} statements={one} />)
            )}
            <Section title={text('report.books.check')}>
              <p>{text('report.books.checkText')}</p>
              <p>
                <a href={`/${script}`} download={script}>
                  {text('report.books.script')}
                </a>
              </p>
              <code className="books-command">
                node {script} books_….json {answered.publicKey}
              </code>
            </Section>
          </Stale>
        )}
      </Answered>
    </div>
  )
}
