import { accountOf } from '@usance/domain/ledger/accounts'
import * as M from '@usance/domain/money'
import type { ledgerCalls } from '@usance/wire/ledger/calls'
import { sql } from 'kysely'
import { amountOf } from '../../database/amount.ts'
import { anyOf, type Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { rowsBy } from '../servicing/load-order.ts'
import { ownPart } from '../servicing/orders-seen.ts'

/** So many journals make a page of the books of an order. */
const journalsPerPage = 200

/** The journals of an order with the lines that row-level security lets the caller see: their own books, page by page. */
export const orderBooks: Handler<typeof ledgerCalls.order> = async ({ tx, body }) => {
  const order = await tx
    .selectFrom('financeOrder as o')
    .leftJoin('financeOrder as l', 'l.id', 'o.arpOfOrderId')
    .select(['l.id as loanId', 'l.orderNo as loanNo'])
    .where('o.id', '=', body.orderId)
    .executeTakeFirst()
  if (!order && !(await ownPart(tx, body.orderId))) throw new Refused('NOT_FOUND')
  const found = await tx
    .selectFrom('journal')
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('posting as o').select('o.journalId').where('o.orderId', '=', body.orderId))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .offset((body.page - 1) * journalsPerPage)
    .limit(journalsPerPage + 1)
    .execute()
  const ids = found.slice(0, journalsPerPage).map(({ id }) => id)
  const lines = rowsBy(await linesIn(tx, ids), ({ id }) => id)
  const loan = order?.loanId && order.loanNo ? { id: order.loanId, orderNo: order.loanNo } : null
  const journals = ids
    .map(lines)
    .filter((all) => all.length > 0)
    .map((all) => shownJournal(all, body.orderId, loan))
  const balances = await tx
    .selectFrom('ledgerBalance as b')
    .innerJoin('company as c', 'c.id', 'b.ownerId')
    .select(['b.book', 'c.name as ownerName', 'b.account', 'b.currency', 'b.balance'])
    .where('b.orderId', '=', body.orderId)
    .where('b.balance', '!=', '0')
    .orderBy('b.book')
    .orderBy('b.account')
    .execute()
  return { journals, more: found.length > journalsPerPage, balances: balances.map(shownBalance) }
}

/** The lines of some journals that the caller may see, one for each account, book, side and order of a journal. */
const linesIn = (tx: Tx, journalIds: readonly string[]) =>
  tx
    .selectFrom('posting as p')
    .innerJoin('journal as j', 'j.id', 'p.journalId')
    .innerJoin('company as c', 'c.id', 'p.ownerId')
    .leftJoin('journal as m', 'm.reversalOf', 'j.id')
    .select([
      'j.id',
      'j.event',
      'j.valueDate',
      'j.postedOn',
      'j.createdAt',
      'j.reversalOf',
      'j.orderId as journalOrder',
      'p.orderId as lineOrder',
      'm.id as mirrorId',
      'p.book',
      'c.name as ownerName',
      'p.account',
      'p.currency',
      'p.side',
      sql<string>`sum(p.amount)`.as('amount'),
      sql<string>`min(p.id)`.as('first'),
    ])
    .where('j.id', '=', anyOf(journalIds))
    .groupBy(['j.id', 'm.id', 'p.orderId', 'p.book', 'c.name', 'p.account', 'p.currency', 'p.side'])
    .orderBy('j.createdAt', 'desc')
    .orderBy('j.id', 'desc')
    .orderBy('first')
    .execute()
type Line = Awaited<ReturnType<typeof linesIn>>[number]

/** A journal as the books of an order show it, from all its lines. `loan` is the loan that the order has paid off, if it has. */
function shownJournal(all: readonly Line[], orderId: string, loan: { id: string; orderNo: string } | null) {
  const head = all[0]!
  // Of a journal of another order, such as the conversion that paid this one off, only the postings of this order.
  const own = all.filter((line) => head.journalOrder === orderId || line.lineOrder === orderId)
  const currencies = [...new Set(own.map((line) => line.currency))]
  return {
    id: head.id,
    event: head.event,
    valueDate: head.valueDate,
    postedOn: head.postedOn,
    reverses: head.reversalOf !== null,
    reversed: head.mirrorId !== null,
    loan: own.some((line) => line.lineOrder === loan?.id) ? loan : null,
    lines: own.map(({ book, ownerName, account, currency, side, amount }) => {
      const { en, zh } = accountOf(`${book}${account}`)
      const text = M.toDecimal(amountOf(amount, currency))
      return {
        book: book as 'F',
        ownerName,
        account,
        nameEn: en,
        nameZh: zh,
        currency,
        debit: side === 'D' ? text : null,
        credit: side === 'C' ? text : null,
      }
    }),
    totals: currencies.map((currency) => {
      const [debit, credit] = [sideOf(own, currency, 'D'), sideOf(own, currency, 'C')]
      const balanced = M.equals(sideOf(all, currency, 'D'), sideOf(all, currency, 'C'))
      const hasOtherLines = all.some((line) => line.currency === currency && !own.includes(line))
      return { currency, debit: M.toDecimal(debit), credit: M.toDecimal(credit), balanced, hasOtherLines }
    }),
  }
}

/** What lines in one currency add up to on one side. */
const sideOf = (lines: readonly Line[], currency: string, side: 'D' | 'C'): M.Money =>
  M.sum(
    lines.filter((line) => line.currency === currency && line.side === side).map((line) => amountOf(line.amount, currency)),
    currency,
  )

function shownBalance(row: { book: string; ownerName: string; account: string; currency: string; balance: string }) {
  const { en, zh, normalSide } = accountOf(`${row.book}${row.account}`)
  const onDebit = amountOf(row.balance, row.currency)
  return { ...row, nameEn: en, nameZh: zh, balance: M.toDecimal(normalSide === 'D' ? onDebit : M.negate(onDebit)) }
}
