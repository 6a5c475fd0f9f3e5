import { poolCalls } from '@usance/wire/pool/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ImportPanel, sheetLine } from '../../trading/import-panel.tsx'

/** Takes over the bank's list of what each pool may carry. */
export function BankImportPanel(props: { open: boolean; onClose: () => void; onDone: () => void }) {
  const text = useText()
  return (
    <ImportPanel
      {...props}
      texts={{
        title: text('pool.importTitle'),
        text: text('pool.importText'),
        drop: 'Excel, csv',
        template: text('pool.template'),
        errorReport: text('pool.errorReport'),
      }}
      template={poolCalls.bankFiguresTemplate}
      templateName="bank-figures-template.xlsx"
      take={async (file) =>
        sheetLine(await send(poolCalls.importBankFigures, { query: { fileKey: file.objectKey } }, { quiet: true }), (counts) =>
          text('pool.importedRows', counts),
        )
      }
    />
  )
}
