import { internationalCalls, type LanguageRecord } from '@usance/wire/international/calls'
import { send } from '../../../http/client.ts'
import { areaTexts } from '../../../i18n/areas.ts'
import { type Language, languages } from '../../../i18n/language.ts'
import { flatTexts, textsOfRecords } from '../../../i18n/own-texts.ts'

export type TextRow = { key: string; builtIn: Partial<Record<Language, string>>; own: Partial<Record<Language, string>> }

const core: Record<Language, (() => Promise<{ default: object }>)[]> = {
  'en-US': [() => import('../../../i18n/en-US/index.ts'), () => import('../../../i18n/en-US/portal.ts')],
  'zh-CN': [() => import('../../../i18n/zh-CN/index.ts'), () => import('../../../i18n/zh-CN/portal.ts')],
}
/** The built-in texts of a language by dotted key. */
async function builtInTexts(language: Language): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const load of [...core[language], ...Object.values(areaTexts).map((area) => area[language])])
    flatTexts((await load()).default, '', all)
  return all
}

/** Every text there is in both languages, built in and written by an administrator, by key. */
export async function allTexts(): Promise<{ rows: TextRow[]; records: LanguageRecord[] }> {
  const records = (await Promise.all(languages.map((langKey) => send(internationalCalls.list, { body: { langKey } })))).flat()
  const byKey = new Map<string, TextRow>()
  const rowOf = (key: string) => {
    const row = byKey.get(key) ?? { key, builtIn: {}, own: {} }
    byKey.set(key, row)
    return row
  }
  for (const language of languages) {
    for (const [key, text] of await builtInTexts(language)) rowOf(key).builtIn[language] = text
    for (const [key, text] of textsOfRecords(records.filter((one) => one.langKey === language))) rowOf(key).own[language] = text
  }
  return { rows: [...byKey.values()].sort((a, b) => a.key.localeCompare(b.key)), records }
}

type Tree = { [key: string]: string | Tree }
/** A record's texts with one of them changed; an empty one is taken out, so that the built-in shows again. */
function withText(value: string | undefined, path: readonly string[], text: string): string {
  const tree: Tree = value ? JSON.parse(value) : {}
  let at = tree
  for (const part of path.slice(0, -1)) {
    const next = at[part]
    at = at[part] = typeof next === 'object' ? next : {}
  }
  const last = path.at(-1)!
  if (text) at[last] = text
  else delete at[last]
  return JSON.stringify(tree)
}

/** The {{gaps}} of a text, in alphabetical order. */
export const gapsOf = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((found) => found[1]!).sort()

/** Saves one key in one language; answers the record as it is stored now. */
export async function saveText(
  records: readonly LanguageRecord[],
  key: string,
  langKey: Language,
  text: string,
): Promise<LanguageRecord> {
  const [namespace = '', ...path] = key.split('.')
  const record = records.find((one) => one.langKey === langKey && one.namespace === namespace)
  return send(internationalCalls.save, {
    body: {
      langKey,
      namespace,
      id: record?.id ?? '',
      version: record?.version ?? 0,
      value: withText(record?.value, path, text.trim()),
    },
  })
}
