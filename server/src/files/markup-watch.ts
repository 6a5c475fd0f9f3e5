/** The longest tag, comment or CDATA section of a workbook, in bytes; Excel writes none of a tenth of it. */
export const longestMark = 65_536

/**
 * Follows the marks (tags, comments, declarations, CDATA) of an XML text that comes in pieces. What comes back takes the next
 * piece and says whether all marks so far are shorter than `longestMark`. A reader that begins an unfinished mark anew with each
 * piece then does work that grows with the length of the text alone. The text may be of any encoding that holds ASCII.
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

/** Where the mark that begins at `at` is over; -1 when the text ends before. */
function endOfMark(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4)
  if (text.startsWith('<![CDATA[', at)) return behind(text, ']]>', at + 9)
  if (text.startsWith('<?', at)) return behind(text, '?>', at + 2)
  // What begins like a comment or a CDATA section is none before it is there as a whole.
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
