import { isLocalDate } from '@usance/domain/local-date'
import { digitsOf, isDigits, passesLuhn, passesMod1110, passesMod9710, weighted } from './check-digits.ts'

// The form and check digits of each member state's VAT number, after the European Commission's description of the
// algorithms (VIES) and each state's own tax law. The number comes without its country prefix and without blanks.
const members: Record<string, (number: string) => boolean> = {
  AT: austria,
  BE: belgium,
  BG: bulgaria,
  CY: cyprus,
  CZ: czechia,
  DE: (n) => isDigits(n, 9) && n[0] !== '0' && passesMod1110(n),
  DK: (n) => isDigits(n, 8) && n[0] !== '0' && weighted(n, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (n) => isDigits(n, 9) && weighted(n, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: greece,
  ES: spain,
  FI: (n) => isDigits(n, 8) && weighted(n, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  FR: france,
  HR: (n) => isDigits(n, 11) && passesMod1110(n),
  HU: (n) => isDigits(n, 8) && weighted(n, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  IE: ireland,
  IT: italy,
  LT: lithuania,
  LU: (n) => isDigits(n, 8) && Number(n.slice(0, 6)) % 89 === Number(n.slice(6)),
  LV: latvia,
  MT: (n) => isDigits(n, 8) && n[0] !== '0' && weighted(n, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  NL: netherlands,
  PL: (n) => isDigits(n, 10) && weighted(n, [6, 5, 7, 2, 3, 4, 5, 6, 7, -1]) % 11 === 0,
  PT: portugal,
  RO: romania,
  SE: (n) => isDigits(n, 12) && n.endsWith('01') && passesLuhn(n.slice(0, 10)),
  SI: slovenia,
  SK: slovakia,
  XI: isBritishVatBody,
}

/** Blanks and the usual separators taken out, letters in capitals: 'be 0406.139.583' is 'BE0406139583'. */
export const compact = (text: string): string => text.toUpperCase().replace(/[\s\-./:()]/g, '')

/** Whether the text is a VAT number of an EU member state, with its country prefix and valid check digits. */
export function isEuVatNumber(text: string): boolean {
  const number = compact(text)
  const prefix = number.startsWith('GR') ? 'EL' : number.slice(0, 2)
  return Object.hasOwn(members, prefix) && (members[prefix]?.(number.slice(2)) ?? false)
}

/** Whether the text is a British VAT number, with or without the prefix GB. */
export const isGbVatNumber = (text: string): boolean => isBritishVatBody(compact(text).replace(/^GB/, ''))

/** The two-letter country whose VAT numbers can be checked here, from a number's prefix; undefined for others. */
export function vatCountryOf(text: string): string | undefined {
  const prefix = compact(text).slice(0, 2)
  return prefix === 'GB' || prefix === 'GR' || Object.hasOwn(members, prefix) ? prefix : undefined
}

function austria(text: string): boolean {
  const n = text.slice(1)
  if (text[0] !== 'U' || !isDigits(n, 8)) return false
  const sum = digitsOf(n.slice(0, 7)).reduce((all, d, i) => all + (i % 2 ? Math.floor(d / 5) + ((d * 2) % 10) : d), 0)
  return (96 - sum) % 10 === Number(n[7])
}

function belgium(text: string): boolean {
  const n = text.length === 9 ? `0${text}` : text
  return isDigits(n, 10) && /^[01]/.test(n) && Number(n) > 0 && 97 - (Number(n.slice(0, 8)) % 97) === Number(n.slice(8))
}

function bulgaria(n: string): boolean {
  if (isDigits(n, 9)) {
    const once = weighted(n.slice(0, 8), [1, 2, 3, 4, 5, 6, 7, 8]) % 11
    const check = once === 10 ? weighted(n.slice(0, 8), [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : once
    return check % 10 === Number(n[8])
  }
  if (!isDigits(n, 10)) return false
  const last = Number(n[9])
  const citizen = bulgarianBirthday(n) && (weighted(n.slice(0, 9), [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === last
  const foreigner = weighted(n.slice(0, 9), [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === last
  const other = (11 - (weighted(n.slice(0, 9), [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === last
  return citizen || foreigner || other
}

// Months 21–32 are of the 19th century, 41–52 of the 21st.
function bulgarianBirthday(n: string): boolean {
  const month = Number(n.slice(2, 4))
  const [century, real] = month > 40 ? ['20', month - 40] : month > 20 ? ['18', month - 20] : ['19', month]
  return isLocalDate(`${century}${n.slice(0, 2)}-${String(real).padStart(2, '0')}-${n.slice(4, 6)}`)
}

function cyprus(n: string): boolean {
  if (!/^\d{8}[A-Z]$/.test(n) || n.startsWith('12')) return false
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  const sum = digitsOf(n.slice(0, 8)).reduce((all, d, i) => all + (i % 2 === 0 ? (odd[d] ?? 0) : d), 0)
  return String.fromCharCode(65 + (sum % 26)) === n[8]
}

function czechia(n: string): boolean {
  if (isDigits(n, 8)) {
    const check = (11 - (weighted(n.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    return n[0] !== '9' && (check || 1) % 10 === Number(n[7])
  }
  if (isDigits(n, 9) && n[0] === '6') {
    const rest = weighted(n.slice(1, 8), [8, 7, 6, 5, 4, 3, 2]) % 11
    if ((((8 - ((10 - rest) % 11)) % 10) + 10) % 10 === Number(n[8])) return true
  }
  return isBirthNumber(n)
}

// The birth number of Czechia and Slovakia: women's months count from 51, and from 21 or 71 when numbers ran out.
function isBirthNumber(n: string): boolean {
  if (!isDigits(n, 9) && !isDigits(n, 10)) return false
  const short = Number(n.slice(0, 2))
  const year = n.length === 9 ? 1900 + (short >= 80 ? short - 100 : short) : short < 54 ? 2000 + short : 1900 + short
  if (n.length === 9 && year > 1953) return false
  const month = (Number(n.slice(2, 4)) % 50) % 20
  if (!isLocalDate(`${year}-${String(month).padStart(2, '0')}-${n.slice(4, 6)}`)) return false
  return n.length === 9 || (Number(n.slice(0, 9)) % 11) % 10 === Number(n[9])
}

function greece(text: string): boolean {
  const n = text.length === 8 ? `0${text}` : text
  return isDigits(n, 9) && (weighted(n.slice(0, 8), [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(n[8])
}

const spanishLetter = (number: number) => 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]
function spain(n: string): boolean {
  if (/^\d{8}[A-Z]$/.test(n)) return spanishLetter(Number(n.slice(0, 8))) === n[8]
  if (/^[KLM]\d{7}[A-Z]$/.test(n)) return spanishLetter(Number(n.slice(1, 8))) === n[8]
  if (/^[XYZ]\d{7}[A-Z]$/.test(n)) return spanishLetter(Number(`${'XYZ'.indexOf(n[0] ?? '')}${n.slice(1, 8)}`)) === n[8]
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(n)) return false
  const check = [...'0123456789'].find((digit) => passesLuhn(n.slice(1, 8) + digit)) ?? ''
  return n[8] === check || n[8] === 'JABCDEFGHI'[Number(check)]
}

function france(n: string): boolean {
  const [key, siren] = [n.slice(0, 2), n.slice(2)]
  if (!/^[0-9A-HJ-NP-Z]{2}$/.test(key) || !isDigits(siren, 9)) return false
  // Monaco shares the French system with company numbers of its own that begin with 000.
  if (!siren.startsWith('000') && !passesLuhn(siren)) return false
  if (isDigits(key)) return Number(`${siren}12`) % 97 === Number(key)
  const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const [high, low] = [alphabet.indexOf(key[0] ?? ''), alphabet.indexOf(key[1] ?? '')]
  const check = isDigits(key[0] ?? '') ? high * 24 + low - 10 : high * 34 + low - 100
  return (Number(siren) + 1 + Math.floor(check / 11)) % 11 === check % 11
}

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV'
function ireland(n: string): boolean {
  const check = (digits: string, extra = '') =>
    irishLetters[(weighted(digits.padStart(7, '0'), [8, 7, 6, 5, 4, 3, 2]) + 9 * irishLetters.indexOf(extra || 'W')) % 23]
  // Since 2013 a second letter follows; before, the second character could be a letter, + or *.
  if (/^\d{7}[A-W][A-IW]?$/.test(n)) return check(n.slice(0, 7), n.slice(8)) === n[7]
  return /^\d[A-Z+*]\d{5}[A-W]$/.test(n) && check(n.slice(2, 7) + n.slice(0, 1)) === n[7]
}

function italy(n: string): boolean {
  if (!isDigits(n, 11) || n.startsWith('0000000')) return false
  const office = Number(n.slice(7, 10))
  return ((office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office)) && passesLuhn(n)
}

function lithuania(n: string): boolean {
  if (!(isDigits(n, 9) && n[7] === '1') && !(isDigits(n, 12) && n[10] === '1')) return false
  const body = n.slice(0, -1)
  const rest = (shift: number) => digitsOf(body).reduce((sum, d, i) => sum + (1 + ((i + shift) % 9)) * d, 0) % 11
  const first = rest(0)
  return (first === 10 ? rest(2) : first) % 10 === Number(n.at(-1))
}

function latvia(n: string): boolean {
  if (!isDigits(n, 11)) return false
  if (Number(n[0]) > 3) return weighted(n, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3
  // Personal codes from 2017 begin with 32 and have no check digit.
  if (n.startsWith('32')) return true
  const century = ['18', '19', '20'][Number(n[6])] ?? 'xx'
  const born = `${century}${n.slice(4, 6)}-${n.slice(2, 4)}-${n.slice(0, 2)}`
  return isLocalDate(born) && ((1 + weighted(n, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(n[10])
}

function netherlands(text: string): boolean {
  const n = text.padStart(12, '0')
  if (!/^\d{9}B\d{2}$/.test(n) || n.startsWith('000000000') || n.endsWith('00')) return false
  // Sole traders got numbers in 2020 that hide their citizen number and check by MOD 97-10 instead.
  const company = weighted(n.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0
  return company || passesMod9710(`NL${n}`)
}

function portugal(n: string): boolean {
  if (!isDigits(n, 9) || n[0] === '0') return false
  return ((11 - (weighted(n.slice(0, 8), [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(n[8])
}

function romania(n: string): boolean {
  if (isDigits(n, 13)) return romanianPersonal(n)
  if (!/^[1-9]\d{1,9}$/.test(n)) return false
  const sum = weighted(n.slice(0, -1).padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2])
  return ((10 * sum) % 11) % 10 === Number(n.at(-1))
}

function romanianPersonal(n: string): boolean {
  const century = { '1': '19', '2': '19', '3': '18', '4': '18', '5': '20', '6': '20' }[n[0] ?? ''] ?? '19'
  const born = `${century}${n.slice(1, 3)}-${n.slice(3, 5)}-${n.slice(5, 7)}`
  const check = weighted(n.slice(0, 12), [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
  return n[0] !== '0' && isLocalDate(born) && (check === 10 ? 1 : check) === Number(n[12])
}

function slovenia(n: string): boolean {
  if (!isDigits(n, 8) || n[0] === '0') return false
  const check = 11 - (weighted(n.slice(0, 7), [8, 7, 6, 5, 4, 3, 2]) % 11)
  return check !== 11 && check % 10 === Number(n[7])
}

function slovakia(n: string): boolean {
  if (!isDigits(n, 10)) return false
  return (/^[1-9]\d[234789]/.test(n) && Number(n) % 11 === 0) || isBirthNumber(n)
}

// Numbers of 9 digits, of 12 for a branch, and GD or HA for government departments and health authorities.
function isBritishVatBody(n: string): boolean {
  if (/^GD[0-4]\d{2}$/.test(n) || /^HA[5-9]\d{2}$/.test(n)) return true
  const department = /^(GD|HA)8888(\d{3})(\d{2})$/.exec(n)
  if (department) {
    const number = Number(department[2])
    return (department[1] === 'GD') === number < 500 && number % 97 === Number(department[3])
  }
  if (!isDigits(n, 9) && !isDigits(n, 12)) return false
  const rest = weighted(n.slice(0, 9), [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97
  return Number(n.slice(0, 3)) >= 100 ? [0, 42, 55].includes(rest) : rest === 0
}
