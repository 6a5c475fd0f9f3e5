import { useQuery } from '@tanstack/react-query'
import { realNameCalls } from '@usance/wire/real-name/calls'
import { send } from '../../http/client.ts'

/** How far the company and the signed-in person are with their verification. */
export const useRealName = () =>
  useQuery({ queryKey: ['real-name'], queryFn: () => send(realNameCalls.state, { body: {} }, { quiet: true }), staleTime: 0 })
