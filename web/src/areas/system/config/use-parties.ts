import { useQuery } from '@tanstack/react-query'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { send } from '../../../http/client.ts'

/** The companies that configuration names, as options of a select by their role. */
export function useParties() {
  const question = useQuery({
    queryKey: ['config', 'parties'],
    queryFn: () => send(configChangeCalls.parties, { body: {} }, { quiet: true }),
  })
  return {
    isPending: question.isPending,
    question,
    of: (role: 'SUPPLIER' | 'BUYER' | 'FUNDER') =>
      (question.data ?? []).filter((one) => one.role === role).map(({ id, name }) => ({ value: id, label: name })),
  }
}
