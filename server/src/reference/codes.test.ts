import { describe, expect, it } from 'vitest'
import { codeChecks, isoCountries, isoCurrencies } from './codes.ts'

// Numbers that firms print on their public pages, or that the standards use as examples.
const examples: Record<keyof typeof codeChecks, string[]> = {
  IBAN: ['DE89 3704 0044 0532 0130 00', 'GB29 NWBK 6016 1331 9268 19', 'NO93.8601.11.17947'],
  BIC: ['DEUTDEFF', 'BKCHCNBJ300', 'HSBCHKHHHKH'],
  LEI: ['529900T8BM49AURSDO55', '300300C1020311000158'],
  ISIN: ['US0378331005', 'XS0971721963'],
  CN_USCC: ['91350100M000100Y43', '9144030071526726XG'],
  CN_TAX: ['91350100M000100Y43'],
  EU_VAT: ['ATU13585627', 'BE 0428.759.497', 'DE136695976', 'FR83404833048', 'NL004495445B01', 'EL094259216', 'SE556188840401'],
  GB_VAT: ['GB980780684', 'GD100'],
  CONTAINER: ['CSQU3054383'],
}

describe('a code', () => {
  it.each(Object.entries(examples))('of kind %s is accepted as printed, and in small letters', (kind, codes) => {
    for (const code of codes) {
      expect(codeChecks[kind as keyof typeof codeChecks](code), code).toBe(true)
      expect(codeChecks[kind as keyof typeof codeChecks](code.toLowerCase()), code).toBe(true)
    }
  })

  it('is refused when any one digit after its prefix is typed wrong', () => {
    const checked = ['IBAN', 'LEI', 'ISIN', 'CN_USCC', 'CONTAINER'] as const
    for (const kind of checked)
      for (const code of examples[kind])
        for (let place = 4; place < code.length; place += 1) {
          const digit = code[place] ?? ''
          if (!/\d/.test(digit)) continue
          const wrong = `${code.slice(0, place)}${(Number(digit) + 1) % 10}${code.slice(place + 1)}`
          expect(codeChecks[kind](wrong), wrong).toBe(false)
        }
  })

  it.each([
    ['EU_VAT', 'DE DE136695976'],
    ['EU_VAT', 'DE136695977'],
    ['EU_VAT', 'US123456789'],
    ['EU_VAT', ''],
    ['BIC', 'DEUTDE'],
    ['BIC', 'DEUTQQFF'],
    ['GB_VAT', 'GD888'],
    ['IBAN', 'not an account'],
  ] as const)('of kind %s is refused: %s', (kind, code) => {
    expect(codeChecks[kind](code)).toBe(false)
  })
})

describe('the ISO lists', () => {
  it('give a currency its minor unit, and gold none', () => {
    const units = new Map(isoCurrencies().map((currency) => [currency.code, currency.minorUnits]))
    expect([units.get('JPY'), units.get('CNY'), units.get('KWD'), units.get('XAU')]).toEqual([0, 2, 3, null])
  })

  it('name every country in both languages with its numeric code', () => {
    expect(isoCountries().find((country) => country.code === 'CN')).toMatchObject({ numeric: '156', nameCn: '中国' })
    for (const country of isoCountries()) expect([country.nameEn, country.nameCn]).not.toContain(country.code)
  })
})
