import { isLocalDate } from '@usance/domain/local-date'
import { dayMeant } from '@usance/domain/relative-day'
import { Id } from '@usance/wire/fields'
import { type Column, columnsFor, type Kind, type ListQuery, listSeparator } from '@usance/wire/list'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { amountText } from '../database/amount.ts'
import { asksNoMore, type Tx } from '../database/database.ts'
import { inSlices } from '../database/in-slices.ts'
import { Refused } from '../http/refused.ts'
import type { DynamicBuilder, DynamicQuery, ListContext, Row, Source } from './source.ts'
import { storedForms } from './stored-forms.ts'

export type Asked = z.output<typeof ListQuery>
type Filters = Record<string, string | string[]>
type Where = (
  eb: DynamicBuilder,
  name: string,
  filters: Filters,
  asked: { exact: boolean; column: Column },
) => Expression<SqlBool>[]

/** Words of a search as they stand in a pattern of LIKE. */
export const escapeLike = (value: string) => value.replace(/[\\%_]/g, (c) => `\\${c}`)
const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)?.trim() || undefined
const many = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value : (value?.split(',') ?? [])).map((v) => v.trim()).filter((v) => v !== '' && v !== 'ALL')

/**
 * `abc*` finds what begins with abc, everything else what contains it; with isEqual only what is the same. Of several values it finds
 * what is one of them, in any case.
 */
const contains: Where = (eb, name, filters, { exact, column }) => {
  const value = one(filters[name])
  if (value === undefined || value === 'ALL') return []
  // A value that is no uuid matches no row.
  if (column.isReference === 'code') return [eb(name, '=', value)]
  if (column.isReference) return [Id.safeParse(value).success ? eb(name, '=', value) : sql<SqlBool>`false`]
  const values = Array.isArray(filters[name]) ? many(filters[name]) : []
  if (values.length > 1) return [sql<SqlBool>`lower(${sql.ref(name)}) = any(${values.map((each) => each.toLowerCase())}::text[])`]
  if (exact) return [eb(name, '=', value)]
  const isBeginning = value.endsWith('*')
  const words = isBeginning ? value.slice(0, -1) : value
  const forms = column.hasFigures ? storedForms(words) : [words]
  return [eb.or(forms.map((form) => eb(name, 'ilike', `${isBeginning ? '' : '%'}${escapeLike(form)}%`)))]
}
const isOneOf: Where = (eb, name, filters, { column }) => {
  const values = many(filters[name])
  if (values.length === 0) return []
  if (column.several) return [sql<SqlBool>`string_to_array(${sql.ref(name)}, ${listSeparator}) && ${values}::text[]`]
  return [eb(name, 'in', values)]
}
const unreadable = (name: string) =>
  new Refused('BAD_REQUEST', { fields: [{ field: `filterFields.${name}`, message: 'invalid_format' }] })
const flags = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])
const isTrue: Where = (eb, name, filters) => {
  const value = one(filters[name])
  if (value === undefined || value === 'ALL') return []
  const meant = flags.get(value)
  if (meant === undefined) throw unreadable(name)
  return [eb(name, '=', meant)]
}
const range =
  (accept: (value: string) => boolean, bound: (value: string, end: boolean) => unknown): Where =>
  (eb, name, filters) =>
    (['Begin', 'End'] as const).flatMap((edge) => {
      const value = one(filters[`${name}${edge}`])
      if (value === undefined) return []
      if (!accept(value)) throw unreadable(`${name}${edge}`)
      return [eb(name, edge === 'Begin' ? '>=' : '<=', bound(value, edge === 'End'))]
    })
const amount = (value: string) => /^-?\d{1,18}(\.\d{1,10})?$/.test(value)
const hours = '([01]\\d|2[0-3]):[0-5]\\d'
const hasDay = (value: string) => isLocalDate(value.slice(0, 10))
const day = (value: string) => hasDay(value) && new RegExp(`^.{10}( ${hours}:[0-5]\\d)?$`).test(value)
const instant = (value: string) =>
  hasDay(value) && new RegExp(`^.{10}([ T]${hours}:[0-5]\\d(\\.\\d{1,6})?(Z|[+-](0\\d|1[0-4]):?[0-5]\\d)?)?$`).test(value)

