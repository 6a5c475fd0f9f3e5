import type { Bar, RecordKind } from '@usance/wire/act'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../database/database.ts'
import { Port } from '../port.ts'
import type { Actor } from './context.ts'

/** The SELECT of a kind of record: its id, its status and type, and the companies that a record belongs to. */
export type RecordSources = Partial<Record<RecordKind, (actor: Actor) => RawBuilder<unknown>>>

/** The records that a request may name. `all-records.ts` joins those of all contexts. */
export type Records = {
  sources: Required<RecordSources>
  /** Refuses an act on repayments that something bars which has happened since. */
  refuseBarred: (tx: Tx, unless: readonly Bar[], ids: readonly string[]) => Promise<void>
}

export const records = new Port<Records>('records')
