import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { type Language, language, rememberLanguage } from './language.ts'

const core: Record<Language, () => Promise<{ default: object }>> = {
  'en-US': () => import('./en-US/index.ts'),
  'zh-CN': () => import('./zh-CN/index.ts'),
}

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

/** What else has to load in a new language before screens redraw. */
const loaders: ((lng: Language) => Promise<unknown>)[] = []
export const alsoInNewLanguage = (load: (lng: Language) => Promise<unknown>) => loaders.push(load)

/** Switches the language without losing the page: texts first, then every screen redraws. */
export async function switchLanguage(lng: Language) {
  const texts = await core[lng]()
  i18next.addResourceBundle(lng, 'translation', texts.default, true, true)
  rememberLanguage(lng)
  await Promise.all(loaders.map((load) => load(lng)))
  await i18next.changeLanguage(lng)
}

/** One text in the current language, for code outside components. */
export const t = (key: string, values?: Record<string, unknown>): string =>
  i18next.t(key, (values ?? {}) as never) as unknown as string
export const hasText = (key: string): boolean => i18next.exists(key)
/** Lays texts over those that are there, in one language. */
export const addTexts = (texts: object, lng = language()) => i18next.addResourceBundle(lng, 'translation', texts, true, true)

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