/** How each kind of column is searched. A new kind does not compile until it has its line here. */
const where: { [K in Kind]: Where } = {
  text: contains,
  choice: isOneOf,
  boolean: isTrue,
  money: range(amount, (value) => value),
  percent: range(amount, (value) => value),
  number: range(amount, (value) => value),
  date: range(day, (value) => value.slice(0, 10)),
  dateTime: range(instant, (value, end) => (value.length === 10 ? `${value} ${end ? '23:59:59.999' : '00:00:00'}` : value)),
}

const isOfDays = ({ kind }: Column) => kind === 'date' || kind === 'dateTime'
const ranged = (kind: Kind) => kind !== 'text' && kind !== 'choice' && kind !== 'boolean'
const namesOf = (name: string, { kind }: Column) => (ranged(kind) ? [`${name}Begin`, `${name}End`] : [name])
const zoneText = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`

/**
 * The rows of a list that match what was asked, with what its rule says of them. Only what the list declares as searchable reaches the
 * SQL.
 */
export function matching(
  source: Source,
  tx: Tx,
  context: ListContext,
  { asked, judged }: { asked: Asked; judged: RawBuilder<unknown> | undefined },
): DynamicQuery<{}> {
  const columns = Object.entries(columnsFor(source.list, context.actor.companyRole))
  // What one can see one may filter by; what is internal only where the list declares it.
  const searchable = columns.filter(([, column]) => column.search || column.isReference || !column.internal)
  const allowed = new Set(searchable.flatMap(([name, column]) => namesOf(name, column)))
  for (const name of Object.keys(asked.filterFields))
    if (!allowed.has(name)) throw new Refused('FIELD_NOT_ALLOWED', { field: name })
  const exact = asked.isEqual === true || asked.isEqual === 'true' || asked.isEqual === '1'
  // A relative day is one from the business date on. A day without zone, asked of an instant, is a day in the user's zone.
  const filters = Object.fromEntries(
    Object.entries(asked.filterFields).map(([name, said]) => {
      const column = columns.find(([key, c]) => isOfDays(c) && (name === `${key}Begin` || name === `${key}End`))?.[1]
      if (!column || Array.isArray(said)) return [name, said]
      const value = dayMeant(said, context.today)
      if (column.kind === 'date' || !value || /(Z|[+-]\d{2}:?\d{2})$/.test(value.slice(10))) return [name, value]
      const full = value.length === 10 ? `${value} ${name.endsWith('End') ? '23:59:59.999' : '00:00:00'}` : value
      return [name, `${full}${zoneText(context.actor.timeZone * 60)}`]
    }),
  )
  return tx
    .selectFrom(source.rows(tx, context, judged).as('rows'))
    .where((eb: DynamicBuilder) =>
      eb.and(searchable.flatMap(([name, column]) => where[column.kind](eb, name, filters, { exact, column }))),
    )
}

/** The order asked for, among sortable columns, always ending in the id so that pages never overlap. */
export function ordered<T extends DynamicQuery>(
  found: T,
  source: Source,
  asked: Asked,
  { actor }: Pick<ListContext, 'actor'>,
): T {
  const columns = columnsFor(source.list, actor.companyRole)
  const { order } = source.list
  const field = asked.orderByField || undefined
  if (field && !columns[field]?.sort) throw new Refused('FIELD_NOT_ALLOWED', { field })
  const by = field ?? order.by
  const descending = field ? [true, 1, '1'].includes(asked.isDesc ?? false) : order.descending
  return (
    found
      // An empty value counts as the smallest, both ways: so one index serves both directions.
      .orderBy(by, (o) => (descending ? o.desc().nullsLast() : o.asc().nullsFirst()))
      .orderBy('id', descending ? 'desc' : 'asc') as T
  )
}

/**
 * What the rule of a list says of the rows that an answer is made of. It takes its time for each row, and a list may have tens of
 * thousands: it judges those of the page alone, or where the search names what it says, those that match the rest of the search.
 * Throws FIELD_NOT_ALLOWED for a sum or an order by what it says, and SEARCH_TOO_WIDE.
 */
async function judgement(source: Source, asked: Asked, tx: Tx, context: ListContext): Promise<RawBuilder<unknown> | undefined> {
  if (source.rule) return ruleOf(source, asked, tx, context)
  const { judge, judged = [], judgesAtMost } = source
  if (!judge) return undefined
  const { amountSumByField, dateFilterByField, filterByField, orderByField } = asked
  const told = [amountSumByField, dateFilterByField, filterByField].flatMap((names) => (names ? names.split(',') : []))
  const forAll = [...told, orderByField ?? ''].map((name) => name.trim()).find((name) => judged.includes(name))
  if (forAll) throw new Refused('FIELD_NOT_ALLOWED', { field: forAll })
  if (Object.entries(asked.filterFields).some(([name, value]) => isOfJudged(source, name) && many(value).length > 0))
    return judgementOfAll(source, asked, tx, context, judgesAtMost)
  const unjudged = await judge(tx, context, [])
  if (told.length > 0) return unjudged
  const rows = ordered(matching(source, tx, context, { asked, judged: unjudged }).select('id'), source, asked, context)
  return judge(tx, context, await idsOf(rows.limit(asked.pageSize).offset((asked.pageNum - 1) * asked.pageSize)))
}

/** What the rule of a list says, where a search names its column. */
const ruleOf = async ({ rule }: Source, { filterFields }: Asked, tx: Tx, context: ListContext) =>
  rule && Object.hasOwn(filterFields, rule.column) ? rule.of(tx, context) : undefined

const isOfJudged = ({ judged = [] }: Source, name: string) => judged.includes(name.replace(/(Begin|End)$/, ''))
const idsOf = async (rows: DynamicQuery) => ((await rows.execute()) as { id: string }[]).map(({ id }) => id)

/** What the rule of a list says of every row that matches the rest of a search. Throws SEARCH_TOO_WIDE where they are more than `atMost`. */
export async function judgementOfAll(source: Source, asked: Asked, tx: Tx, context: ListContext, atMost?: number) {
  const { judge, judged = [], rule } = source
  if (rule) return ruleOf(source, asked, tx, context)
  if (!judge) return undefined
  // What is said of rows for the acts on them alone is in no column.
  if (judged.length === 0) return judge(tx, context, [])
  const filterFields = Object.fromEntries(Object.entries(asked.filterFields).filter(([name]) => !isOfJudged(source, name)))
  const rest = matching(source, tx, context, { asked: { ...asked, filterFields }, judged: await judge(tx, context, []) })
  const ids = await idsOf(rest.select('id').$if(atMost !== undefined, (query) => query.limit((atMost ?? 0) + 1)))
  if (atMost !== undefined && ids.length > atMost) throw new Refused('SEARCH_TOO_WIDE', { count: atMost })
  return judge(tx, context, ids)
}

/** One page of a list, or the sum, the range or the distinct values of one of its columns. */
export async function page(source: Source, asked: Asked, tx: Tx, context: ListContext) {
  const columns = columnsFor(source.list, context.actor.companyRole)
  const found = matching(source, tx, context, { asked, judged: await judgement(source, asked, tx, context) })
  if (asked.amountSumByField) return sums(found, columns, source.list, asked.amountSumByField)
  if (asked.dateFilterByField) {
    const name = known(columns, asked.dateFilterByField, ['date', 'dateTime'])
    const range = (await found
      .select((eb: DynamicBuilder) => [eb.fn.min(name).as('minTime'), eb.fn.max(name).as('maxTime')])
      .executeTakeFirst()) as { minTime: string | null; maxTime: string | null }
    return { minTime: range.minTime, maxTime: range.maxTime }
  }
  if (asked.filterByField) {
    const name = known(columns, asked.filterByField, ['text', 'choice'])
    const rows = await found.select(name).distinct().where(name, 'is not', null).orderBy(name).limit(asked.pageSize).execute()
    return { pageNum: 1, pageSize: asked.pageSize, total: rows.length, list: rows }
  }
  const offset = (asked.pageNum - 1) * asked.pageSize
  const all = offset < deep ? found : idsFirst(found, source, asked, context, offset)
  const answers = Promise.all([
    ordered(all.selectAll(), source, asked, context)
      .limit(asked.pageSize)
      .offset(offset < deep ? offset : 0)
      .execute() as Promise<Row[]>,
    countOf(found),
  ])
  asksNoMore(tx)
  const [rows, total] = await answers
  const shown = await inSlices(rows, (row) => ({
    ...shownRow(row, columns),
    ...(source.operations ? { operations: source.operations(row, context) } : {}),
  }))
  return { pageNum: asked.pageNum, pageSize: asked.pageSize, total, list: shown }
}

/** From this many rows in, a page finds its ids before it reads what belongs to them. */
const deep = 200

const countOf = async (found: DynamicQuery<{}>) =>
  Number(((await found.select(sql<string>`count(*)`.as('total')).executeTakeFirst()) as { total: string }).total)

function idsFirst(found: DynamicQuery<{}>, source: Source, asked: Asked, context: ListContext, offset: number) {
  const ids = ordered(found.select('id'), source, asked, context).limit(asked.pageSize).offset(offset)
  return found.where(sql<SqlBool>`rows.id = any(array(${ids}))`)
}

function known(columns: Record<string, Column>, name: string, kinds: Kind[]): string {
  const column = columns[name]
  if (!column || !kinds.includes(column.kind)) throw new Refused('FIELD_NOT_ALLOWED', { field: name })
  return name
}

/**
 * The sums of columns named with commas between them, by currency where the column has one. Columns in the same currency share
 * one query. Rows that the list does not count add nothing.
 */
async function sums(found: DynamicQuery, columns: Record<string, Column>, { uncounted }: Source['list'], fields: string) {
  const names = fields.split(',').map((field) => known(columns, field.trim(), ['money', 'number']))
  const unitOf = (name: string) => (columns[name]!.kind === 'money' ? columns[name]!.currency : undefined)
  const list: { field: string; currency?: string; totalAmount: string }[] = []
  for (const unit of new Set(names.map(unitOf))) {
    const together = names.filter((name) => unitOf(name) === unit)
    const counted = uncounted
      ? sql` filter (where coalesce(${sql.ref(uncounted.column)} <> all (${[...uncounted.values]}::text[]), true))`
      : sql``
    const added = together.map((name) => sql<string>`coalesce(sum(${sql.ref(name)})${counted}, 0)::text`.as(`sumOf${name}`))
    const rows: Record<string, string>[] = await (unit
      ? found
          .select([unit, ...added])
          .groupBy(unit)
          .orderBy(unit)
      : found.select(added)
    ).execute()
    for (const field of together)
      for (const row of rows) {
        const currency = unit ? row[unit] : undefined
        const total = row[`sumOf${field}`]!
        list.push({ field, currency, totalAmount: currency ? amountText(total, currency) : total })
      }
  }
  if (list.length === 1) return { list, totalAmount: list[0]!.totalAmount, pageNum: 1, pageSize: 1, total: 1 }
  return { list, pageNum: 1, pageSize: list.length, total: list.length }
}

/**
 * The declared columns of a row: amounts in their currency's scale, and percentages without the trailing zeros of the database.
 * Other columns of a source decide the row's operations and stay on the server.
 */
function shownRow(row: Row, columns: Record<string, Column>): Row {
  const shown: Row = { id: row.id }
  for (const [name, { kind, currency }] of Object.entries(columns)) {
    const value = row[name]
    if (typeof value !== 'string') shown[name] = value
    else if (kind === 'money' && currency && row[currency]) shown[name] = amountText(value, String(row[currency]))
    else if (kind === 'percent' && value.includes('.')) shown[name] = value.replace(/\.?0+$/, '')
    else shown[name] = value
  }
  return shown
}
