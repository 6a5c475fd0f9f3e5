import { systemBankList } from '@usance/wire/bank-account/list'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { AccountPanel } from '../../org/bank-account/account-panel.tsx'
import { useOpened } from '../../payment/use-opened.ts'

/** Every company's bank accounts: those that wait for a call-back, an approval, or the end of their cooling-off. */
export default function Page() {
  const text = useText()
  const reload = useReload(systemBankList)
  const { opened, open } = useOpened()
  return (
    <>
      <ListPage
        list={systemBankList}
        cells={{
          companyName: (row) => (
            <button type="button" className="link-button" onClick={() => open(row.id)}>
              {row.companyName}
            </button>
          ),
        }}
        rowActions={(row) => [{ key: 'detail', label: text('org.bank.open'), onSelect: () => open(row.id) }]}
        empty={{ title: text('org.bank.none'), text: text('org.bank.noneText') }}
      />
      <AccountPanel id={opened} onClose={() => open(undefined)} onChanged={reload} />
    </>
  )
}
