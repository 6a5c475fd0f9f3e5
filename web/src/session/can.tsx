import type { Permission } from '@usance/domain/permissions'
import type { Call } from '@usance/wire/call'
import type { ReactNode } from 'react'
import { useCan, useMayAct } from './session.ts'

/** Shows its content to users who may do the act of the call and hold its permission. The server checks again. */
export function Can({
  call,
  permission,
  children,
  otherwise = null,
}: {
  call?: Call
  permission?: Permission | readonly Permission[]
  children: ReactNode
  otherwise?: ReactNode
}) {
  const can = useCan()
  const mayDo = useMayAct()
  return (call === undefined || mayDo(call)) && (permission === undefined || can(permission)) ? children : otherwise
}
