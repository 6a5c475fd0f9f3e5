import type { ListPermission } from '@usance/domain/permissions'
import { z } from 'zod'
import { only } from './audience.ts'
import { type Call, call } from './call.ts'
import { pageOf, wholeNumber } from './fields.ts'
import type { CompanyRole } from './roles.ts'

/** The kinds of value a list can show. Money and percentages travel as exact decimal text, dates as calendar days. */
export type Kind = 'text' | 'money' | 'percent' | 'number' | 'date' | 'dateTime' | 'choice' | 'boolean'

type Options = {
  /** Offer this column in the search form. */
  search?: boolean
  sort?: boolean
  /** Show a sum (one line a currency) under the column. */
  total?: boolean
  /** Not shown until the user chooses it. */
  hidden?: boolean
  /** Not a column at all, only a search condition or data that cells need. */
  internal?: boolean
  /** An internal id or code: a page with the rows of one record or party filters by it, and only the exact one matches. */
  isReference?: 'id' | 'code'
  /** Pixels; 180 when left out. */
  width?: number
  /** Money: the name of the column that holds its currency. */
  currency?: string
  /** Choice: several values may be searched at once. */
  multiple?: boolean
  /** Choice: a row holds several values, joined by `listSeparator`; it is found by any of them. */
  several?: boolean
  /** Text: the words in it that are codes, which are shown and exported in the reader's language. */
  codes?: readonly string[]
  /** Text: the number of a document. People paste several at once, and find the rows with any of them. */
  isNumber?: boolean
  /** Text: has days and amounts in it, which are shown as everywhere else. It is found by what is shown and by what is stored. */
  hasFigures?: boolean
  /** Figures: conditions below zero make sense too. */
  negative?: boolean
  /** Instants: conditions keep their seconds instead of meaning whole days. */
  seconds?: boolean
  /** Dates: the column's filter is in months. */
  month?: boolean
  /** The seats that read it. The list of other seats does not have this column. */
  audience?: readonly CompanyRole[]
  /** Seats that read their own name in each row of it, where its name does not say so (`isOwnName`). */
  ownNameOf?: readonly CompanyRole[]
  /** Its title where an administrator gave it another one. */
  label?: { 'en-US'?: string; 'zh-CN'?: string }
  /** Its place in the table where an administrator gave it another one. */
  at?: number
  /** An administrator wants it on screen for good. */
  kept?: boolean
  /** An administrator took it out of the table. Conditions on it go on working, because links bring them. */
  withheld?: boolean
}
/** What stands between the values of a cell that holds several. */
export const listSeparator = ', '

export type Column<V extends string = string> = Options & { kind: Kind; choices?: readonly V[] }

/** A column that is never shown says so by its type, because it needs no title. */
export type InternalColumn<V extends string = string> = Column<V> & { internal: true }
type Internal = Options & { internal: true }

const column = (kind: Kind) => {
  function declare(options: Internal): InternalColumn
  function declare(options?: Options): Column
  function declare(options: Options = {}): Column {
    return { kind, ...options }
  }
  return declare
}
export const text = column('text')
export const percent = column('percent')
export const number = column('number')
export const date = column('date')
export const dateTime = column('dateTime')
export function flag(options: Internal): InternalColumn & { kind: 'boolean' }
export function flag(options?: Options): Column & { kind: 'boolean' }
export function flag(options: Options = {}): Column & { kind: 'boolean' } {
  return { kind: 'boolean', ...options }
}
const amount = column('money')
export function money(options: Internal): InternalColumn
export function money(options?: Options): Column
export function money(options: Options = {}): Column {
  return amount({ currency: 'currency', ...options })
}
export function choice<const V extends string>(choices: readonly V[], options: Internal): InternalColumn<V>
export function choice<const V extends string>(choices: readonly V[], options?: Options): Column<V>
export function choice<const V extends string>(choices: readonly V[], options: Options = {}): Column<V> {
  return { kind: 'choice', choices, ...options }
}

