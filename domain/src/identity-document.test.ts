import { describe, expect, test } from 'vitest'
import { checkIdentity, type IdentityDocumentType } from './identity-document.ts'

const today = '2025-03-03'
const faults = (type: IdentityDocumentType, number: string, more: object = {}) =>
  checkIdentity({ type, number, ...more }, today).faults

describe('the document of a person', () => {
  test.each([
    // The example of GB 11643, of Hong Kong's register, of Singapore's, and the specimen passport of ICAO 9303 part 4.
    ['CN_ID', '11010519491231002X'],
    ['HK_ID', 'A123456(3)'],
    ['SG_NRIC', 'S1234567D'],
    ['PASSPORT', 'E12345678'],
  ] as const)('%s %s holds', (type, number) => {
    expect(faults(type, number)).toEqual([])
  })

  test.each([
    ['CN_ID', '110105194912310021'],
    ['HK_ID', 'A123456(4)'],
    ['SG_NRIC', 'S1234567A'],
    ['PASSPORT', 'L898902C36UTO7408122F1204158ZE184226B<<<<<10'],
  ] as const)('a mistyped digit in %s %s is noticed', (type, number) => {
    expect(faults(type, number)).toContain('CHECK_DIGIT')
  })

  test('the machine-readable line tells birth and expiry', () => {
    const read = checkIdentity({ type: 'PASSPORT', number: 'L898902C36UTO7408122F1204159ZE184226B<<<<<10' }, today)
    expect(read).toEqual({ faults: ['EXPIRED'], documentNo: 'L898902C3', birthDate: '1974-08-12', expiresOn: '2012-04-15' })
  })

  test('a birth date that no calendar has, another than stated, or one too recent is refused', () => {
    expect(faults('CN_ID', '110105194902310020')).toEqual(['BIRTH_DATE'])
    expect(faults('CN_ID', '11010519491231002X', { birthDate: '1950-01-01' })).toEqual(['BIRTH_DATE'])
    expect(faults('PASSPORT', 'E12345678', { birthDate: '2007-03-04' })).toEqual(['UNDER_AGE'])
    expect(faults('PASSPORT', 'E12345678', { birthDate: '2007-03-03', expiresOn: '2025-03-03' })).toEqual([])
  })
})
