/** Documents by which a person is known. */
export const identityDocumentTypes = ['CN_ID', 'HK_ID', 'SG_NRIC', 'PASSPORT'] as const
export type IdentityDocumentType = (typeof identityDocumentTypes)[number]

export type IdentityDocument = {
  type: IdentityDocumentType
  /** The number, or for a passport the second line of its machine-readable zone. */
  number: string
  birthDate?: string | null
  expiresOn?: string | null
}
const identityFaults = ['NUMBER_FORM', 'CHECK_DIGIT', 'BIRTH_DATE', 'UNDER_AGE', 'EXPIRED'] as const
type IdentityFault = (typeof identityFaults)[number]

const compact = (text: string) => text.toUpperCase().replace(/[\s()-]/g, '')
const isDay = (day: string) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lengths = [31, (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return month >= 1 && month <= 12 && date >= 1 && date <= lengths[month - 1]!
}
const weighted = (signs: number[], weights: number[]) => signs.reduce((sum, sign, at) => sum + sign * weights[at]!, 0)

type Judged = { faults: IdentityFault[]; birthDate?: string; expiresOn?: string; documentNo: string }

// GB 11643-1999: six digits of the place, the birth date, a serial number, and ISO 7064 MOD 11-2.
function chineseId(number: string): Judged {
  const documentNo = compact(number)
  if (!/^[1-8]\d{16}[\dX]$/.test(documentNo)) return { faults: ['NUMBER_FORM'], documentNo }
  const birthDate = `${documentNo.slice(6, 10)}-${documentNo.slice(10, 12)}-${documentNo.slice(12, 14)}`
  if (!isDay(birthDate)) return { faults: ['BIRTH_DATE'], documentNo }
  const sum = weighted([...documentNo.slice(0, 17)].map(Number), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
  return { faults: '10X98765432'[sum % 11] === documentNo[17] ? [] : ['CHECK_DIGIT'], birthDate, documentNo }
}

// One or two letters (a missing one counts as a blank, 36), six digits, and a check digit modulo 11.
function hongKongId(number: string): Judged {
  const documentNo = compact(number)
  if (!/^[A-Z]{1,2}\d{6}[\dA]$/.test(documentNo)) return { faults: ['NUMBER_FORM'], documentNo }
  const values = [...documentNo.padStart(9, ' ')].map((sign) => (sign === ' ' ? 36 : Number.parseInt(sign, 36)))
  return { faults: weighted(values, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 ? [] : ['CHECK_DIGIT'], documentNo }
}

// Prefix S, T, F, G or M, seven digits, and a letter that depends on the prefix.
function singaporeId(number: string): Judged {
  const documentNo = compact(number)
  if (!/^[STFGM]\d{7}[A-Z]$/.test(documentNo)) return { faults: ['NUMBER_FORM'], documentNo }
  const prefix = documentNo[0]!
  const sum = weighted([...documentNo.slice(1, 8)].map(Number), [2, 7, 6, 5, 4, 3, 2])
  const shifted = (sum + ({ T: 4, G: 4, M: 3 }[prefix] ?? 0)) % 11
  // The letters of series M run the other way.
  const letters = prefix === 'M' ? 'XWUTRQPNJLK' : 'ST'.includes(prefix) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK'
  return { faults: letters[shifted] === documentNo[8] ? [] : ['CHECK_DIGIT'], documentNo }
}

/** ICAO 9303: the weights 7, 3 and 1 over digits, letters from A = 10 and the filler as 0, modulo 10. */
const machineReadableCheckDigit = (field: string): string =>
  String([...field].reduce((sum, sign, at) => sum + (sign === '<' ? 0 : Number.parseInt(sign, 36)) * [7, 3, 1][at % 3]!, 0) % 10)

const century = (two: string, limit: number) => (Number(two) > limit ? '19' : '20') + two
const dayOf = (six: string, limit: number) => `${century(six.slice(0, 2), limit)}-${six.slice(2, 4)}-${six.slice(4, 6)}`

// Either the number as printed, or the 44 characters below the picture, which carry check digits.
function passport(text: string, today: string): Judged {
  const line = text.toUpperCase().replace(/\s/g, '')
  if (/^[A-Z0-9]{6,9}$/.test(line)) return { faults: [], documentNo: line }
  if (!/^[A-Z0-9<]{9}\d[A-Z<]{3}\d{7}[MFX<]\d{7}[A-Z0-9<]{14}[\d<]\d$/.test(line))
    return { faults: ['NUMBER_FORM'], documentNo: line.slice(0, 44) }
  const documentNo = line.slice(0, 9).replaceAll('<', '')
  const parts = [line.slice(0, 10), line.slice(13, 20), line.slice(21, 28)]
  const whole = parts.join('') + line.slice(28, 43)
  const personal = line[42] === '<' ? /^<+$/.test(line.slice(28, 42)) : machineReadableCheckDigit(line.slice(28, 42)) === line[42]
  const holds =
    parts.every((part) => machineReadableCheckDigit(part.slice(0, -1)) === part.at(-1)) &&
    personal &&
    machineReadableCheckDigit(whole) === line[43]
  const birthDate = dayOf(line.slice(13, 19), Number(today.slice(2, 4)))
  const expiresOn = dayOf(line.slice(21, 27), 99)
  const faults: IdentityFault[] = holds ? (isDay(birthDate) && isDay(expiresOn) ? [] : ['BIRTH_DATE']) : ['CHECK_DIGIT']
  return { faults, documentNo, ...(faults.length === 0 ? { birthDate, expiresOn } : {}) }
}

/** Judges a document on a day: form and check digits, stated against read dates, expiry, and full age (18 years). */
export function checkIdentity(document: IdentityDocument, today: string): Judged {
  const { type, number } = document
  const read =
    type === 'CN_ID'
      ? chineseId(number)
      : type === 'HK_ID'
        ? hongKongId(number)
        : type === 'SG_NRIC'
          ? singaporeId(number)
          : passport(number, today)
  const faults = [...read.faults]
  const birthDate = read.birthDate ?? document.birthDate ?? undefined
  const expiresOn = read.expiresOn ?? document.expiresOn ?? undefined
  if (document.birthDate && read.birthDate && document.birthDate !== read.birthDate) faults.push('BIRTH_DATE')
  const adultOn = birthDate && `${Number(birthDate.slice(0, 4)) + 18}${birthDate.slice(4)}`
  if (adultOn && adultOn > today) faults.push('UNDER_AGE')
  if (expiresOn && expiresOn < today) faults.push('EXPIRED')
  return {
    faults: [...new Set(faults)],
    documentNo: read.documentNo,
    ...(birthDate ? { birthDate } : {}),
    ...(expiresOn ? { expiresOn } : {}),
  }
}
