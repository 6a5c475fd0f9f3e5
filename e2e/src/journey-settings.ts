import { areaTexts } from '@usance/web/i18n/areas.ts'
import { portalTexts } from '@usance/web/i18n/portal-texts.ts'
import { fill, find, layOver } from '@usance/web/i18n/texts.ts'
import { test } from 'vitest'
import type { Language, VisitorOptions } from './journey-world.ts'

/** Where somebody sits, in which language, and how the portal's texts read there. `mark` tells this run's records from others. */
export type Setting = VisitorOptions & {
  language: Language
  mark: string
  /** The text behind a key of the portal, in this setting's language, its gaps filled. */
  text: (key: string, values?: Record<string, unknown>) => string
}

const known = new Map<Language, Promise<void>>()
/** Loads every text of a language as the browser does, area by area. */
function loadTexts(language: Language): Promise<void> {
  const load = async () => {
    const core =
      language === 'zh-CN' ? await import('@usance/web/i18n/zh-CN/index.ts') : await import('@usance/web/i18n/en-US/index.ts')
    layOver(language, core.default)
    layOver(language, (await portalTexts[language]()).default)
    for (const area of Object.values(areaTexts)) layOver(language, (await area[language]()).default)
  }
  const loaded = known.get(language) ?? load()
  known.set(language, loaded)
  return loaded
}

const wordsIn =
  (language: Language) =>
  (key: string, values: Record<string, unknown> = {}) => {
    const text = find(language, key)
    if (text === undefined) throw new Error(`There is no text ${key} in ${language}.`)
    return fill(text, values)
  }

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
export const deskEnglish: Setting = { ...desk, language: 'en-US', mark: 'DE', text: wordsIn('en-US') }
const deskChinese: Setting = { ...desk, language: 'zh-CN', mark: 'DZ', text: wordsIn('zh-CN'), dark: true }
const phoneEnglish: Setting = { ...phone, language: 'en-US', mark: 'PE', text: wordsIn('en-US'), dark: true }
const phoneChinese: Setting = { ...phone, language: 'zh-CN', mark: 'PZ', text: wordsIn('zh-CN') }

/** The two pairs of settings that show a page on desk and phone and in both languages; a journey takes one of them. */
export const englishAtTheDesk = [deskEnglish, phoneChinese] as const
export const chineseAtTheDesk = [deskChinese, phoneEnglish] as const

const nameOf = ({ language, width }: Setting) =>
  `${width === desk.width ? 'at a desk' : 'on a phone'}, in ${language === 'zh-CN' ? 'Chinese' : 'English'}`

/** The same journey as a test in each setting. */
export function inEach(settings: readonly Setting[], title: string, journey: (setting: Setting) => Promise<void>): void {
  for (const setting of settings)
    test(`${title} (${nameOf(setting)})`, async () => {
      await loadTexts(setting.language)
      await journey(setting)
    })
}
