import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Permission } from '@usance/domain/permissions'
import type { Sent } from '@usance/wire/call'
import { rowsOfKind } from '@usance/wire/config-change/answers'
import { configChangeCalls, rowsAtOnce } from '@usance/wire/config-change/calls'
import type { ConfigKind } from '@usance/wire/config-change/values'
import { send } from '../../../http/client.ts'
import { useCan, useMayAct } from '../../../session/session.ts'

/** A change as it is put forward. */
export type Proposal = Sent<typeof configChangeCalls.propose>['body']
export type ProposalOf<K extends ConfigKind> = Extract<Proposal, { kind: K }>

/** What is in force of one kind. */
export const useCurrent = <K extends ConfigKind>(kind: K, more: { countryCode?: string; year?: number } = {}) =>
  useQuery({
    queryKey: ['config', kind, 'current', more],
    queryFn: async () => {
      const rows = await send(configChangeCalls.current, { body: { kind, ...more } }, { quiet: true })
      return rowsOfKind(kind, rows)
    },
  })

/** What is in force of one kind, a page after the other where its rows do not come at once. */
export function useCurrentPages<K extends ConfigKind>(kind: K) {
  const most = rowsAtOnce[kind]
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['config', kind, 'current', 'pages'],
    queryFn: async ({ pageParam }) => {
      const body = pageParam === 1 ? { kind } : { kind, pageNum: pageParam }
      return rowsOfKind(kind, await send(configChangeCalls.current, { body }, { quiet: true }))
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === most ? pages.length + 1 : undefined),
  })
  // A row that moved to the next page while it was read stands once.
  return { ...query, data: data && [...new Map(data.pages.flat().map((row) => [row.id, row])).values()] }
}

/** The changes of one kind, the newest first. */
export const useChanges = (kind: ConfigKind) =>
  useQuery({
    queryKey: ['config', kind, 'changes'],
    queryFn: () => send(configChangeCalls.changes, { body: { kind } }, { quiet: true }),
  })

/** Whether the user may put forward changes under this permission. */
export function useMayChange(permission: Permission): boolean {
  const can = useCan()
  const mayDo = useMayAct()
  return can(permission) && mayDo(configChangeCalls.propose)
}

/** Reads everything of a kind again, after a change was put forward. */
export function useRefresh(kind: ConfigKind) {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['config', kind] })
}
