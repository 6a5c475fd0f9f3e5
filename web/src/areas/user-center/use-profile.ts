import { useQuery } from '@tanstack/react-query'
import { userCenterCalls } from '@usance/wire/user-center/calls'
import { send } from '../../http/client.ts'

/** The own profile. */
export const useProfile = () =>
  useQuery({ queryKey: ['profile'], queryFn: () => send(userCenterCalls.profile, {}, { quiet: true }), staleTime: 0 })
