import { deductionReport } from '@usance/wire/adjustment/list'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { confirmationList, invoiceList } from '@usance/wire/invoice/list'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
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
