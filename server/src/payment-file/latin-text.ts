// Letters that are no letter with a mark, as the banks' own tables spell them.
const spelled: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  '&': '+',
  '’': "'",
  '‘': "'",
  '`': "'",
  '–': '-',
  '—': '-',
  _: '-',
}

/**
 * A text in the letters, figures and signs that every bank passes on (the basic Latin set of SWIFT and SEPA): marks leave
 * their letters, other signs become points. Undefined when it holds letters of another script, which nobody may guess.
 */
export function latinText(text: string): string | undefined {
  const plain = [...text.normalize('NFKD').replace(/\p{M}/gu, '')].map((one) => spelled[one] ?? one).join('')
  if (/[^\P{L}A-Za-z]/u.test(plain)) return undefined
  return plain
    .replace(/\s+/g, ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .trim()
}

/** The first of some names that can be written in Latin letters and says anything at all. */
export const latinNameOf = (...names: readonly (string | null | undefined)[]): string | undefined =>
  names.map((name) => latinText(name ?? '')).find((name) => name && /[A-Za-z0-9]/.test(name))
