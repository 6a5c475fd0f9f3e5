// Words that say what kind of body it is, not which one.
const forms = new Set('ltd limited inc corp corporation co company llc gmbh ag plc sa pte bv nv the and'.split(' '))

/** The words of a name without case, accents, punctuation and legal forms; Chinese is taken sign by sign. */
export function nameTokens(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/\p{Script=Han}/gu, ' $& ').match(/[\p{L}\p{N}]+/gu) ?? []
  const own = words.filter((word) => !forms.has(word))
  return [...new Set(own.length > 0 ? own : words)].sort()
}

// Whether one insertion, deletion or replacement makes one word of the other; short words must be equal.
function nearlySame(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.min(a.length, b.length) < 5 || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return Math.max(a.length, b.length) - start - end <= 1
}

// What of a word any other that is nearly the same has too: at least one of its parts. One slip leaves the first or the last half as it is.
function partsOf(word: string): string[] {
  if (word.length < 5) return [word]
  const halves = new Set([Math.floor(word.length / 2), Math.floor((word.length - 1) / 2)])
  return [...halves].flatMap((half) => [`^${word.slice(0, half)}`, `${word.slice(-half)}$`])
}

const scoreOf = (shared: number, all: number): number => (all === 0 ? 0 : Math.round((200 * shared) / all))

/** How alike the words of two names are, 0 to 100: shared words against all words of both (Dice), one slip of the pen forgiven. */
export function wordScore(a: readonly string[], b: readonly string[]): number {
  const left = [...b]
  let shared = 0
  for (const word of a) {
    const exact = left.indexOf(word)
    const at = exact >= 0 ? exact : left.findIndex((candidate) => nearlySame(word, candidate))
    if (at < 0) continue
    left.splice(at, 1)
    shared++
  }
  return scoreOf(shared, a.length + b.length)
}

type Name = { readonly name: string; readonly words: readonly string[] }

/**
 * Finds which of some names score at least so much (above 0) against others. The words of each name are made once, and it is compared only
 * with those that have enough words in common with it, nearly the same ones included. It finds what comparing all with all finds.
 */
export class NamesAsked {
  private readonly namesWith = new Map<string, Name[]>()
  private readonly wordsWith = new Map<string, string[]>()
  private readonly known = new Map<string, readonly Name[]>()

  constructor(
    names: readonly string[],
    private readonly least: number,
  ) {
    for (const name of new Set(names)) {
      const words = nameTokens(name)
      const asked = { name, words }
      for (const word of words) push(this.namesWith, word, asked)
    }
    for (const word of this.namesWith.keys()) for (const part of partsOf(word)) push(this.wordsWith, part, word)
  }

  /** The names that are near to another one, each with its score. */
  nearTo(other: string): { name: string; score: number }[] {
    const words = nameTokens(other)
    return this.comparable(words)
      .map((one) => ({ name: one.name, score: wordScore(one.words, words) }))
      .filter(({ score }) => score >= this.least)
  }

  /** The names that score enough if each word that they share nearly counts as one in common. */
  comparable(words: readonly string[]): Name[] {
    const shared = new Map<Name, number>()
    for (const word of words) for (const one of this.sharing(word)) shared.set(one, (shared.get(one) ?? 0) + 1)
    return [...shared].flatMap(([one, count]) => (scoreOf(count, one.words.length + words.length) >= this.least ? [one] : []))
  }

  /** The names with a word that is nearly the same. */
  private sharing(word: string): readonly Name[] {
    const known = this.known.get(word)
    if (known) return known
    const alike = new Set(partsOf(word).flatMap((part) => this.wordsWith.get(part) ?? []))
    const found = new Set<Name>()
    for (const one of alike) if (nearlySame(one, word)) for (const name of this.namesWith.get(one) ?? []) found.add(name)
    const names = [...found]
    this.known.set(word, names)
    return names
  }
}

function push<V>(lists: Map<string, V[]>, key: string, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
