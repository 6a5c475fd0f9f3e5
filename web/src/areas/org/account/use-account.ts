import { useQuery } from '@tanstack/react-query'
import { accountCalls } from '@usance/wire/account/calls'
import { send } from '../../../http/client.ts'

/** One user with the seats the caller may see. */
export const useAccount = (id: string | undefined) =>
  useQuery({
    queryKey: ['account', id],
    queryFn: () => send(accountCalls.detail, { body: { id: id! } }, { quiet: true }),
    enabled: !!id,
    staleTime: 0,
  })
