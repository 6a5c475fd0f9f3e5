import { isMemoBook } from '@usance/domain/ledger/accounts'
import { type StatementLine, type Statements, statementsOf } from '@usance/domain/ledger/statements'
import * as M from '@usance/domain/money'
import type { ledgerCalls } from '@usance/wire/ledger/calls'
import { ofOneMoment } from '../../database/database.ts'
import type { Context, Handler } from '../../http/context.ts'
import { asAttachment, sendMade } from '../../http/send-file.ts'
import { rowsAtOnce, type Sheet, type SheetColumn, workbookStream } from '../../list/xlsx-stream.ts'
import { type BookAsked, bookAsked, movementsOf, namedAccount } from './own-book.ts'
import { type BookLine, periodLines } from './period-journals.ts'

const english = {
  trialBalance: 'Trial balance',
  profitAndLoss: 'Profit and loss',
  balanceSheet: 'Balance sheet',
  journals: 'Journals',
  currency: 'Currency',
  account: 'Account',
  accountName: 'Account name',
  part: 'Part',
  opening: 'Opening balance',
  debit: 'Debit',
  credit: 'Credit',
  closing: 'Closing balance',
  amount: 'Amount',
  total: 'Total',
  income: 'Income',
  expense: 'Expense',
  result: 'Result of the period',
  assets: 'Assets',
  liabilities: 'Liabilities',
  broughtForward: 'Result brought forward',
  totalFunds: 'Liabilities and result',
  valueDate: 'Value date',
  postedOn: 'Booked on',
  event: 'Event',
  reference: 'Reference',
  order: 'Finance order',
  counterparty: 'Counterparty',
  balanced: 'Balanced',
  unbalanced: 'Not balanced',
  KNOWN: 'as known today',
  REPORTED: 'as reported at the end of the period',
}
const words: Record<Context['language'], typeof english> = {
  'en-US': english,
  'zh-CN': {
    trialBalance: '试算平衡表',
    profitAndLoss: '损益表',
    balanceSheet: '资产负债表',
    journals: '凭证',
    currency: '币种',
    account: '科目',
    accountName: '科目名称',
    part: '类别',
    opening: '期初余额',
    debit: '借方',
    credit: '贷方',
    closing: '期末余额',
    amount: '金额',
    total: '合计',
    income: '收入',
    expense: '费用',
    result: '本期损益',
    assets: '资产',
    liabilities: '负债',
    broughtForward: '期初累计损益',
    totalFunds: '负债及损益合计',
    valueDate: '起息日',
    postedOn: '记账日',
    event: '事项',
    reference: '凭证号',
    order: '融资订单',
    counterparty: '相对方',
    balanced: '平衡',
    unbalanced: '不平衡',
    KNOWN: '按当前所知',
    REPORTED: '按期末已入账',
  },
}
type Words = typeof english

/** The close pack of a period as a workbook in the reader's language: its statements, and the journals behind them. */
export const closeWorkbook: Handler<typeof ledgerCalls.closeWorkbook> = async (request) => {
  const { tx, actor, language } = request
  ofOneMoment(tx)
  const asked = bookAsked(request)
  const said = words[language]
  const all = (await movementsOf(tx, asked)).map(({ currency, movements }) => statementsOf(currency, movements))
  const lines = await periodLines(tx, actor, asked)
  const nameOf: NameOf = ({ account }) => (language === 'zh-CN' ? account.zh : account.en)
  const linesIn = (rowsIn: typeof resultRows) => all.flatMap((one) => rowsIn(said, one, nameOf))
  const accounts = isMemoBook(asked.book)
    ? []
    : [linesSheet(said, said.profitAndLoss, linesIn(resultRows)), linesSheet(said, said.balanceSheet, linesIn(sheetRows))]
  const sheets = [trialSheet(said, all, nameOf, asked), ...accounts, journalSheet(said, lines)]
  return sendMade(request, workbookStream(sheets), {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': asAttachment(`books_${asked.book}_${asked.from}_${asked.to}.xlsx`),
  })
}

