const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A text as the database keeps it: without the character 0 and halves of characters. */
export const soundText = (text: string): string => text.replaceAll('\0', '').replace(half, '')

/** The beginning of a text, at most `length` units of it; a character at the cut is left out whole. */
export const cutText = (text: string, length: number): string => soundText(text.slice(0, length))
