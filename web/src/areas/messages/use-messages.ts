import { useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationCalls } from '@usance/wire/notification/calls'
import { useEffect } from 'react'
import { send } from '../../http/client.ts'
import { onMessage, setUnread, useUnread } from '../../shell/notices.ts'

type Asked = { unreadOnly?: boolean; about?: string[]; pageNum?: number; pageSize?: number }

/** A page of messages; what arrives or is read meanwhile shows at once. */
export function useMessages(asked: Asked) {
  const queries = useQueryClient()
  const unread = useUnread()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed the number of unread ones changed the list
  useEffect(() => void queries.invalidateQueries({ queryKey: ['messages'] }), [unread])
  useEffect(() => onMessage(() => void queries.invalidateQueries({ queryKey: ['messages'] })), [queries])
  return useQuery({
    queryKey: ['messages', asked],
    queryFn: async () => {
      const answer = await send(notificationCalls.list, { body: asked }, { quiet: true })
      setUnread(answer.unread)
      return answer
    },
    placeholderData: (before) => before,
    staleTime: 0,
  })
}