type NameOf = (line: Pick<StatementLine, 'account'>) => string
const texts = (...titles: string[]): SheetColumn[] => titles.map((title) => ({ title, isNumber: false }))
const numbers = (...titles: string[]): SheetColumn[] => titles.map((title) => ({ title, isNumber: true }))

function trialSheet(said: Words, all: readonly Statements[], nameOf: NameOf, asked: BookAsked): Sheet {
  const rows = all.flatMap(({ currency, trialBalance, debit, credit, proofs }) => [
    ...trialBalance.map((line) => [
      currency,
      namedAccount(line.account).account,
      nameOf(line),
      ...[line.opening, line.debit, line.credit, line.closing].map(M.toDecimal),
    ]),
    [
      currency,
      said.total,
      proofs.every(({ holds }) => holds) ? said.balanced : said.unbalanced,
      '',
      M.toDecimal(debit),
      M.toDecimal(credit),
      '',
    ],
  ])
  const { ownerName, book, from, to, basis } = asked
  return {
    name: said.trialBalance,
    columns: [
      ...texts(said.currency, said.account, said.accountName),
      ...numbers(said.opening, said.debit, said.credit, said.closing),
    ],
    batches: rowsAtOnce([...rows, [], [`${ownerName}, ${book}`], [`${from} – ${to}, ${said[basis]}`]]),
  }
}

const linesSheet = (said: Words, name: string, rows: string[][]): Sheet => ({
  name,
  columns: [...texts(said.currency, said.part, said.account, said.accountName), ...numbers(said.amount)],
  batches: rowsAtOnce(rows),
})

const rowsOf = (currency: string, part: string, lines: readonly StatementLine[], nameOf: NameOf) =>
  lines.map((line) => [currency, part, namedAccount(line.account).account, nameOf(line), M.toDecimal(line.amount)])

const totalRow = (said: Words, part: string, amount: M.Money) => [amount.currency, part, said.total, '', M.toDecimal(amount)]

function resultRows(said: Words, { currency, profitAndLoss: made }: Statements, nameOf: NameOf): string[][] {
  return [
    ...rowsOf(currency, said.income, made.income, nameOf),
    totalRow(said, said.income, made.totalIncome),
    ...rowsOf(currency, said.expense, made.expense, nameOf),
    totalRow(said, said.expense, made.totalExpense),
    [currency, said.result, '', '', M.toDecimal(made.result)],
  ]
}

function sheetRows(said: Words, { currency, balanceSheet: made }: Statements, nameOf: NameOf): string[][] {
  return [
    ...rowsOf(currency, said.assets, made.assets, nameOf),
    totalRow(said, said.assets, made.totalAssets),
    ...rowsOf(currency, said.liabilities, made.liabilities, nameOf),
    totalRow(said, said.liabilities, made.totalLiabilities),
    [currency, said.broughtForward, '', '', M.toDecimal(made.broughtForward)],
    [currency, said.result, '', '', M.toDecimal(made.result)],
    totalRow(said, said.totalFunds, made.totalFunds),
  ]
}

function journalSheet(said: Words, batches: AsyncIterable<BookLine[]>): Sheet {
  async function* rows() {
    for await (const batch of batches)
      yield batch.map((line) => [
        line.valueDate,
        line.postedOn,
        line.reversalOf ? 'REVERSAL' : line.event,
        line.reference,
        line.account,
        line.currency,
        line.side === 'D' ? line.amount : '',
        line.side === 'C' ? line.amount : '',
        line.orderNo ?? '',
        line.counterparty ?? '',
      ])
  }
  return {
    name: said.journals,
    columns: [
      ...texts(said.valueDate, said.postedOn, said.event, said.reference, said.account, said.currency),
      ...numbers(said.debit, said.credit),
      ...texts(said.order, said.counterparty),
    ],
    batches: rows(),
  }
}
