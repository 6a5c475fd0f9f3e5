import { Readable } from 'node:stream'
import { scaleOf } from '@usance/domain/currencies'
import { withoutZeros } from '@usance/domain/rational'
import { type Column, columnsFor, type ExportQuery, listSeparator, withCurrencies } from '@usance/wire/list'
import type { z } from 'zod'
import { plainRows } from '../database/database.ts'
import type { Actor, Context } from '../http/context.ts'
import { Refused } from '../http/refused.ts'
import { sendMade } from '../http/send-file.ts'
import { judgementOfAll, matching, ordered } from './page.ts'
import type { Source } from './source.ts'
import { xlsxStream } from './xlsx-stream.ts'

type Asked = z.output<typeof ExportQuery>
type Chosen = { name: string; title: string; column: Column; words: Record<string, string> | undefined }

// Others are answered between two batches, so that none may be long; the next is read meanwhile.
const batchSize = 500

/** Sends every row that matches, in the order asked for, while it is read: nothing is cut, and memory does not grow. */
export async function exportList(
  source: Source,
  format: 'xlsx' | 'csv',
  request: Context & { actor: Actor; body: Asked },
): Promise<unknown> {
  const { body, now, actor } = request
  const chosen = chosenColumns(source, actor, body)
  const batches = await cells(source, chosen, request)
  const day = new Date(now.getTime() + actor.timeZone * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  const stream =
    format === 'xlsx'
      ? xlsxStream(
          chosen.map((one) => ({ title: one.title, isNumber: isNumber(one) })),
          batches,
        )
      : Readable.from(csvText(chosen, batches))
  return sendMade(request, stream, {
    'content-type':
      format === 'xlsx' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${source.list.id.replace(/[^a-z0-9.-]/gi, '-')}_${day}.${format}"`,
  })
}

/** What a currency is called beside an amount whose column the table shows without one of its own. */
const currencyTitle = { US: 'Currency', CN: '币种' }

function chosenColumns(
  { list }: Pick<Source, 'list'>,
  actor: Actor,
  { columnList, words = {}, languageEnum = 'US' }: Asked,
): Chosen[] {
  const columns = columnsFor(list, actor.companyRole)
  // An amount without its currency says nothing, even where the screen shows the currency beside the amount.
  const currencies = new Set(Object.values(columns).map((one) => one.currency))
  const wanted = columnList?.length
    ? columnList
    : Object.entries(columns)
        .filter(([key, c]) => !c.internal && (!c.hidden || currencies.has(key)))
        .map(([key]) => ({ key, title: key }))
  const titles = new Map(wanted.map(({ key, title }) => [key, title]))
  return withCurrencies(columns, [...titles.keys()]).map((key) => {
    const title = titles.get(key) ?? currencyTitle[languageEnum]
    const column = Object.hasOwn(columns, key) ? columns[key] : undefined
    if (!column || column.internal) throw new Refused('FIELD_NOT_ALLOWED', { field: key })
    return { name: key, title, column, words: words[key] }
  })
}

/** The rows in batches, as texts. The first one is read before anything is sent, so that a refusal is still an answer of its own. */
async function cells(
  source: Source,
  chosen: Chosen[],
  { app, body, tx, actor, today }: Context & { actor: Actor; body: Asked },
): Promise<AsyncIterable<string[][]>> {
  const names = [...new Set(chosen.flatMap(({ name, column }) => (column.currency ? [name, column.currency] : [name])))]
  const context = { app, actor, today }
  const judged = await judgementOfAll(source, body, tx, context)
  const query = ordered(matching(source, tx, context, { asked: body, judged }), source, body, { actor })
    .select(names)
    .compile()
  await tx.executeQuery({ ...query, sql: `declare export_rows no scroll cursor for ${query.sql}` })
  const fetch = () => plainRows(tx, `fetch ${batchSize} from export_rows`)
  const texts = chosen.map((choice) => textOf(choice, names, actor.timeZone))
  const first = await fetch()
  return (async function* () {
    for (let rows = first; ; ) {
      // The database reads the next batch while this one is written.
      const next = rows.length < batchSize ? undefined : fetch()
      next?.catch(() => {})
      if (rows.length > 0) yield rows.map((row) => texts.map((text) => text(row)))
      if (!next) return
      rows = await next
    }
  })()
}

/** What numbers a cell, rather than naming something. */
const isNumber = ({ column: { kind } }: Chosen) => kind === 'money' || kind === 'number' || kind === 'percent'

/** A code inside a text. */
const code = /\w+/g

/** How a column's text is made from a row. */
function textOf({ name, column, words }: Chosen, names: string[], timeZone: number): (row: unknown[]) => string {
  const place = names.indexOf(name)
  const made = (make: (value: string, row: unknown[]) => string) => (row: unknown[]) => {
    const value = row[place]
    return value === null || value === undefined || value === '' ? '' : make(String(value), row)
  }
  if (column.kind === 'money') {
    const at = column.currency ? names.indexOf(column.currency) : -1
    return made((value, row) => toScale(value, row[at] ? scaleOf(String(row[at])) : 2))
  }
  if (column.kind === 'number' || column.kind === 'percent') return made(withoutZeros)
  if (column.kind === 'dateTime') return made((value) => inZone(value, timeZone))
  if (column.month) return made((value) => value.slice(0, 7))
  const word = (one: string) => words?.[one] ?? one
  if (column.codes) return made((value) => value.replace(code, word))
  if (column.several) return made((value) => value.split(listSeparator).map(word).join(listSeparator))
  return made(word)
}

/** An instant as the database writes it, 2025-03-03 04:05:06.789+00, as the clock of a zone shows it. */
function inZone(value: string, timeZone: number): string {
  if (timeZone === 0) return value.slice(0, 19)
  const utc = Date.parse(`${value.slice(0, 10)}T${value.slice(11, 19)}Z`)
  return new Date(utc + timeZone * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** Database text with four decimals in the currency's own scale: 100.0000 USD reads 100.00. */
const toScale = (value: string, scale: number) => {
  if (scale === 2 && value.endsWith('00') && value.at(-5) === '.') return value.slice(0, -2)
  const [whole = '0', part = ''] = value.split('.')
  const kept = part.padEnd(scale, '0')
  // Digits beyond the scale are zeros by construction; were they not, showing them is better than losing them.
  const extra = kept.slice(scale).replace(/0+$/, '')
  return scale === 0 && !extra ? whole : `${whole}.${kept.slice(0, scale)}${extra}`
}

/** What a text must not stand in a file as it is for: it would be a separator, or a formula. */
const special = /[",\r\n]|^[=+\-@\t＝＋－＠]/

/** RFC 4180 with byte-order mark. A text that a spreadsheet would take for a formula gets an apostrophe in front. */
async function* csvText(chosen: Chosen[], batches: AsyncIterable<string[][]>): AsyncGenerator<string> {
  const quote = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const safe = (value: string) =>
    special.test(value)
      ? quote(/^[=+\-@\t\r＝＋－＠]/.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value)
      : value
  yield `\ufeff${chosen.map(({ title }) => safe(title)).join(',')}\r\n`
  const numbers = chosen.map(isNumber)
  for await (const batch of batches) {
    let text = ''
    for (const row of batch) {
      for (let i = 0; i < row.length; i++) text += (i === 0 ? '' : ',') + (numbers[i] ? row[i] : safe(row[i]!))
      text += '\r\n'
    }
    yield text
  }
}
