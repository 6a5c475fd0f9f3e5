import type { List } from '@usance/wire/list'
import type { SelectQueryBuilder } from 'kysely'
import type { Tx } from '../database/database.ts'
import type { Actor } from '../http/context.ts'

type Selects<L extends List<any>> = { id: unknown } & { [K in keyof L['columns']]: unknown }
export type Row = Record<string, unknown> & { id: string }
export type ListContext = { actor: Actor; today: string }
export type Source<L extends List<any> = List> = {
  list: L
  rows: (tx: Tx, context: ListContext) => SelectQueryBuilder<any, any, any>
  /** What this user may do to each row now: the server decides buttons. */
  operations?: (row: any, context: ListContext) => string[]
}

/** A list's rows: one SELECT that names every column of the list and sees only what the actor may see. */
export const source = <L extends List<any>>(
  list: L,
  rows: (tx: Tx, context: ListContext) => SelectQueryBuilder<any, any, Selects<L>>,
  operations?: Source<L>['operations'],
): Source<L> => ({ list, rows, ...(operations ? { operations } : {}) })
