import { useQuery } from '@tanstack/react-query'
import { call } from '@usance/wire/call'
import { useMemo } from 'react'
import { z } from 'zod'
import { send } from '../http/client.ts'
import { language } from '../i18n/language.ts'
import { pagedOf } from '../list/appended.ts'
import type { Option } from './fields.tsx'
import { optionList } from './option-lists.ts'

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

/** Where options come from: `CURRENCY` and `dictionary:CURRENCY` from the server, `list:frequency` from a fixed list. */
export function dictionarySource(name: string): { type: 'dictionary' | 'list'; name: string } {
  const [type, rest] = name.includes(':') ? (name.split(':', 2) as [string, string]) : ['dictionary', name]
  if (type !== 'dictionary' && type !== 'list') throw new Error(`Unknown dictionary loader type: ${type}`)
  return { type, name: rest }
}

/** The options of one dictionary in the reader's language. A dictionary that cannot be loaded is logged and has none. */
export function useDictionary(given: string | undefined): Option[] {
  const source = useMemo(() => sourceOrNone(given), [given])
  const name = source?.type === 'dictionary' ? source.name : undefined
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
  if (source?.type === 'list') return optionList(source.name, language())
  return data
    .filter((entry) => entry.grp === name)
    .map((entry) => ({ value: entry.dicKey, label: (chinese ? entry.cnValue : entry.enValue) || entry.dicKey }))
}

/** A configured name that leads nowhere must not take the whole form with it. */
function sourceOrNone(name: string | undefined) {
  if (!name) return undefined
  try {
    const source = dictionarySource(name)
    if (source.type === 'list') optionList(source.name, 'en-US')
    return source
  } catch (error) {
    console.error(error)
    return undefined
  }
}
