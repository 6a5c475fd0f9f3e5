/** Which language this browser shows. Kept under `_lang`; English unless chosen. */
export const languages = ['en-US', 'zh-CN'] as const
export type Language = (typeof languages)[number]

export function language(): Language {
  try {
    return localStorage.getItem('_lang') === 'zh-CN' ? 'zh-CN' : 'en-US'
  } catch {
    return 'en-US'
  }
}

/** Whether somebody chose the language in this browser; one taken from a profile gives way to the next one's. */
export function isLanguageChosen(): boolean {
  try {
    return localStorage.getItem('_lang') !== null && localStorage.getItem(fromProfile) === null
  } catch {
    return true
  }
}
const fromProfile = '_langOfProfile'

export function rememberLanguage(value: Language, ofProfile = false) {
  try {
    localStorage.setItem('_lang', value)
    if (ofProfile) localStorage.setItem(fromProfile, '1')
    else localStorage.removeItem(fromProfile)
  } catch {
    // Storage is forbidden; the choice lasts as long as the page.
  }
  document.documentElement.lang = value
}
