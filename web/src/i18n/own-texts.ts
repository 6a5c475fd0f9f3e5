import { internationalCalls, type LanguageRecord } from '@usance/wire/international/calls'
import { config } from '../config.ts'
import { addressOf, headersOf, send } from '../http/client.ts'
import { alsoInNewLanguage, redraw } from './i18n.ts'
import { type Language, language } from './language.ts'
import { override } from './texts.ts'

/** The texts of a tree by dotted key. */
export function flatTexts(tree: unknown, prefix = '', out = new Map<string, string>()): Map<string, string> {
  if (typeof tree === 'object' && tree !== null)
    for (const [key, value] of Object.entries(tree)) {
      const at = prefix ? `${prefix}.${key}` : key
      if (typeof value === 'string') out.set(at, value)
      else flatTexts(value, at, out)
    }
  return out
}

/** The texts of language records; one whose value cannot be read is left out and logged. */
export function textsOfRecords(records: readonly Pick<LanguageRecord, 'namespace' | 'value'>[]): Map<string, string> {
  const out = new Map<string, string>()
  for (const { namespace, value } of records)
    try {
      flatTexts(JSON.parse(value), namespace, out)
    } catch (error) {
      console.error(`The texts of ${namespace} cannot be read.`, error)
    }
  return out
}

/** The Chinese records from the file that is kept for this, when the list cannot be had. */
async function textsOfFile(): Promise<Map<string, string>> {
  const { prefix, appId } = await config()
  const response = await fetch(addressOf(internationalCalls.chineseFile, prefix), { headers: headersOf(appId) })
  if (!response.ok) return new Map()
  return flatTexts(JSON.parse((await response.text()).replace(/^export default /, '')))
}

/**
 * Loads what an administrator wrote in place of built-in texts. Without it the built-in ones show. Nothing is asked for where
 * the page says that there is nothing, unless some was saved since the page was loaded.
 */
export async function loadOwnTexts(lng: Language = language(), isSaved = false): Promise<void> {
  const { ownTexts } = await config().catch(() => ({ ownTexts: undefined }))
  if (!isSaved && ownTexts && !ownTexts.includes(lng)) return
  const logged = (error: unknown) => console.error(`The own texts of ${lng} could not be loaded.`, error)
  const texts = await send(internationalCalls.list, { body: { langKey: lng } }, { quiet: true })
    .then(textsOfRecords)
    .catch((error) => {
      logged(error)
      return lng === 'zh-CN' ? textsOfFile() : new Map<string, string>()
    })
    .catch((error) => {
      logged(error)
      return new Map<string, string>()
    })
  override(lng, texts)
  if (texts.size > 0) redraw()
}
alsoInNewLanguage((lng) => loadOwnTexts(lng))
