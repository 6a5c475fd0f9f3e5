/** What a storage of the browser keeps. A full or forbidden one keeps nothing, and is no reason for a page to fail. */
const keptIn = (storage: () => Storage) => ({
  read(key: string): string | null {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  /** What was written as JSON; null where it is none. */
  parsed(key: string): ReturnType<typeof JSON.parse> {
    try {
      return JSON.parse(storage().getItem(key) ?? 'null')
    } catch {
      return null
    }
  },
  write(key: string, value: string | null) {
    try {
      if (value === null) storage().removeItem(key)
      else storage().setItem(key, value)
    } catch {
      // What was to be kept then lasts as long as the page.
    }
  },
})

/** Kept for this browser, until somebody clears it. */
export const browserKept = keptIn(() => localStorage)
/** Kept for this tab alone, and gone with it. */
export const tabKept = keptIn(() => sessionStorage)
