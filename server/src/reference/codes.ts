import currencyCodes from 'currency-codes'
import countries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import chinese from 'i18n-iso-countries/langs/zh.json' with { type: 'json' }
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { lettersAsNumbers, passesLuhn, passesMod9710 } from './check-digits.ts'
import { compact, isEuVatNumber, isGbVatNumber } from './vat-numbers.ts'

countries.registerLocale(english)
countries.registerLocale(chinese)

export type IsoCurrency = { code: string; numeric: string; minorUnits: number | null; nameEn: string }
export type IsoCountry = { code: string; alpha3: string; numeric: string; nameEn: string; nameCn: string }

/** Metals, special drawing rights, bond units and test codes: ISO 4217 gives them no minor unit, and money is not held in them. */
export const withoutMinorUnit: ReadonlySet<string> = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '))

/** The currencies of ISO 4217 list one with the decimals of their minor unit. */
export const isoCurrencies = (): IsoCurrency[] =>
  currencyCodes.data.map(({ code, number, digits, currency }) => ({
    code,
    numeric: number,
    minorUnits: withoutMinorUnit.has(code) ? null : digits,
    nameEn: currency,
  }))

/** The countries of ISO 3166-1 with their numeric codes and their names in both languages. */
export const isoCountries = (): IsoCountry[] =>
  Object.keys(countries.getAlpha2Codes()).map((code) => ({
    code,
    alpha3: countries.alpha2ToAlpha3(code) ?? '',
    numeric: countries.alpha2ToNumeric(code) ?? '',
    nameEn: countries.getName(code, 'en') ?? code,
    nameCn: countries.getName(code, 'zh') ?? code,
  }))

const isCountry = (code: string): boolean => code === 'XK' || countries.isValid(code)

/** ISO 13616: country, length and form of the account number, and MOD 97-10; blanks, dots and hyphens do not matter. */
export const isIban = (text: string): boolean => isValidIBAN(electronicFormatIBAN(text.replaceAll('.', '')) ?? '')

/** ISO 9362: bank, country, place and an optional branch. Whether the bank exists only a directory knows. */
function isBic(text: string): boolean {
  const bic = text.trim().toUpperCase()
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic) && isCountry(bic.slice(4, 6))
}

/** ISO 17442: 18 letters or digits and two check digits by MOD 97-10. */
function isLei(text: string): boolean {
  const lei = compact(text)
  return /^[A-Z0-9]{18}\d{2}$/.test(lei) && passesMod9710(lei)
}

// GB 32100-2015: 31 characters without I, O, S, V and Z, and powers of 3 modulo 31 as weights.
const usccAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const usccWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** GB 32100-2015: the Chinese unified social credit code, 18 characters with its check character. */
export function isUnifiedSocialCreditCode(text: string): boolean {
  const code = compact(text)
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code)) return false
  const sum = usccWeights.reduce((all, weight, index) => all + weight * usccAlphabet.indexOf(code[index] ?? ''), 0)
  return usccAlphabet[(31 - (sum % 31)) % 31] === code[17]
}

// Securities that belong to no country: international, European and special purpose prefixes of ISO 6166.
const isinPrefixes = ['XS', 'XA', 'XB', 'XC', 'XD', 'XF', 'XK', 'EU', 'QS', 'QT', 'QY', 'AN', 'CS', 'YU', 'TP']

/** ISO 6166: country, nine letters or digits, and Luhn's check digit over the letters as numbers. */
function isIsin(text: string): boolean {
  const isin = compact(text)
  const known = isCountry(isin.slice(0, 2)) || isinPrefixes.includes(isin.slice(0, 2))
  return /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin) && known && passesLuhn(lettersAsNumbers(isin))
}

/** ISO 6346: owner, category and serial number of a freight container with its check digit. */
function isContainerNumber(text: string): boolean {
  const number = compact(text)
  if (!/^[A-Z]{3}[UJZR]\d{7}$/.test(number)) return false
  // Letters count from A = 10, leaving out the multiples of 11.
  const values = [...number.slice(0, 10)].map((sign) => {
    const plain = Number.parseInt(sign, 36)
    return plain < 10 ? plain : plain + Math.floor((plain - 1) / 10)
  })
  const sum = values.reduce((all, value, index) => all + value * 2 ** index, 0)
  return (sum % 11) % 10 === Number(number[10])
}

/** A Chinese taxpayer number: the unified social credit code, or the 15 digits that came before it. */
function isChineseTaxNumber(text: string): boolean {
  const code = compact(text)
  return isUnifiedSocialCreditCode(code) || (/^\d{6}[0-9A-Z]{9}$/.test(code) && isOrganisationCode(code.slice(6)))
}

// GB 11714-1997: eight characters and a check character, X for ten.
function isOrganisationCode(code: string): boolean {
  if (!/^[0-9A-Z]{8}[0-9X]$/.test(code)) return false
  const sum = [...code.slice(0, 8)].reduce(
    (all, sign, index) => all + Number.parseInt(sign, 36) * ([3, 7, 9, 10, 5, 8, 4, 2][index] ?? 0),
    0,
  )
  return '0123456789X0'[11 - (sum % 11)] === code[8]
}

/** Every code that can be checked, by the name of its kind. */
export const codeChecks = {
  IBAN: isIban,
  BIC: isBic,
  LEI: isLei,
  ISIN: isIsin,
  CN_USCC: isUnifiedSocialCreditCode,
  CN_TAX: isChineseTaxNumber,
  EU_VAT: isEuVatNumber,
  GB_VAT: isGbVatNumber,
  CONTAINER: isContainerNumber,
} as const
/** @internal What `npm run conformance` asks for. */
export type CodeKind = keyof typeof codeChecks
