import { useQuery } from '@tanstack/react-query'
import { call } from '@usance/wire/call'
import { z } from 'zod'
import { send } from '../http/client.ts'
import { language } from '../i18n/language.ts'
import { pagedOf } from '../list/appended.ts'
import type { Option } from './fields.tsx'

export type DictionaryEntry = { grp: string; dicKey: string; enValue: string; cnValue: string }
const dictionaryList = call({
  method: 'POST',
  path: '/{p}-company/backend/dict/list',
  access: 'signed-in',
  scope: 'none',
  effect: 'read',
  title: 'Every dictionary entry',
  body: z.any(),
  answer: z.any(),
})

/** The options of one dictionary in the reader's language. A dictionary that cannot be loaded is logged and has none. */
export function useDictionary(name: string | undefined): Option[] {
  const { data = [] } = useQuery<DictionaryEntry[]>({
    queryKey: ['dictionary'],
    queryFn: async () => {
      try {
        return pagedOf<DictionaryEntry>(await send(dictionaryList, { body: {} }, { quiet: true })).rows
      } catch (error) {
        console.warn('The dictionary could not be loaded.', error)
        throw error
      }
    },
    enabled: Boolean(name),
    staleTime: 3_600_000,
  })
  const chinese = language() === 'zh-CN'
  return data
    .filter((entry) => entry.grp === name)
    .map((entry) => ({ value: entry.dicKey, label: (chinese ? entry.cnValue : entry.enValue) || entry.dicKey }))
}
