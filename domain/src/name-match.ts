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

/** How alike two names are, 0 to 100: shared words against all words of both (Dice), one slip of the pen forgiven. */
export function nameScore(one: string, other: string): number {
  const a = nameTokens(one)
  const left = nameTokens(other)
  const all = a.length + left.length
  if (all === 0) return 0
  let shared = 0
  for (const word of a) {
    const exact = left.indexOf(word)
    const at = exact >= 0 ? exact : left.findIndex((candidate) => nearlySame(word, candidate))
    if (at < 0) continue
    left.splice(at, 1)
    shared++
  }
  return Math.round((200 * shared) / all)
}
