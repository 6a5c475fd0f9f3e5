import { expect, test } from 'vitest'
import { hasAllRoles, hasAnyRole, presentRoles } from './roles.ts'

const seat = (companyId: string, companyRole: 'SUPPLIER' | 'FUNDER', isPresent: boolean, ...userRoles: string[]) =>
  [companyRole, ...userRoles].map((roleCode) => ({ roleCode, companyId, companyRole, isPresent }))
const roles = [...seat('C1', 'SUPPLIER', true, 'Maker'), ...seat('C2', 'FUNDER', false, 'Checker')]

test.each([
  [['BUYER', 'FUNDER'], true, false],
  [['SUPPLIER', 'Maker'], true, true],
  [['SUPPLIER', 'Director'], true, false],
  [['BUYER'], false, false],
  [[], false, true],
])('of the roles %j: any is %s, all is %s', (codes, any, all) => {
  expect([hasAnyRole(roles, codes), hasAllRoles(roles, codes)]).toEqual([any, all])
})

test('roles count within one company, or in the present seat alone, where that is asked', () => {
  expect(hasAnyRole(roles, ['FUNDER'], { companyId: 'C1' })).toBe(false)
  expect(hasAllRoles(roles, ['FUNDER', 'Checker'], { companyId: 'C2' })).toBe(true)
  expect(hasAnyRole(presentRoles({ roles }), ['FUNDER', 'Checker'])).toBe(false)
  expect(hasAllRoles(presentRoles({ roles }), ['SUPPLIER', 'Maker'])).toBe(true)
})
