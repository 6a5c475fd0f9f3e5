import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationCalls } from '@usance/wire/notification/calls'
import { useEffect } from 'react'
import { send } from '../../http/client.ts'
import { onMessage, setUnread, useUnread } from '../../shell/notices.ts'

type Asked = { unreadOnly?: boolean; about?: string[]; pageSize?: number }

async function ask(body: Asked & { pageNum?: number }) {
  const answer = await send(notificationCalls.list, { body }, { quiet: true })
  setUnread(answer.unread)
  return answer
}

/** What arrives or is read meanwhile shows at once. */
function useFreshMessages() {
  const queries = useQueryClient()
  const unread = useUnread()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed the number of unread ones changed the list
  useEffect(() => void queries.invalidateQueries({ queryKey: ['messages'] }), [unread])
  useEffect(() => onMessage(() => void queries.invalidateQueries({ queryKey: ['messages'] })), [queries])
}

/** The latest messages. */
export function useMessages(asked: Asked) {
  useFreshMessages()
  return useQuery({
    queryKey: ['messages', asked],
    queryFn: () => ask(asked),
    staleTime: 0,
  })
}

/** All messages, a page after the other. One that moved to the next page while it was read stands once. */
export function useMessagePages(asked: Asked) {
  useFreshMessages()
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['messages', 'pages', asked],
    queryFn: ({ pageParam }) => ask({ ...asked, pageNum: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ list, total }, pages) =>
      list.length > 0 && pages.reduce((sum, page) => sum + page.list.length, 0) < total ? pages.length + 1 : undefined,
    placeholderData: (before) => before,
    staleTime: 0,
  })
  const messages = data && [...new Map(data.pages.flatMap(({ list }) => list).map((one) => [one.id, one])).values()]
  return { ...query, messages }
}
