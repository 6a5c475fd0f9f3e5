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

export function rememberLanguage(value: Language) {
  try {
    localStorage.setItem('_lang', value)
  } catch {
    // Storage is forbidden; the choice lasts as long as the page.
  }
  document.documentElement.lang = value
}
