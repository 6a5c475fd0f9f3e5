/** The digits of a text as numbers; call it only on text that is all digits. */
export const digitsOf = (text: string): number[] => [...text].map(Number)

export const isDigits = (text: string, length?: number): boolean =>
  /^\d+$/.test(text) && (length === undefined || text.length === length)

/** The sum of digit × weight; missing weights count as zero. */
export const weighted = (text: string, weights: readonly number[]): number =>
  digitsOf(text).reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0)

/** Luhn's formula (ISO/IEC 7812-1, annex B) over digits that end with their check digit. */
export function passesLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9), 0)
  return sum % 10 === 0
}

/** ISO/IEC 7064 MOD 11,10 over digits that end with their check digit. */
export function passesMod1110(text: string): boolean {
  const rest = digitsOf(text).reduce((product, digit, index, all) => {
    if (index === all.length - 1) return (product + digit) % 10
    return (((product + digit) % 10 || 10) * 2) % 11
  }, 10)
  return rest === 1
}

/** Letters become numbers from A = 10 to Z = 35, digits stay: the text of ISO/IEC 7064 and ISO 6166. */
export const lettersAsNumbers = (text: string): string => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

/** ISO/IEC 7064 MOD 97-10 over letters and digits that end with their two check digits. */
export function passesMod9710(text: string): boolean {
  return digitsOf(lettersAsNumbers(text)).reduce((rest, digit) => (rest * 10 + digit) % 97, 0) === 1
}
