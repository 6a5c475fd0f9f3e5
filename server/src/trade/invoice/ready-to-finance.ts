import type { RawBuilder } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { ListContext } from '../../list/source.ts'
import { Port } from '../../port.ts'

/** SQL: whether an `invoice` is the caller's own and some offer may finance it now. The transaction sees as the caller sees when it returns. */
export type ReadyToFinance = (tx: Tx, context: ListContext) => Promise<RawBuilder<boolean>>

export const readyToFinance = new Port<ReadyToFinance>('readyToFinance')
