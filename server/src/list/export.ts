import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { scaleOf } from '@usance/domain/currencies'
import { type Column, type ExportQuery, listSeparator } from '@usance/wire/list'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor, Context } from '../http/context.ts'
import { Refused } from '../http/refused.ts'
import { matching, ordered } from './page.ts'
import type { Row, Source } from './source.ts'
import { type ExportCell, xlsxStream } from './xlsx-stream.ts'

type Asked = z.output<typeof ExportQuery>
type Chosen = { name: string; title: string; column: Column; words: Record<string, string> | undefined }

const batchSize = 2000

/** Sends every row that matches, in the order asked for, while it is read: nothing is cut, and memory does not grow. */
export async function exportList(
  source: Source<any>,
  format: 'xlsx' | 'csv',
  request: Context & { actor: Actor; body: Asked },
): Promise<unknown> {
  const { body, raw, now, actor } = request
  const chosen = chosenColumns(source, body)
  const batches = await cells(source, chosen, request)
  const day = new Date(now.getTime() + actor.timeZone * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  const stream =
    format === 'xlsx'
      ? xlsxStream(
          chosen.map(({ title }) => title),
          batches,
        )
      : Readable.from(csvText(chosen, batches))
  const { reply } = raw
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type':
      format === 'xlsx' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${source.list.id.replace(/[^a-z0-9.-]/gi, '-')}_${day}.${format}"`,
    'cache-control': 'no-store',
  })
  try {
    await pipeline(stream, reply.raw)
  } catch (error) {
    // The answer has begun: cutting the connection is the only honest sign that the file is not whole.
    reply.raw.destroy()
    request.log.error({ err: error }, 'export stopped')
  }
  return undefined
}

function chosenColumns(source: Source<any>, { columnList, words = {} }: Asked): Chosen[] {
  const columns = source.list.columns as Record<string, Column>
  // An amount without its currency says nothing, even where the screen shows the currency beside the amount.
  const currencies = new Set(Object.values(columns).map((one) => one.currency))
  const wanted = columnList?.length
    ? columnList
    : Object.entries(columns)
        .filter(([key, c]) => !c.internal && (!c.hidden || currencies.has(key)))
        .map(([key]) => ({ key, title: key }))
  return wanted.map(({ key, title }) => {
    const column = Object.hasOwn(columns, key) ? columns[key] : undefined
    if (!column || column.internal) throw new Refused('FIELD_NOT_ALLOWED', { field: key })
    return { name: key, title, column, words: words[key] }
  })
}

/** The rows in batches. The first one is read before anything is sent, so that a refusal is still an answer of its own. */
async function cells(
  source: Source<any>,
  chosen: Chosen[],
  { body, tx, actor, today }: Context & { actor: Actor; body: Asked },
): Promise<AsyncIterable<ExportCell[][]>> {
  const query = ordered(matching(source, tx, { actor, today }, body), source, body)
    .selectAll()
    .compile()
  await tx.executeQuery({ ...query, sql: `declare export_rows no scroll cursor for ${query.sql}` } as never)
  const fetch = async () => (await sql<Row>`${sql.raw(`fetch ${batchSize} from export_rows`)}`.execute(tx)).rows
  const first = await fetch()
  return (async function* () {
    for (let rows = first; ; rows = await fetch()) {
      if (rows.length > 0) yield rows.map((row) => chosen.map((choice) => cellOf(row, choice, actor.timeZone)))
      if (rows.length < batchSize) return
    }
  })()
}

function cellOf(row: Row, { name, column, words }: Chosen, timeZone: number): ExportCell {
  const value = row[name]
  if (value === null || value === undefined || value === '') return { kind: 'text', value: '' }
  if (column.kind === 'money') {
    const currency = column.currency ? String(row[column.currency] ?? '') : ''
    return { kind: 'number', value: toScale(String(value), currency ? scaleOf(currency) : 2) }
  }
  if (column.kind === 'number' || column.kind === 'percent') return { kind: 'number', value: trimZeros(String(value)) }
  if (column.kind === 'dateTime')
    return {
      kind: 'text',
      value: new Date(new Date(String(value)).getTime() + timeZone * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
    }
  const word = (one: string) => words?.[one] ?? one
  if (column.several) return { kind: 'text', value: String(value).split(listSeparator).map(word).join(listSeparator) }
  return { kind: 'text', value: word(String(value)) }
}

/** Database text with four decimals in the currency's own scale: 100.0000 USD reads 100.00. */
const toScale = (value: string, scale: number) => {
  const [whole = '0', part = ''] = value.split('.')
  const kept = part.padEnd(scale, '0')
  // Digits beyond the scale are zeros by construction; were they not, showing them is better than losing them.
  const extra = kept.slice(scale).replace(/0+$/, '')
  return scale === 0 && !extra ? whole : `${whole}.${kept.slice(0, scale)}${extra}`
}
const trimZeros = (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)

/** RFC 4180 with byte-order mark. A text that a spreadsheet would take for a formula gets an apostrophe in front. */
async function* csvText(chosen: Chosen[], batches: AsyncIterable<ExportCell[][]>): AsyncGenerator<string> {
  const quote = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const safe = ({ kind, value }: ExportCell) =>
    quote(kind === 'text' && /^[=+\-@\t\r]/.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value)
  yield `\ufeff${chosen.map(({ title }) => safe({ kind: 'text', value: title })).join(',')}\r\n`
  for await (const batch of batches) yield batch.map((row) => `${row.map(safe).join(',')}\r\n`).join('')
}
