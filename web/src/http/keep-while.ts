import { hashKey, type QueryKey } from '@tanstack/react-query'

/**
 * For a query's `placeholderData`: the answer before stays on screen while the next one is on its way, as long as both
 * questions begin with `about`. An answer about something else, such as another currency, is never shown as the new one's.
 */
export const keepWhile =
  (about: QueryKey) =>
  <T>(before: T | undefined, asked: { queryKey: QueryKey } | undefined): T | undefined =>
    asked && hashKey(asked.queryKey.slice(0, about.length)) === hashKey(about) ? before : undefined
