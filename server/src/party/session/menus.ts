import type { sessionCalls } from '@usance/wire/session/calls'
import type { Handler } from '../../http/context.ts'

/** The user's permissions as a tree: each dotted name hangs under the name before its last dot. */
export const menus: Handler<typeof sessionCalls.menus> = async ({ actor }) => {
  const names = new Set<string>()
  for (const permission of actor.permissions) {
    const parts = permission.split('.')
    for (let length = 1; length <= parts.length; length++) names.add(parts.slice(0, length).join('.'))
  }
  return [...names].sort().map((name) => {
    const parent = name.split('.').slice(0, -1).join('.')
    return { id: name, name, parentPermissionId: parent || null }
  })
}
