const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0xa1 && byte <= 0xfe
const isLetter = (byte: number | undefined) => byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/** What one character of two bytes speaks for, by its bytes and those beside it. */
function evidenceAt(content: Buffer, at: number): 'CHINESE' | 'LATIN' | 'NEITHER' {
  const second = content[at + 1]
  // Bytes beyond these are characters of rare names alone, and punctuation of Windows.
  if (!isHigh(content[at]) || !isHigh(second)) return second !== undefined && second < 0x80 ? 'LATIN' : 'NEITHER'
  const sides = [content[at - 1], content[at + 2]].filter(isLetter).length
  return sides === 0 ? 'CHINESE' : sides === 2 ? 'LATIN' : 'NEITHER'
}

/**
 * Whether bytes that are sound GB 18030 are Chinese text, or text of Windows Latin whose accented letters happen to be followed by
 * others (`ül`). Chinese stands in runs; an accented letter stands among plain ones. Undefined where both fit.
 */
export function isChinese(content: Buffer): boolean | undefined {
  let [chinese, latin, neither] = [0, 0, 0]
  for (let at = 0; at < content.length; at++) {
    if (content[at]! < 0x81) continue
    // Two characters of high bytes beside each other: no word has four accented letters in a row.
    if ([0, 1, 2, 3].every((next) => isHigh(content[at + next]))) return true
    const evidence = evidenceAt(content, at)
    if (evidence === 'CHINESE') chinese++
    else if (evidence === 'LATIN') latin++
    else neither++
    at++
  }
  if (chinese > 0 && latin === 0) return true
  if (latin > 0 && chinese === 0) return false
  return chinese + latin + neither === 0 ? false : undefined
}
