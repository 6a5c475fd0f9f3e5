import { useQuery } from '@tanstack/react-query'
import { type DictionaryEntry, referenceCalls } from '@usance/wire/reference/calls'
import { useMemo } from 'react'
import { send } from '../http/client.ts'
import { language } from '../i18n/language.ts'
import type { Asked } from '../ui/answered.tsx'
import type { Option } from './fields.tsx'
import { optionList } from './option-lists.ts'

/** Where options come from: `CURRENCY` and `dictionary:CURRENCY` from the server, `list:frequency` from a fixed list. */
export function dictionarySource(name: string): { type: 'dictionary' | 'list'; name: string } {
  const [type, rest] = name.includes(':') ? (name.split(':', 2) as [string, string]) : ['dictionary', name]
  if (type !== 'dictionary' && type !== 'list') throw new Error(`Unknown dictionary loader type: ${type}`)
  return { type, name: rest }
}

/**
 * The options of one dictionary in the reader's language, with the question that brings them. A dictionary that cannot be loaded is
 * logged and has none.
 */
export function useDictionary(given: string | undefined): { options: Option[]; question?: Asked<unknown> } {
  const source = useMemo(() => sourceOrNone(given), [given])
  const name = source?.type === 'dictionary' ? source.name : undefined
  const question = useQuery<DictionaryEntry[]>({
    queryKey: ['dictionary'],
    queryFn: async () => {
      try {
        return await send(referenceCalls.dictionary, { body: {} }, { quiet: true })
      } catch (error) {
        console.warn('The dictionary could not be loaded.', error)
        throw error
      }
    },
    enabled: Boolean(name),
    staleTime: 3_600_000,
  })
  const chinese = language() === 'zh-CN'
  if (source?.type === 'list') return { options: optionList(source.name, language()) }
  const options = (question.data ?? [])
    .filter((entry) => entry.grp === name)
    .map((entry) => ({ value: entry.dicKey, label: (chinese ? entry.cnValue : entry.enValue) || entry.dicKey }))
  return { options, question }
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
