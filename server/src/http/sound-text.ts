/** Why a text cannot be stored as it was sent: it holds the character 0, or half of a character. */
export type UnsoundText = 'nul' | 'half-character'

const faultOf = (text: string): UnsoundText | undefined =>
  text.includes('\0') ? 'nul' : /\p{Surrogate}/u.test(text) ? 'half-character' : undefined

/**
 * The first fault in the texts and names of an input, in whatever depth. The database holds neither the character 0 nor half a
 * character: it would refuse the one and keep another text for the other. Without recursion: depth is the sender's.
 */
export function unsoundText(given: unknown): UnsoundText | undefined {
  const waiting = [given]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') {
      const fault = faultOf(value)
      if (fault) return fault
    } else if (value && typeof value === 'object') for (const [name, inner] of Object.entries(value)) waiting.push(name, inner)
  }
  return undefined
}

/** Whether an address is ASCII whose escapes are UTF-8. Any other would be read as another text, or as the escapes themselves. */
export function isSoundAddress(url: string): boolean {
  if (/[^\u0021-\u007e]/.test(url)) return false
  if (!url.includes('%')) return true
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}
