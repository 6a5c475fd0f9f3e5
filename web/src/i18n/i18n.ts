import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { type AreaName, areaTexts } from './areas.ts'
import { type Language, language, rememberLanguage } from './language.ts'

const core: Record<Language, () => Promise<{ default: object }>> = {
  'en-US': () => import('./en-US/index.ts'),
  'zh-CN': () => import('./zh-CN/index.ts'),
}
const wanted = new Set<AreaName>()

/** Starts the texts in the user's language. Only that language is loaded. */
export async function startTexts() {
  const lng = language()
  const texts = await core[lng]()
  await i18next.init({
    lng,
    fallbackLng: false,
    resources: { [lng]: { translation: texts.default } as never },
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  })
}

/** Loads the texts of one area in the current language; every page does so before it shows. */
export async function loadAreaTexts(area: AreaName) {
  wanted.add(area)
  const lng = language()
  const texts = await areaTexts[area][lng]()
  i18next.addResourceBundle(lng, 'translation', texts.default, true, true)
}

/** Switches the language without losing the page: texts first, then every screen redraws. */
export async function switchLanguage(lng: Language) {
  const texts = await core[lng]()
  i18next.addResourceBundle(lng, 'translation', texts.default, true, true)
  rememberLanguage(lng)
  await Promise.all([...wanted].map((area) => loadAreaTexts(area)))
  await i18next.changeLanguage(lng)
}

/** One text in the current language, for code outside components. */
export const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(key, (values ?? {}) as never) as unknown as string
export const hasText = (key: string): boolean => i18next.exists(key)
export const addTexts = (texts: object) => i18next.addResourceBundle(language(), 'translation', texts, true, true)

export type Translate = (key: string, values?: Record<string, unknown>) => string
let revision = 0
const follow = (listener: () => void) => {
  const next = () => {
    revision += 1
    listener()
  }
  i18next.on('languageChanged', next)
  return () => i18next.off('languageChanged', next)
}

/** The texts inside components; redraws when the language changes. */
export function useText(): Translate {
  useSyncExternalStore(follow, () => revision)
  return t
}
