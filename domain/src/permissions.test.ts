import { expect, test } from 'vitest'
import { effectivePermissions, grantMayChange, permissionRows } from './permissions.ts'

const may = (companyRole: string, ...userRoles: string[]) => new Set(effectivePermissions(permissionRows, companyRole, userRoles))

test('the matrix names every permission once', () => {
  expect(new Set(permissionRows.map(({ permission }) => permission)).size).toBe(permissionRows.length)
  for (const { roles } of permissionRows) expect(roles).toMatch(/^S?B?F?D?O?R?T?P?A?U?$/)
})

test('a director of a supplier may do all that a supplier may', () => {
  const all = permissionRows.filter(({ roles, alwaysGranted }) => alwaysGranted || roles.includes('S'))
  expect(may('SUPPLIER', 'Director')).toEqual(new Set(all.map(({ permission }) => permission)))
})

test('a maker makes and a checker decides, and neither does both', () => {
  const [maker, checker] = [may('SUPPLIER', 'Maker'), may('SUPPLIER', 'Checker')]
  expect(maker.has('finance.finance-order.add')).toBe(true)
  expect(maker.has('finance.finance-order.withdraw')).toBe(true)
  expect(maker.has('finance.finance-order.approve')).toBe(false)
  expect(checker.has('finance.finance-order.approve')).toBe(true)
  expect(checker.has('contract.info.signoff')).toBe(true)
  expect(checker.has('finance.finance-order.add')).toBe(false)
})

test('a viewer looks and exports only', () => {
  const viewer = may('SUPPLIER', 'Viewer')
  expect(viewer.has('finance.finance-order.detail')).toBe(true)
  expect(viewer.has('finance.finance-order.export')).toBe(true)
  expect(viewer.has('finance.finance-order.add')).toBe(false)
  expect(viewer.has('approval.pass')).toBe(false)
})

test('everybody keeps home and his own settings, and nobody gets what his company lacks', () => {
  expect(may('BUYER', 'Viewer').has('user-center.change-ps')).toBe(true)
  expect(may('BUYER', 'Director').has('finance.finance-order.add')).toBe(false)
  expect(may('FUNDER', 'Director').has('confirmation.invoiceConfirmation.confirm')).toBe(false)
})

test('a page that opens for everybody grants no act', () => {
  const acts = permissionRows.filter(({ permission }) => !/\.(view|details?|export)$/.test(permission))
  for (const role of ['SUPPLIER', 'BUYER', 'FUNDER', 'COMPANY']) {
    expect(may(role)).toContain('finance.interest.view')
    const marked = acts.map((row) => ({ ...row, roles: '', alwaysGranted: true }))
    expect(effectivePermissions(marked, role, ['Viewer', 'Maker', 'Checker', 'Director'])).toEqual([])
  }
  for (const party of ['SUPPLIER', 'BUYER'])
    expect(
      ['Viewer', 'Maker', 'Checker', 'Director'].map((seat) => may(party, seat).has('finance.finance-order.confirm')),
    ).toEqual([false, false, true, true])
  expect(acts.filter(({ alwaysGranted }) => alwaysGranted)).toEqual([])
})

test('staff hold what their staff roles hold, and an administrator no business permission', () => {
  expect(may('PLATFORM', 'Settlement').has('payment.management.instruct')).toBe(true)
  expect(may('PLATFORM', 'Operations', 'Risk').has('system.product.approve')).toBe(true)
  const administrator = may('PLATFORM', 'Administrator')
  expect(administrator.has('payment.management.view')).toBe(false)
  expect(administrator.has('finance.finance-order.view')).toBe(false)
  expect(administrator.has('system.role.edit')).toBe(true)
  expect(may('PLATFORM')).toEqual(new Set(permissionRows.filter((row) => row.alwaysGranted).map(({ permission }) => permission)))
})

test('whatever an administrator changes, somebody can still change it back, and no company gets the administration', () => {
  const mayChange = (permission: string, letter: string, alwaysGranted = false) =>
    grantMayChange({ permission, alwaysGranted }, letter)
  expect([mayChange('system.role.edit', 'A'), mayChange('system.role.approve', 'O'), mayChange('approval.pass', 'O')]).toEqual([
    false,
    false,
    false,
  ])
  for (const letter of 'SBFD') expect(mayChange('system.company.view', letter)).toBe(false)
  expect(mayChange('payment.management.approve', 'A')).toBe(false)
  expect(mayChange('realname.view', 'S', true)).toBe(false)
  expect([
    mayChange('trading.invoice.view', 'A'),
    mayChange('trading.invoice.add', 'S'),
    mayChange('system.dict.edit', 'R'),
  ]).toEqual([true, true, true])
})
