import { expect, test } from 'vitest'
import { approvalPathFrom } from './approval-path.ts'

test('a row of a list of approvals opens in the seat that it names, where another one is in use', () => {
  const row = { businessNo: 'FO-1/2', businessType: 'FINANCE_ORDER', businessId: '7', seat: 'SUPPLIER' }
  const plain = '/approval/FO-1%2F2/edit?businessType=FINANCE_ORDER&businessId=7'
  expect(approvalPathFrom(row, 'edit', 'COMPANY')).toBe(`${plain}&__role=SUPPLIER`)
  expect(approvalPathFrom(row, 'edit', 'SUPPLIER')).toBe(plain)
  expect(approvalPathFrom({ ...row, seat: null }, 'edit', 'COMPANY')).toBe(plain)
})
