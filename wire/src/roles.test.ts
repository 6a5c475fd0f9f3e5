import { expect, test } from 'vitest'
import { hasAnyRole, presentRoles } from './roles.ts'

const seat = (companyId: string, companyRole: 'SUPPLIER' | 'FUNDER', isPresent: boolean, ...userRoles: string[]) =>
  [companyRole, ...userRoles].map((roleCode) => ({ roleCode, companyId, companyRole, isPresent }))
const roles = [...seat('C1', 'SUPPLIER', true, 'Maker'), ...seat('C2', 'FUNDER', false, 'Checker')]

test.each([
  [['BUYER', 'FUNDER'], true],
  [['SUPPLIER', 'Director'], true],
  [['BUYER'], false],
  [[], false],
])('of the roles %j: any is %s', (codes, any) => {
  expect(hasAnyRole(roles, codes)).toBe(any)
})

test('roles count within one company, or in the present seat alone, where that is asked', () => {
  expect(hasAnyRole(roles, ['FUNDER'], { companyId: 'C1' })).toBe(false)
  expect(hasAnyRole(roles, ['FUNDER'], { companyId: 'C2' })).toBe(true)
  expect(hasAnyRole(presentRoles({ roles }), ['FUNDER', 'Checker'])).toBe(false)
  expect(hasAnyRole(presentRoles({ roles }), ['SUPPLIER'])).toBe(true)
})
