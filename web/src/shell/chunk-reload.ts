import { isLoadingTexts } from '../i18n/i18n.ts'
import { isUnsaved } from '../ui/unsaved.ts'

const key = 'chunkReloadAt'
const onceMs = 60_000

/** How long a piece of the application may take to arrive, in milliseconds. */
export const chunkTimeoutMs = 120_000

/**
 * Gives up on a piece of the application that does not arrive in time. One that is missing fails in words of our own, because
 * the router reloads the page by itself, with or without a connection, where it reads those of a browser.
 */
export function inTime<T>(piece: Promise<T>, name = 'part'): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Loading chunk ${name} failed.\n(timeout)`)), chunkTimeoutMs)
  })
  const sound = piece.catch((error: unknown) => {
    if (chunkFailure(error) !== 'missing') throw error
    throw new Error(`Loading chunk ${name} failed.\n(missing)`, { cause: error })
  })
  return Promise.race([sound, late]).finally(() => clearTimeout(timer))
}

/** How a piece of the application failed to arrive: gone (usually a new version replaced it), too late, or its style sheet. */
export function chunkFailure(error: unknown): 'missing' | 'timeout' | 'css' | undefined {
  const words = error instanceof Error ? `${error.message} ${(error as { code?: string }).code ?? ''}` : String(error)
  if (/CSS_CHUNK_LOAD_FAILED|Loading CSS chunk|preload CSS/i.test(words)) return 'css'
  if (/Loading chunk [\s\S]*timeout/i.test(words)) return 'timeout'
  return /Loading chunk|dynamically imported module|Importing a module script failed/i.test(words) ? 'missing' : undefined
}
export const isChunkError = (error: unknown): boolean => chunkFailure(error) !== undefined

/** Reloads the page once; answers false when that was tried a moment ago and did not help, or nothing would come. */
export function reloadOnce(): boolean {
  // Without a connection a reload would leave nothing but the browser's own page.
  if (navigator.onLine === false) return false
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < onceMs) return false
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}

/** A part that is gone is fetched by a reload, unless somebody is filling in a form: then they are told, and choose when. */
export function watchChunks(tell: () => void) {
  addEventListener('vite:preloadError', (event) => {
    if (isLoadingTexts()) return
    if (document.querySelector('form:not([role="search"])') || isUnsaved()) tell()
    else if (reloadOnce()) event.preventDefault()
  })
}
