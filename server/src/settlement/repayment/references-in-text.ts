import { normalizeReference } from '@usance/domain/fingerprint'

/** References as short as this stand in other words by chance. */
export const shortReference = 4
/** The signs of the longest reference of a payment. */
const longestReference = 64
const joinedAtMost = 4

/** What stands between words, between a word and what it names, and within a reference. */
const apart = [/\s+/u, /[\s:;,/()+?=]+/u, /[^\p{L}\p{N}]+/u]

/**
 * What may be references of a bank in a text, as references are compared: each word, and up to four beside each other, since a bank sets
 * blanks, signs and ends of lines into a reference or leaves them out.
 */
export function referencesIn(text: string): string[] {
  const found = new Set<string>()
  for (const between of apart) {
    const words = text
      .split(between)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .map(normalizeReference)
    for (const [from] of words.entries())
      for (let count = 1; count <= joinedAtMost && from + count <= words.length; count++) {
        const reference = words.slice(from, from + count).join('')
        if (reference.length > shortReference && reference.length <= longestReference) found.add(reference)
      }
  }
  return [...found]
}
