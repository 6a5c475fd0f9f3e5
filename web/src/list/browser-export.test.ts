import { list, money, text } from '@usance/wire/list'
import { expect, test } from 'vitest'
import { exportedColumns } from './browser-export.ts'

const orders = list({
  id: 'test.orders',
  path: '/{p}/orders/client',
  permission: 'finance.finance-order',
  columns: { no: text({}), amount: money(), paid: money(), currency: text({ hidden: true }) },
  order: { by: 'no', descending: false },
})
const shown = (...keys: (keyof typeof orders.columns)[]) =>
  keys.map((key) => ({ key, column: orders.columns[key], checked: true }))
const keysOf = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)

test('an export names the currency of its amounts once, where the table shows it beside the amount', () => {
  expect(keysOf(exportedColumns(orders, shown('no', 'amount', 'paid')))).toEqual(['no', 'amount', 'currency', 'paid'])
  expect(keysOf(exportedColumns(orders, shown('currency', 'amount')))).toEqual(['currency', 'amount'])
  expect(keysOf(exportedColumns(orders, shown('no')))).toEqual(['no'])
})
