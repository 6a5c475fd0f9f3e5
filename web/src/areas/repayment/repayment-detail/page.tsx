import { repaymentList } from '@usance/wire/repayment/list'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { useOpened } from '../../payment/use-opened.ts'
import { RepaymentPanel } from '../repayment-panel.tsx'

/** Repayments of orders, each with what it paid. */
export default function Page() {
  const text = useText()
  const reload = useReload(repaymentList)
  const { opened, open } = useOpened()
  return (
    <>
      <ListPage
        list={repaymentList}
        cells={{
          no: (row) => (
            <button type="button" className="link-button" onClick={() => open(row.id)}>
              {row.no}
            </button>
          ),
        }}
        rowActions={(row) => [
          { key: 'detail', label: text('payment.open'), onSelect: () => open(row.id) },
          {
            key: 'lines',
            label: text('repayment.lines'),
            to: `/repayment/details?id=${row.id}`,
            permission: 'repayment.details.view',
          },
        ]}
        empty={{ title: text('repayment.noneTitle'), text: text('repayment.noneText') }}
      />
      <RepaymentPanel id={opened} onClose={() => open(undefined)} onChanged={reload} />
    </>
  )
}