type Columns = Record<string, Column>
/** The columns of a table. A page may bring the rows itself; then nobody is asked for them, and there is no export. */
export type Table<C extends Columns = Columns> = {
  /** Also the key of its titles (`list.<id>.<column>`) and of the saved column preference. */
  id: string
  columns: C
  order: { by: keyof C & string; descending: boolean }
  /** Cancelled rows, by their status: the list shows them, and sums leave them out. */
  uncounted?: { readonly column: keyof C & string; readonly values: readonly string[] }
  /** Why the list is as wide as its columns; without a reason it takes 2200 pixels and scrolls. */
  fits?: string
  /** An administrator arranged its columns. */
  isArranged?: boolean
  /** Rows carry `operations`: what this user may do to each row now. */
  operations?: readonly string[]
}
/** A table, whatever its columns. A mapped type compares tables by their members, as their `order` names columns. */
export type AnyTable = { [K in keyof Table]: Table[K] }
/**
 * What both sides agree on about one list: its address, who may see it, and its columns.
 * From this one value come search form, filter tags, columns, chooser, sorting, paging, totals, prefill and export.
 */
export type List<C extends Columns = Columns> = Table<C> & {
  /** Rows are at `<path>/pageList`, exports at `<path>/excel/export` and `<path>/csv/export`. */
  path: string
  /** The permission prefix: `<permission>.view` opens the list, `<permission>.export` its exports. */
  permission: ListPermission
}
/** A list, whatever its columns. */
export type AnyList = { [K in keyof List]: List[K] }
type RowValue<C> = C extends { kind: 'boolean' }
  ? boolean
  : C extends { kind: 'number' }
    ? number
    : C extends Column<infer V>
      ? V
      : never
export type Row<L extends AnyTable> = { id: string; operations?: string[] } & {
  [K in keyof L['columns']]: RowValue<L['columns'][K]>
}
/** Why a list fits: stretched to 2200 pixels, columns that are read beside each other would stand far apart. */
export const readAtOnce = 'its columns are read beside each other on one screen'

/** Declares one list. */
export const list = <const C extends Columns, const P extends ListPermission, const I extends string>(
  l: List<C> & { id: I; permission: P },
): List<C> & { id: I; permission: P } => l
/** Declares one table of rows that a page brings itself. */
export const table = <const C extends Columns, const I extends string>(t: Table<C> & { id: I }): Table<C> & { id: I } => t
/** @internal The keys of the titles of a table's columns, `list.<id>.<column>`; a column that is never shown has none. */
export type TitleKey<T extends AnyTable> = T extends AnyTable
  ? {
      [K in keyof T['columns'] & string]: T['columns'][K] extends { internal: true } ? never : `list.${T['id']}.${K}`
    }[keyof T['columns'] & string]
  : never

/** The columns of a list for a seat. Columns of other audiences are left out of search, sort, sums and exports too. */
export const columnsFor = ({ columns }: Pick<Table, 'columns'>, seat: CompanyRole | undefined): Record<string, Column> =>
  Object.fromEntries(
    Object.entries(columns).filter(([, { audience }]) => !audience || (seat !== undefined && audience.includes(seat))),
  )

/** The seats that read their own name in each row of a column. One that acts on both sides of the trade has no such column. */
const namesOf: Readonly<Record<string, readonly CompanyRole[]>> = {
  supplierName: ['SUPPLIER'],
  buyerName: ['BUYER'],
  funderName: ['FUNDER'],
  ownerName: ['SUPPLIER', 'BUYER', 'FUNDER'],
}
/** Whether a seat reads its own name in a column: there it is offered last, and shown only when it is asked for. */
export const isOwnName = (name: string, { ownNameOf }: Pick<Column, 'ownNameOf'>, seat: CompanyRole | undefined): boolean =>
  seat !== undefined && (ownNameOf ?? namesOf[name] ?? []).includes(seat)

/** Kinds that are searched from one value to another. */
const ranged: readonly Kind[] = ['money', 'number', 'percent', 'date', 'dateTime']
/** Conditions of the form, and every column one can see: those are filtered from their heads. */
export const conditionColumns = ({ columns }: Pick<Table, 'columns'>): [string, Column][] =>
  Object.entries(columns).filter(([, column]) => column.search || !column.internal)
/** The names of the conditions that a list declares: the column itself, or its two bounds. */
export const conditionNames = (list: Pick<Table, 'columns'>): string[] =>
  conditionColumns(list).flatMap(([name, { kind }]) => (ranged.includes(kind) ? [`${name}Begin`, `${name}End`] : [name]))

