import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../http/context.ts'

/** SQL for lists, search, assistant and the records that a request names: an invoice or purchase order of this alias unless it is a draft, which is its supplier's own. */
export const noForeignDraft = ({ staff }: Pick<Actor, 'staff'>, alias: string): RawBuilder<boolean> =>
  staff ? sql`${sql.ref(`${alias}.doc_status`)} <> 'DRAFT'` : sql`true`
