import type { AnyList, List } from '@usance/wire/list'
import type { SelectQueryBuilder } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { Actor } from '../http/context.ts'

/** The columns of a list as a row of its SELECT: each one is selected, and others may be. */
export type Selected<L extends AnyList> = { id: string } & { [K in keyof L['columns']]: unknown }
export type Row = Record<string, unknown> & { id: string }
export type ListContext = { actor: Actor; today: string }
export type Source<L extends AnyList = List> = {
  list: L
  rows: (tx: Tx, context: ListContext) => SelectQueryBuilder<any, any, any>
  /** What this user may do to each row now: the server decides buttons. */
  operations?: (row: any, context: ListContext) => string[]
}

/** A list's rows: one SELECT that names every column of the list and sees only what the actor may see. */
export const source = <L extends AnyList, O extends Selected<L>>(
  list: L,
  rows: (tx: Tx, context: ListContext) => SelectQueryBuilder<any, any, O>,
  operations?: (row: O, context: ListContext) => string[],
): Source<L> => ({ list, rows, ...(operations ? { operations } : {}) })
