/** Topics as they arrive, some in quotes of their own; none when there are none. */
export const unquoted = (topics: readonly string[] | null | undefined): string[] =>
  (topics ?? []).map((topic) => topic.replace(/^["']+|["']+$/g, ''))

/** A comma-separated text as a list; nothing for an empty one. */
export const listOf = (tags: string | null | undefined): string[] =>
  (tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

/** The regions news is asked for: always the world, then the user's own, each once. */
export const regionsWith = (own: readonly string[]): string[] => [...new Set(['Global', ...own])]
