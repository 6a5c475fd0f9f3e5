import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../http/context.ts'

const inWords = (language: Context['language'], columns: readonly string[], table = ''): RawBuilder<unknown> =>
  sql.raw(
    columns
      .map((name) =>
        language === 'zh-CN' ? `coalesce(${table}${name}_cn, ${table}${name}) as ${name}` : `${table}${name} as ${name}`,
      )
      .join(', '),
  )

/** The words of a piece of news in the reader's language, where they were written in it. */
export const newsWords = (language: Context['language']) => inWords(language, ['title', 'text', 'topics', 'tags'])
export const signalWords = (language: Context['language']) => inWords(language, ['title', 'text'], 's.')
export const tariffWords = (language: Context['language']) => inWords(language, ['product', 'note'])
