import { useNavigate } from '@tanstack/react-router'
import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { type PurchaseOrderRow, purchaseOrderList } from '@usance/wire/purchase-order/list'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import type { RowAction } from '../../../list/row-actions.tsx'
import { RowLink } from '../../../list/row-link.tsx'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { useOrderActions } from './use-order-actions.ts'

const PurchaseImportPanel = lazyPart(async () => (await import('./import-panel.tsx')).PurchaseImportPanel)

/** Purchase orders: what was ordered, confirmed, shipped, invoiced and financed. */
export default function PurchaseOrdersPage() {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const reload = useReload(purchaseOrderList)
  const actions = useOrderActions(reload)
  const [importing, setImporting] = useState(false)
  const [returning, setReturning] = useState<PurchaseOrderRow>()
  const able = (rows: readonly PurchaseOrderRow[], operation: string) =>
    rows.length > 0 && rows.every((row) => row.operations?.includes(operation))
  const add = mayOpen('/trading/purchase/add') && (
    <Button look="solid" small icon="plus" onClick={() => void navigate({ to: '/trading/purchase/add' as string })}>
      {text('purchase.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={purchaseOrderList}
        cells={{ poNo: (row) => <RowLink to={`/trading/purchase/details/${row.id}`}>{row.poNo}</RowLink> }}
        selection={(row) =>
          row.operations?.includes('SUBMIT') || row.operations?.includes('CONFIRM') ? undefined : text('purchase.cannotSelect')
        }
        rowActions={(row) => {
          const shown = (operation: string, action: Omit<RowAction, 'key'>): RowAction[] =>
            row.operations?.includes(operation) ? [{ key: operation, ...action }] : []
          const to = (page: string) => ({ label: text.of('purchase', page), to: `/trading/purchase/${page}/${row.id}` })
          return [
            ...shown('CONFIRM', {
              act: purchaseOrderCalls.confirm,
              label: text('purchase.confirm'),
              onSelect: () => actions.confirm([row]),
            }),
            ...shown('DRAFT', to('draft')),
            ...shown('SUBMIT', {
              act: purchaseOrderCalls.submit,
              label: text('purchase.submit'),
              onSelect: () => actions.submit([row.id]),
            }),
            ...shown('EDIT', to('edit')),
            ...shown('UPDATE', to('update')),
            ...shown('FINANCE', { label: text('purchase.finance'), to: `/finance/finance-order/add?po=${row.id}` }),
            ...shown('UPLOAD', to('upload')),
            ...shown('RETURN', {
              act: purchaseOrderCalls.returnToSupplier,
              label: text('purchase.return'),
              onSelect: () => setReturning(row),
            }),
            ...shown('CLOSE', {
              act: purchaseOrderCalls.close,
              label: text('purchase.close'),
              onSelect: () => actions.close(row),
            }),
            ...shown('CANCEL', {
              act: purchaseOrderCalls.cancel,
              label: text('purchase.cancel'),
              danger: true,
              onSelect: () => actions.cancel(row),
            }),
          ]
        }}
        toolbar={(selected) => (
          <>
            {able(selected, 'SUBMIT') && (
              <ActionButton act={purchaseOrderCalls.submit} small action={() => actions.submit(selected.map((row) => row.id))}>
                {text('purchase.submitCount', { count: selected.length })}
              </ActionButton>
            )}
            {able(selected, 'CONFIRM') && (
              <ActionButton act={purchaseOrderCalls.confirm} small action={() => actions.confirm(selected)}>
                {text('purchase.confirmCount', { count: selected.length })}
              </ActionButton>
            )}
            <Button act={purchaseOrderCalls.importExcel} small icon="upload" onClick={() => setImporting(true)}>
              {text('purchase.import')}
            </Button>
            {add}
          </>
        )}
        empty={{
          title: text('purchase.emptyTitle'),
          text: text(add ? 'purchase.emptyText' : 'purchase.emptyBuyer'),
          action: add || undefined,
        }}
      />
      {importing && <PurchaseImportPanel open onClose={() => setImporting(false)} onDone={reload} />}
      <ReturnDialog
        id={returning?.id}
        onClose={() => setReturning(undefined)}
        onSubmit={async (id, comment) => {
          await send(purchaseOrderCalls.returnToSupplier, { body: { id, comment } })
          setReturning(undefined)
          reload()
        }}
      />
    </>
  )
}
