type Tree = { [key: string]: string | Tree }

/** The texts of one language at a time by dotted key, with {{gaps}} to fill; small enough for the sign-in page. */
const byLanguage = new Map<string, Tree>()
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Lays texts over those that are there; deeper groups are joined, single texts replaced. */
export function layOver(language: string, texts: object) {
  byLanguage.set(language, joined(byLanguage.get(language) ?? {}, texts as Tree))
}
function joined(under: Tree, over: Tree): Tree {
  const out: Tree = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = out[key]
    if (isTree(value)) out[key] = joined(isTree(below) ? below : {}, value)
    // A text that is empty, as an unfinished translation is, hides nothing.
    else if (value) out[key] = value
  }
  return out
}

/** @public Every text of one language that was laid over so far, for the build (vite.config.ts). */
export const treeOf = (language: string): Tree => byLanguage.get(language) ?? {}

/** What an administrator wrote in place of built-in texts, by language and dotted key. */
const overrides = new Map<string, ReadonlyMap<string, string>>()
export const override = (language: string, texts: ReadonlyMap<string, string>) => overrides.set(language, texts)

/** The text behind a dotted key; undefined when there is none. */
export function find(language: string, key: string): string | undefined {
  const own = overrides.get(language)?.get(key)
  if (own) return own
  let at: string | Tree | undefined = byLanguage.get(language)
  for (const part of key.split('.')) at = isTree(at) ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

/**
 * Fills the gaps of a text; a gap nobody fills stays visible as nothing. `{count|entry|entries}` is the first word where
 * `count` is one, else the second.
 */
export const fill = (text: string, values: Record<string, unknown>): string =>
  text
    .replace(/\{(\w+)\|([^|{}]*)\|([^|{}]*)\}/g, (_, name: string, one: string, many: string) =>
      String(values[name]) === '1' ? one : many,
    )
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''))
