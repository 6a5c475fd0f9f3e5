import { useQuery } from '@tanstack/react-query'
import { type HelpText, helpCalls } from '@usance/wire/help/calls'
import { cached } from '../../http/cached.ts'
import { send } from '../../http/client.ts'
import { language } from '../../i18n/language.ts'

/** The texts staff wrote, by subject and order. */
export const useHelp = () =>
  useQuery({ queryKey: ['help'], queryFn: () => send(helpCalls.list, { body: {} }, { quiet: true }), staleTime: 60_000 })

/** A page that visitors may read as well. */
export const useOpenHelp = (category: 'guide' | 'event') =>
  useQuery({
    queryKey: ['help', category],
    queryFn: () => cached(helpCalls.open, { params: { category } }),
    staleTime: 60_000,
  })

export const titleOf = (help: HelpText) => (language() === 'zh-CN' ? help.titleCn : help.titleEn)
export const bodyOf = (help: HelpText) => (language() === 'zh-CN' ? help.bodyCn : help.bodyEn)
