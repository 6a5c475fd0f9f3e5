import type { FeedState } from '@usance/wire/outlook/calls'
import type { Tx } from '../../database/database.ts'

export const feedsKey = 'newsFeeds'

/** How each feed last went. */
export const feedStates = async (tx: Tx): Promise<FeedState[]> =>
  ((await tx.selectFrom('setting').select('value').where('key', '=', feedsKey).executeTakeFirst())?.value as
    | FeedState[]
    | undefined) ?? []
