const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A text as the database keeps it: without the character 0 and halves of characters. */
export const soundText = (text: string): string => text.replaceAll('\0', '').replace(half, '')

/** The beginning of a text, at most `length` units of it; a character at the cut is left out whole. */
export const cutText = (text: string, length: number): string => soundText(text.slice(0, length))

/** Marks that turn the direction of what follows, blanks without a width, and letters without a shape. */
const hiddenMarks = /[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

/** A text of others, such as the name of a payer in the file of a bank, as people read it: without marks that they do not see. */
export const withoutHiddenMarks = (text: string): string => text.replace(hiddenMarks, '')
