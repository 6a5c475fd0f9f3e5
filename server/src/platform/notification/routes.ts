import { notificationCalls } from '@usance/wire/notification/calls'
import { routes } from '../../http/context.ts'
import { listMessages, markRead, unreadElsewhere, unreadOf } from './messages.ts'

export const notificationRoutes = routes(notificationCalls, {
  list: async ({ tx, actor, body }) => ({ ...(await listMessages(tx, actor, body)), unread: await unreadOf(tx, actor) }),
  elsewhere: ({ tx, actor }) => unreadElsewhere(tx, actor),
  read: async ({ tx, actor, body }) => {
    await markRead(tx, actor, body.ids)
    return { unread: await unreadOf(tx, actor) }
  },
  readAll: async ({ tx, actor }) => {
    await markRead(tx, actor)
    return { unread: await unreadOf(tx, actor) }
  },
})
