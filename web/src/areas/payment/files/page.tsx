import { paymentFileCalls } from '@usance/wire/payment-file/calls'
import { paymentFileList } from '@usance/wire/payment-file/list'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { useOpened } from '../use-opened.ts'
import { FilePanel } from './file-panel.tsx'
import { MakePanel } from './make-panel.tsx'
import { ReportPanel } from './report-panel.tsx'
import { Totals } from './totals.tsx'

/** Payment files for the banks: made of instructed payments, approved, handed out once, reported on by the bank. */
export default function Page() {
  const text = useText()
  const reload = useReload(paymentFileList)
  const { opened, open } = useOpened()
  const [making, make] = useState(false)
  const [reporting, report] = useState(false)
  return (
    <>
      <ListPage
        list={paymentFileList}
        toolbar={
          <>
            <Button act={paymentFileCalls.importReport} icon="upload" onClick={() => report(true)}>
              {text('payment.file.report')}
            </Button>
            <Button act={paymentFileCalls.make} look="solid" icon="plus" onClick={() => make(true)}>
              {text('payment.file.make')}
            </Button>
          </>
        }
        cells={{
          no: (row) => (
            <button type="button" className="link-button" onClick={() => open(row.id)}>
              {row.no}
            </button>
          ),
          totals: (row) => <Totals totals={String(row.totals)} />,
        }}
        rowActions={(row) => [{ key: 'detail', label: text('payment.open'), onSelect: () => open(row.id) }]}
        empty={{ title: text('payment.file.emptyTitle'), text: text('payment.file.emptyText') }}
      />
      <FilePanel id={opened} onClose={() => open(undefined)} onChanged={reload} />
      {making && (
        <MakePanel
          onClose={() => make(false)}
          onMade={(id) => {
            make(false)
            reload()
            open(id)
          }}
        />
      )}
      {reporting && <ReportPanel onClose={() => report(false)} onDone={reload} />}
    </>
  )
}
