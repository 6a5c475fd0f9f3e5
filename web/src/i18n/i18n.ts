import { useSyncExternalStore } from 'react'
// English is what is shown where another language lacks a text, so it is always there.
import english from './en-US/index.ts'
import type { TextGroup, TextKey } from './keys.ts'
import { isLanguageChosen, type Language, language, rememberLanguage } from './language.ts'
import { fill, find, layOver } from './texts.ts'

const core: Record<Language, () => Promise<{ default: object }>> = {
  'en-US': async () => ({ default: english }),
  'zh-CN': () => import('./zh-CN/index.ts'),
}
let shown: Language = language()

let loadingTexts = 0
/** Whether texts are on their way: whoever asked for them handles their failure, so no reload is needed. */
export const isLoadingTexts = () => loadingTexts > 0

/** Loads texts of a language; a failure is logged and rejected. */
export async function loadTexts(lng: Language, load: () => Promise<{ default: object }>): Promise<object> {
  loadingTexts += 1
  try {
    return (await load()).default
  } catch (error) {
    console.error(`The texts of ${lng} could not be loaded.`, error)
    throw error
  } finally {
    loadingTexts -= 1
  }
}

/**
 * Starts the texts in the user's language: those of the sign-in page, which every page needs. When they do not arrive, English
 * shows, which is there already.
 */
export async function startTexts() {
  shown = language()
  layOver('en-US', english)
  try {
    layOver(shown, await loadTexts(shown, core[shown]))
  } catch {
    shown = 'en-US'
  }
}

/** What else has to load in a new language before screens redraw. */
const loaders: ((lng: Language) => Promise<unknown>)[] = []
export const alsoInNewLanguage = (load: (lng: Language) => Promise<unknown>) => loaders.push(load)

const listeners = new Set<() => void>()
let revision = 0
/** Draws every screen again with the texts there are now. */
export const redraw = () => {
  revision += 1
  for (const listener of listeners) listener()
}

/**
 * Switches the language without losing the page: texts first, then every screen redraws. Rejects, and leaves the language as it
 * is, when the texts of the frame and of the pages visited do not arrive.
 */
export async function switchLanguage(lng: Language, ofProfile = false) {
  layOver(lng, await loadTexts(lng, core[lng]))
  await Promise.all(loaders.map((load) => load(lng)))
  rememberLanguage(lng, ofProfile)
  shown = lng
  redraw()
}

/** Shows the language of who signed in, unless this browser was told another one. */
export async function followProfile(lng: string) {
  if ((lng === 'en-US' || lng === 'zh-CN') && lng !== language() && !isLanguageChosen()) await switchLanguage(lng, true)
}

let tellMissing: (key: string, language: Language) => void = () => {}
/** Who is told of keys without a text. */
export const whenMissing = (tell: typeof tellMissing) => {
  tellMissing = tell
}

type Values = Readonly<Record<string, unknown>>
export type Translate = {
  (key: TextKey, values?: Values): string
  /** The words of a code that data bring: `text.of('status', order.status)`. A code without words shows its key. */
  of: (group: TextGroup, code: string, values?: Values) => string
}
/** One text in the current language, else in English; a key without a text answers itself. */
function textAt(key: string, values: Values = {}): string {
  const own = find(shown, key)
  if (own === undefined) tellMissing(key, shown)
  const text = own ?? find('en-US', key)
  return text === undefined ? key : fill(text, values)
}
/** The texts for code outside components. */
export const t: Translate = Object.assign((key: TextKey, values?: Values) => textAt(key, values), {
  of: (group: TextGroup, code: string, values?: Values) => textAt(`${group}.${code}`, values),
})
export const hasText = (key: string): key is TextKey => find(shown, key) !== undefined
/** Lays texts over those that are there, in one language. */
export const addTexts = (texts: object, lng: Language = language()) => layOver(lng, texts)

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The texts inside components; redraws when the language changes. */
export function useText(): Translate {
  useSyncExternalStore(follow, () => revision)
  return t
}
