const key = 'chunkReloadAt'
const onceMs = 60_000

/** Whether an error says that a piece of the application is gone, usually because a new version replaced it. */
export const isChunkError = (error: unknown): boolean =>
  /dynamically imported module|Importing a module script failed|Loading (CSS )?chunk|preload CSS|CSS_CHUNK_LOAD_FAILED/i.test(
    error instanceof Error ? `${error.message} ${(error as { code?: string }).code ?? ''}` : String(error),
  )

/** Reloads the page once; answers false when that was tried a moment ago and did not help. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < onceMs) return false
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    return false
  }
  location.reload()
  return true
}

export function watchChunks() {
  addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault()
  })
}
