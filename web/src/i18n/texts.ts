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

/** The text behind a dotted key; undefined when there is none. */
export function find(language: string, key: string): string | undefined {
  let at: string | Tree | undefined = byLanguage.get(language)
  for (const part of key.split('.')) at = isTree(at) ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Fills the gaps of a text; a gap nobody fills stays visible as nothing. */
export const fill = (text: string, values: Record<string, unknown>): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''))
