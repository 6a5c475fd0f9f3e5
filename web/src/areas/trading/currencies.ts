import { useQuery } from '@tanstack/react-query'
import { referenceCalls } from '@usance/wire/reference/calls'
import { send } from '../../http/client.ts'
import type { Asked } from '../../ui/answered.tsx'

/** The currencies that forms offer: those the dictionary has in use. */
export function useCurrencies(): { options: { value: string; label: string }[]; question: Asked<unknown> } {
  const question = useQuery({
    queryKey: ['dictionary'],
    queryFn: () => send(referenceCalls.dictionary, { body: {} }, { quiet: true }),
    staleTime: 30_000,
  })
  const options = (question.data ?? [])
    .filter((entry) => entry.grp === 'CURRENCY')
    .map(({ dicKey }) => ({ value: dicKey, label: dicKey }))
  return { options, question }
}
