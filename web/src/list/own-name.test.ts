import { deductionReport } from '@usance/wire/adjustment/list'
import { lists } from '@usance/wire/all-calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { confirmationList, invoiceList } from '@usance/wire/invoice/list'
import { columnsFor } from '@usance/wire/list'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { companyRoles } from '@usance/wire/roles'
import { expect, test } from 'vitest'
import { applySaved } from './use-columns.ts'
import { ownNameLast } from './use-configured.ts'

test.each([invoiceList, confirmationList, financeOrderList, purchaseOrderList, deductionReport])(
  'a buyer reads the supplier in the place of its own name: $id',
  (list) => {
    const shown = (seat: 'BUYER' | 'SUPPLIER') =>
      applySaved({ ...list, columns: ownNameLast(list.columns, seat) }, []).flatMap(({ key, checked }) => (checked ? [key] : []))
    expect(shown('BUYER')).not.toContain('buyerName')
    expect(shown('BUYER')).toContain('supplierName')
    expect(shown('SUPPLIER')).toContain('buyerName')
    const searched = Object.keys(ownNameLast(list.columns, 'BUYER'))
    expect(searched.at(-1)).toBe('buyerName')
  },
)

test('a supplier and a funder read the other parties in the place of their own names, in every list', () => {
  const own = { SUPPLIER: 'supplierName', BUYER: 'buyerName', FUNDER: 'funderName' } as const
  for (const list of lists)
    for (const seat of companyRoles) {
      const columns = ownNameLast(columnsFor(list, seat), seat)
      const shown = applySaved({ ...list, columns }, []).flatMap(({ key, checked }) => (checked ? [key] : []))
      for (const [of, name] of Object.entries(own)) if (of === seat) expect(shown, list.id).not.toContain(name)
    }
})
