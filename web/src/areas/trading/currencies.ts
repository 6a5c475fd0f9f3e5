import { useQuery } from '@tanstack/react-query'
import { referenceCalls } from '@usance/wire/reference/calls'
import { send } from '../../http/client.ts'

/** The currencies that forms offer: those the dictionary has in use. */
export function useCurrencies(): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['dictionary'],
    queryFn: () => send(referenceCalls.dictionary, { body: {} }),
    staleTime: 30_000,
  })
  return data.filter((entry) => entry.grp === 'CURRENCY').map(({ dicKey }) => ({ value: dicKey, label: dicKey }))
}
