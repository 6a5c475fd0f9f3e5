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
