import type { AnyList } from '@usance/wire/list'
import type { ExpressionBuilder, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { App } from '../app.ts'
import type { Tx } from '../database/database.ts'
import type { Actor } from '../http/context.ts'

// biome-ignore lint/suspicious/noExplicitAny: the columns of a list are known when it is asked; Kysely types such a query by any.
type Dynamic = any
/** A SELECT whose columns are known at run time. */
export type DynamicQuery<O = Dynamic> = SelectQueryBuilder<Dynamic, Dynamic, O>
export type DynamicBuilder = ExpressionBuilder<Dynamic, Dynamic>

/** The columns of a list as a row of its SELECT: each one is selected, and others may be. */
export type Selected<L extends AnyList> = { id: string } & { [K in keyof L['columns']]: unknown }
export type Row = Record<string, unknown> & { id: string }
export type ListContext = { actor: Actor; today: string; app: App }
export type Source<L extends AnyList = AnyList> = {
  list: L
  rows: (tx: Tx, context: ListContext, judged?: RawBuilder<unknown>) => DynamicQuery
  judge?: Judge
  /** The columns that come from the judgement. Rows are found by them, never summed or sorted. */
  judged?: readonly string[]
  /** What finds rows by a column of its own: it is worked out where a search names that column, and holds up no other. */
  rule?: { column: string; of: Rule }
  /** How many rows a search by a judged column judges: a wider one is refused. */
  judgesAtMost?: number
  /** What this user may do to each row now: the server decides buttons. */
  operations?: (row: Dynamic, context: ListContext) => string[]
}

/**
 * What a rule says of the rows with these ids now, as a table for the SELECT. It sees as the caller sees when it ends.
 */
export type Judge = (tx: Tx, context: ListContext, ids: readonly string[]) => Promise<RawBuilder<unknown>>

/** What a rule says of each row now, as SQL. The transaction sees as the caller sees when it returns. */
type Rule = (tx: Tx, context: ListContext) => Promise<RawBuilder<boolean>>

/** A list's rows: one SELECT that names every column of the list and sees only what the actor may see. */
export const source = <L extends AnyList, O extends Selected<L>>(
  list: L,
  rows: (tx: Tx, context: ListContext) => DynamicQuery<O>,
  operations?: (row: O, context: ListContext) => string[],
): Source<L> => ({ list, rows, ...(operations ? { operations } : {}) })

/** The same for a list whose rows a rule judges: its SELECT takes what the rule says of them as a table. */
export const judgedSource = <L extends AnyList, O extends Selected<L>>(
  list: L,
  {
    judge,
    judged,
    rows,
    operations,
  }: {
    judge: Judge
    judged: readonly (keyof L['columns'] & string)[]
    rows: (tx: Tx, context: ListContext, judged: RawBuilder<unknown>) => DynamicQuery<O>
    operations?: (row: O, context: ListContext) => string[]
  },
): Source<L> => ({
  list,
  judge,
  judged,
  judgesAtMost: 5000,
  rows: (tx, context, table) => {
    if (!table) throw new Error(`The rows of ${list.id} were asked for without a judgement.`)
    return rows(tx, context, table)
  },
  ...(operations ? { operations } : {}),
})

/** The same for a list with a column by whose rule rows are found. Its SELECT takes the rule, where a search names the column. */
export const ruledSource = <L extends AnyList, O extends Selected<L>>(
  list: L,
  rule: { column: keyof L['columns'] & string; of: Rule },
  rows: (tx: Tx, context: ListContext, rule?: RawBuilder<unknown>) => DynamicQuery<O>,
  operations?: (row: O, context: ListContext) => string[],
): Source<L> => ({ list, rule, rows, ...(operations ? { operations } : {}) })
