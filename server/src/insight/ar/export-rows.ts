import type { arCalls } from '@usance/wire/ar/calls'
import { sql } from 'kysely'
import { amountText } from '../../database/amount.ts'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { sendMade } from '../../http/send-file.ts'
import type { RowsAsked } from '../../list/rows-page.ts'
import { xlsxStream } from '../../list/xlsx-stream.ts'
import { dilutionRows } from './dilution.ts'
import { owedRows } from './owed.ts'
import { paymentRows } from './payments.ts'
import type { ArNarrowed, ArRequest } from './population.ts'

// Others are answered between two batches, so that none may be long.
const batchSize = 500
const amounts = ['amount', 'outstanding']
const numbers = [...amounts, 'overdueDays', 'daysLate']

/** The rows behind each kind of figure, and the columns that a sheet of them may have. */
const sheets: Record<string, { asked: (request: ArRequest & ArNarrowed) => RowsAsked; columns: readonly string[] }> = {
  owed: {
    asked: owedRows,
    columns: [
      'invoiceNo',
      'buyerName',
      'supplierName',
      'issueDate',
      'dueDate',
      'overdueDays',
      'currency',
      'amount',
      'outstanding',
    ],
  },
  payments: {
    asked: paymentRows,
    columns: ['invoiceNo', 'buyerName', 'issueDate', 'dueDate', 'payDate', 'daysLate', 'currency', 'amount'],
  },
  dilution: {
    asked: dilutionRows,
    columns: ['invoiceNo', 'buyerName', 'adjustmentDate', 'type', 'refNo', 'reason', 'currency', 'amount'],
  },
}

/** Every row behind a figure as a workbook, in the order of the screen, sent while it is read. */
export const exportRows: Handler<typeof arCalls.exportRows> = async (request) => {
  const { tx, body, today } = request
  const { asked, columns } = sheets[body.rows]!
  for (const { key } of body.columnList) if (!columns.includes(key)) throw new Refused('FIELD_NOT_ALLOWED', { field: key })
  const { found, order, shown } = asked(request)
  await sql`declare ar_rows no scroll cursor for ${shown(sql`(${found}) r`)} order by ${order}`.execute(tx)
  const fetch = async () => (await sql<Record<string, unknown>>`fetch ${sql.lit(batchSize)} from ar_rows`.execute(tx)).rows
  const textOf = (key: string, value: unknown): string => {
    if (key === 'currency') return body.currency
    if (value === null || value === undefined) return ''
    if (amounts.includes(key)) return amountText(String(value), body.currency)
    return key === 'type' ? (body.words[String(value)] ?? String(value)) : String(value)
  }
  // The first rows are read before anything is sent, so that a refusal is still an answer of its own.
  const first = await fetch()
  const batches = (async function* () {
    for (let rows = first; rows.length > 0; rows = await fetch())
      yield rows.map((row) => body.columnList.map(({ key }) => textOf(key, row[key])))
  })()
  const sheet = xlsxStream(
    body.columnList.map(({ key, title }) => ({ title, isNumber: numbers.includes(key) })),
    batches,
  )
  return sendMade(request, sheet, {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': `attachment; filename="receivables-${body.rows}_${(body.asOf ?? today).replaceAll('-', '')}.xlsx"`,
  })
}
