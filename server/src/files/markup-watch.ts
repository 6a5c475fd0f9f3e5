/** The longest tag, comment or CDATA section of a workbook, in bytes; those of Excel are far below a tenth of it. */
export const longestMark = 65_536

/**
 * Follows the marks (tags, comments, declarations, CDATA) of an XML text in pieces. The returned function takes the next piece,
 * and returns whether all marks so far are shorter than `longestMark`. With short marks, a parser that restarts an unfinished
 * mark with each piece still has linear cost. The text may be of any encoding that contains ASCII.
 */
export function markupWatch(): (piece: Buffer) => boolean {
  let unfinished = ''
  return (piece) => {
    const text = unfinished + piece.toString('latin1')
    unfinished = ''
    for (let at = text.indexOf('<'); at >= 0; ) {
      const end = endOfMark(text, at)
      if ((end < 0 ? text.length : end) - at > longestMark) return false
      if (end < 0) {
        unfinished = text.slice(at)
        return true
      }
      at = text.indexOf('<', end)
    }
    return true
  }
}

/** The end of the mark that begins at `at`; -1 when the text ends before it. */
function endOfMark(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4)
  if (text.startsWith('<![CDATA[', at)) return behind(text, ']]>', at + 9)
  if (text.startsWith('<?', at)) return behind(text, '?>', at + 2)
  // The start of a comment or CDATA section counts only when it is complete.
  if (text.startsWith('<!', at)) return text.length - at < 9 ? -1 : behind(text, '>', at + 2)
  if (text.startsWith('</', at)) return behind(text, '>', at + 2)
  let quote = ''
  for (let place = at + 1; place < text.length; place++) {
    const sign = text[place]!
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return place + 1
  }
  return -1
}

function behind(text: string, end: string, from: number): number {
  const place = text.indexOf(end, from)
  return place < 0 ? -1 : place + end.length
}