/** The name under which an administrator arranges a list's columns. */
export const tableNameOf = ({ id }: Pick<Table, 'id'>): string => `LIST_${id.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`

/**
 * Names of columns with the currency of their amounts, once each and next to the first amount, where it is not among them: on
 * screen it stands beside the amount, but a sheet of mixed currencies without it would be wrong.
 */
export function withCurrencies(columns: Readonly<Record<string, Column>>, names: readonly string[]): string[] {
  const there = new Set(names)
  return names.flatMap((name) => {
    const column = columns[name]
    const currency = column?.kind === 'money' ? column.currency : undefined
    if (!currency || there.has(currency) || !columns[currency] || columns[currency].internal) return [name]
    there.add(currency)
    return [name, currency]
  })
}

/**
 * What a browser asks of a list. Filters are declared column names, with Begin and End for ranges. A bound of days is a day, or one
 * of `relativeDays`, which lie where they do from the business date.
 */
export const ListQuery = z.object({
  pageNum: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 20_000).default(20),
  filterFields: z.record(z.string().max(80), z.union([z.string().max(500), z.array(z.string().max(200)).max(200)])).default({}),
  orderByField: z.string().max(80).optional(),
  isDesc: z.union([z.boolean(), z.literal(0), z.literal(1), z.literal('0'), z.literal('1')]).optional(),
  isEqual: z.union([z.boolean(), z.string().max(10)]).optional(),
  isOperation: z.boolean().optional(),
  /** Distinct values of one column, for completion. */
  filterByField: z.string().max(80).optional(),
  /** Earliest and latest value of one date column. */
  dateFilterByField: z.string().max(80).optional(),
  /** Sum of one money column. */
  amountSumByField: z.string().max(400).optional(),
})
export type ListQuery = z.input<typeof ListQuery>

export const ExportQuery = ListQuery.extend({
  columnList: z
    .array(z.object({ grp: z.string().max(80).optional(), key: z.string().max(80), title: z.string().max(200) }))
    .max(100)
    .optional(),
  /** The words of choices in the reader's language, by column and value. */
  words: z.record(z.string().max(80), z.record(z.string().max(80), z.string().max(200))).optional(),
  languageEnum: z.enum(['US', 'CN']).optional(),
})

/** The wire value of a column by its kind; an empty cell is null. */
const cell: { [K in Kind]: z.ZodType } = {
  text: z.string(),
  choice: z.string(),
  money: z.string(),
  percent: z.string(),
  number: z.union([z.number(), z.string()]),
  date: z.string(),
  dateTime: z.string(),
  boolean: z.boolean(),
}
/** A row of the list. Where one column alone was requested, its values come without an id. */
const rowOf = ({ columns }: Table) =>
  z.object({
    ...Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        const shown = cell[column.kind].nullish()
        return [name, column.audience ? only(column.audience, shown) : shown]
      }),
    ),
    id: z.string().optional(),
    operations: z.array(z.string()).optional(),
  })
/** The sum of one column, in one currency where the column has one. */
const ColumnSum = z.object({ field: z.string(), currency: z.string().optional(), totalAmount: z.string() })

/** The three calls every list has. */
export const listCalls = (l: AnyList) =>
  ({
    pageList: call({
      method: 'POST',
      path: `${l.path}/pageList`,
      access: { permission: `${l.permission}.view` },
      scope: 'company',
      effect: 'read',
      title: `A page of ${l.id}`,
      body: ListQuery,
      answer: pageOf(z.union([ColumnSum, rowOf(l)]) as z.ZodType<Record<string, unknown>>)
        .partial()
        .extend({
          minTime: z.string().nullish(),
          maxTime: z.string().nullish(),
          totalAmount: z.string().optional(),
        }),
    }),
    excelExport: exportCall(l, 'excel'),
    csvExport: exportCall(l, 'csv'),
  }) satisfies Record<string, Call>

const exportCall = (l: AnyList, format: 'excel' | 'csv') =>
  call({
    method: 'POST',
    path: `${l.path}/${format}/export`,
    access: { permission: `${l.permission}.export` },
    scope: 'company',
    effect: 'read',
    title: `Every row of ${l.id} as ${format === 'excel' ? 'xlsx' : 'csv'}`,
    body: ExportQuery,
    answer: z.any(),
    kind: 'file',
    isLong: true,
  })
