import { useQuery } from '@tanstack/react-query'
import { type DictionaryEntry, referenceCalls } from '@usance/wire/reference/calls'
import { send } from '../../../http/client.ts'
import { language } from '../../../i18n/language.ts'

/** The entries of the dictionary that are in use. */
export const useDictionary = () =>
  useQuery({ queryKey: ['dictionary'], queryFn: () => send(referenceCalls.dictionary, { body: {} }), staleTime: 30_000 })

/** The entries of a group as options, by their names in the reader's language. Currencies are known by their codes. */
export const optionsOf = (entries: readonly DictionaryEntry[] | undefined, grp: string) =>
  (entries ?? [])
    .filter((entry) => entry.grp === grp)
    .map((entry) => ({
      value: entry.dicKey,
      label: grp === 'CURRENCY' ? entry.dicKey : language() === 'zh-CN' ? entry.cnValue : entry.enValue,
    }))

/** The name of a base rate in the reader's language; one that the dictionary has no more is known by its code. */
export function useBaseRateName(): (code: string) => string {
  const { data } = useDictionary()
  const rates = optionsOf(data, 'BASE_RATE_TYPE')
  return (code) => rates.find(({ value }) => value === code)?.label ?? code
}
