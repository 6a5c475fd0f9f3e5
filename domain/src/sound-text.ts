const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A text as the database keeps it: without the character 0 and halves of characters. */
export const soundText = (text: string): string => text.replaceAll('\0', '').replace(half, '')

/** The beginning of a text, at most `length` units of it; a character at the cut is left out whole. */
export const cutText = (text: string, length: number): string => soundText(text.slice(0, length))

/** What nobody sees of a text, but for joiners and for variants of a letter; marks that turn its direction are among them. */
const unseen = /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu
const breaks = /[\p{Cc}\u2028\u2029]+/gu
/** More marks on one letter than any script writes. */
const piles = /(\p{M}{8})\p{M}+/gu

/** A line that others wrote, such as the name of a payer in the file of a bank, as people read it. */
export const withoutHiddenMarks = (text: string): string =>
  text.replace(breaks, ' ').replace(unseen, '').replace(piles, '$1').trim()
