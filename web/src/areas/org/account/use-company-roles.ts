import { useQuery } from '@tanstack/react-query'
import { accountCalls } from '@usance/wire/account/calls'
import type { Principal } from '@usance/wire/session/calls'
import { send } from '../../../http/client.ts'

/** The roles in which a company can give seats to people: what it trades as, and its direction. */
export function useCompanyRoles(code: string, me: Principal): string[] {
  const { data } = useQuery({
    queryKey: ['company-roles', code, me.companyRole],
    queryFn: () => send(accountCalls.seatRoles, { body: { companyCode: code } }),
  })
  return data ?? []
}
