import { type RawBuilder, sql } from 'kysely'

/** SQL: whether somebody is one of the concerned of an approval, or introduced a company among them. */
export const isConcerned = (userId: RawBuilder<unknown>, concernedIds: RawBuilder<unknown>) =>
  sql<boolean>`is_concerned(${userId}, ${concernedIds})`
