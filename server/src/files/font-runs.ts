/** A font, as far as it says which letters it has. */
export type Letters = { hasGlyphForCodePoint(codePoint: number): boolean }
/** A piece of a text that one font draws: its place among the fonts. */
export type FontRun = { font: number; text: string }

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Letters that change their form or their order beside others: drawn one by one they would be another word. */
const shaped = /\p{Script=Devanagari}/u

/** Whether a font has every letter of a piece of text. */
const hasAll = (font: Letters, text: string): boolean =>
  !shaped.test(text) && [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!))

const codeOf = (letter: string) => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/**
 * A text, cut into the runs of the fonts that have its letters. The first font is asked first, and a word stays in one font where
 * one has all of it. Letters that no font has are told by their code points in brackets: `[U+0634 U+0631]`.
 */
export function runsOf(fonts: readonly Letters[], text: string): FontRun[] {
  const [first] = fonts
  if (first && hasAll(first, text.replaceAll('\n', ''))) return [{ font: 0, text }]
  const runs: FontRun[] = []
  const add = (font: number, piece: string) => {
    const last = runs.at(-1)
    if (last?.font === font) last.text += piece
    else runs.push({ font, text: piece })
  }
  for (const word of text.replace(/[\r\n]/g, '').match(/\s|\S+/gu) ?? []) {
    if (/^\s$/u.test(word)) {
      add(0, first && hasAll(first, word) ? word : ' ')
      continue
    }
    const whole = fonts.findIndex((font) => hasAll(font, word))
    if (whole >= 0) {
      add(whole, word)
      continue
    }
    let codes: string[] = []
    const tellCodes = () => {
      if (codes.length > 0) add(0, `[${codes.join(' ')}]`)
      codes = []
    }
    for (const { segment } of graphemes.segment(word)) {
      const font = fonts.findIndex((one) => hasAll(one, segment))
      if (font < 0) codes.push(...[...segment].map(codeOf))
      else {
        tellCodes()
        add(font, segment)
      }
    }
    tellCodes()
  }
  return runs
}
