import type { Call } from '@usance/wire/call'
import type { ReactNode } from 'react'
import { useCan } from './session.ts'

/** Shows its content to those who may make the call (or hold the permission). The server checks again. */
export function Can({
  call,
  permission,
  children,
  otherwise = null,
}: {
  call?: Call
  permission?: string | readonly string[]
  children: ReactNode
  otherwise?: ReactNode
}) {
  const can = useCan()
  const needed = permission ?? (typeof call?.access === 'object' ? call.access.permission : undefined)
  return needed === undefined || can(needed) ? children : otherwise
}
