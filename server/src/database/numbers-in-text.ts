const apart = '[^\\p{L}\\p{N}]*'

/**
 * The numbers of a series, such as PAY-2026-000123, that a text of a bank names, with whatever blanks, signs and ends of lines the bank put
 * into them or left out, in signs of full width too. A number has six figures, and ends with them: another one that stands right behind makes it none of ours. More
 * than six have no zero in front and stand together, or a figure behind a blank could be of an amount.
 */
export function numbersIn(series: string, text: string): string[] {
  const [letters, year, count] = [[...series], Array(4).fill('\\d'), Array(6).fill('\\d')].map((signs) => signs.join(apart))
  const own = new RegExp(`${letters}${apart}(${year})${apart}([1-9]\\d{6,}|${count})(?!\\d)`, 'gu')
  const digits = (found = '') => found.replace(/\D/g, '')
  return Array.from(text.normalize('NFKC').toUpperCase().matchAll(own), ([, of, no]) => `${series}-${digits(of)}-${digits(no)}`)
}
