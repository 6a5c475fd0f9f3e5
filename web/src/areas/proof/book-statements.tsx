import type { Statements } from '@usance/wire/ledger/calls'
import { useText } from '../../i18n/i18n.ts'
import { language } from '../../i18n/language.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'

type Named = { account: string; nameEn: string; nameZh: string }
type Line = { account: string | null; name: string; amount: string }

const nameOf = (line: Named) => (language() === 'zh-CN' ? line.nameZh : line.nameEn)

/** The statements of one currency, each with its totals, and what proves them; of a memo book its trial balance alone. */
export function BookStatements({ statements }: { statements: Statements }) {
  const text = useText()
  const { currency, trialBalance, debit, credit, accounts, proofs } = statements
  const money = (amount: string) => <Money amount={amount} currency={currency} bare exact />
  const isBalanced = proofs.every(({ holds }) => holds)
  return (
    <section className="panel books-currency" aria-label={currency}>
      <h2>{currency}</h2>
      <p className="books-proofs">
        {isBalanced ? (
          <span className="report-ties">
            {accounts ? (
              <>
                {text('report.books.balanced')} {money(debit)} · {money(accounts.balanceSheet.totalAssets)}
              </>
            ) : (
              <>
                {text('report.books.balancedMemo')} {money(debit)}
              </>
            )}
          </span>
        ) : (
          proofs
            .filter(({ holds }) => !holds)
            .map(({ name, left, right }) => (
              <span key={name} className="report-ties is-off" role="alert">
                {text(`report.books.off.${name}`)} {money(left)} ≠ {money(right)}
              </span>
            ))
        )}
      </p>
      <h3>{text('report.books.trialBalance')}</h3>
      <div className="books-trial">
        <DataTable
          label={`${text('report.books.trialBalance')} ${currency}`}
          rows={trialBalance}
          keyOf={({ account }) => account}
          columns={[
            {
              key: 'account',
              label: text('report.books.account'),
              cell: (line) => <Account code={line.account} name={nameOf(line)} />,
            },
            { key: 'opening', label: text('report.opening'), figure: true, cell: (line) => money(line.opening) },
            { key: 'debit', label: text('report.debit'), figure: true, cell: (line) => money(line.debit) },
            { key: 'credit', label: text('report.credit'), figure: true, cell: (line) => money(line.credit) },
            { key: 'closing', label: text('report.closing'), figure: true, cell: (line) => money(line.closing) },
          ]}
          footer={{ words: text('report.total'), cells: { opening: '', debit: money(debit), credit: money(credit) } }}
        />
      </div>
      {accounts && <Accounts accounts={accounts} currency={currency} />}
    </section>
  )
}

/** Profit and loss beside the balance sheet of one currency. */
function Accounts({ accounts, currency }: { accounts: NonNullable<Statements['accounts']>; currency: string }) {
  const text = useText()
  const { profitAndLoss: result, balanceSheet: sheet } = accounts
  const money = (amount: string) => <Money amount={amount} currency={currency} bare exact />
  const linesOf = (lines: readonly (Named & { amount: string })[]): Line[] =>
    lines.map((line) => ({ account: line.account, name: nameOf(line), amount: line.amount }))
  const table = (title: string, lines: Line[], totalWords: string, total: string) => (
    <DataTable
      label={`${title} ${currency}`}
      rows={lines}
      keyOf={({ account, name }) => account ?? name}
      columns={[
        { key: 'account', label: title, cell: ({ account, name }) => <Account code={account} name={name} /> },
        { key: 'amount', label: text('report.amount'), figure: true, cell: ({ amount }) => money(amount) },
      ]}
      footer={{ words: totalWords, cells: { amount: money(total) } }}
    />
  )
  return (
    <div className="books-pair">
      <div>
        <h3>{text('report.books.profitAndLoss')}</h3>
        {table(text('report.books.income'), linesOf(result.income), text('report.books.totalIncome'), result.totalIncome)}
        {table(text('report.books.expense'), linesOf(result.expense), text('report.books.totalExpense'), result.totalExpense)}
        <p className="books-result">
          {text('report.books.result')} {money(result.result)}
        </p>
      </div>
      <div>
        <h3>{text('report.books.balanceSheet')}</h3>
        {table(text('report.books.assets'), linesOf(sheet.assets), text('report.books.totalAssets'), sheet.totalAssets)}
        {table(
          text('report.books.liabilities'),
          [
            ...linesOf(sheet.liabilities),
            { account: null, name: text('report.books.broughtForward'), amount: sheet.broughtForward },
            { account: null, name: text('report.books.result'), amount: sheet.result },
          ],
          text('report.books.totalFunds'),
          sheet.totalFunds,
        )}
      </div>
    </div>
  )
}

const Account = ({ code, name }: { code: string | null; name: string }) => (
  <>
    {code && <span className="books-code">{code}</span>} {name}
  </>
)
