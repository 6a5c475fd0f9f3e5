import { useNavigate } from '@tanstack/react-router'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { type FinanceOrderRow, financeOrderList } from '@usance/wire/finance-order/list'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { RowLink } from '../../../list/row-link.tsx'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'

/** Finance orders, with the actions that this user may take on each now. */
export default function FinanceOrdersPage() {
  const text = useText()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const reload = useReload(financeOrderList)
  const withdraw = async (row: FinanceOrderRow) => {
    if (
      !(await ask({
        title: text('finance.withdrawAsk', { no: row.orderNo }),
        text: text('finance.withdrawText'),
        ok: text('finance.withdraw'),
        danger: true,
      }))
    )
      return
    await send(financeOrderCalls.revocation, { query: { id: row.id }, body: {} })
    reload()
  }
  const add = mayOpen('/finance/finance-order/add') && (
    <Button look="solid" small icon="plus" onClick={() => void navigate({ to: '/finance/finance-order/add' as string })}>
      {text('finance.add')}
    </Button>
  )
  return (
    <ListPage
      list={financeOrderList}
      cells={{ orderNo: (row) => <RowLink to={`/finance/finance-order/${row.id}/detail`}>{row.orderNo}</RowLink> }}
      rowActions={(row) => {
        const may = (operation: string) => row.operations?.includes(operation)
        return [
          // What waits for the reader stands before the details, to which the number of the order leads too.
          ...(may('APPROVE')
            ? [{ key: 'approve', label: text('finance.approve'), to: `/finance/finance-order/${row.id}/detail` }]
            : []),
          ...(may('CONFIRM')
            ? [{ key: 'confirm', label: text('finance.confirmRight'), to: `/finance/finance-order/${row.id}/confirm` }]
            : []),
          { key: 'detail', label: text('finance.detail'), to: `/finance/finance-order/${row.id}/detail` },
          ...(may('EDIT') ? [{ key: 'edit', label: text('finance.edit'), to: `/finance/finance-order/${row.id}/edit` }] : []),
          ...(may('UPDATE')
            ? [{ key: 'update', label: text('finance.update'), to: `/finance/finance-order/update/${row.id}` }]
            : []),
          ...(may('ARP') ? [{ key: 'arp', label: text('finance.arp'), to: `/finance/finance-order/arp/${row.id}` }] : []),
          ...(may('WITHDRAW')
            ? [
                {
                  key: 'withdraw',
                  act: financeOrderCalls.revocation,
                  label: text('finance.withdraw'),
                  danger: true,
                  onSelect: () => withdraw(row),
                },
              ]
            : []),
        ]
      }}
      toolbar={add}
      empty={{ title: text('finance.emptyTitle'), text: text('finance.emptyText'), action: add || undefined }}
    />
  )
}
