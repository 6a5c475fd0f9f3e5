import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ImportPanel, importMs, sheetLine } from '../import-panel.tsx'

/** Takes sheets of purchase orders: a supplier's become drafts, a buyer's wait for its checker. */
export function PurchaseImportPanel(props: { open: boolean; onClose: () => void; onDone: () => void }) {
  const text = useText()
  return (
    <ImportPanel
      {...props}
      texts={{
        title: text('purchase.importTitle'),
        text: text('purchase.importText'),
        drop: 'Excel, csv',
        template: text('purchase.template'),
        errorReport: text('purchase.errorReport'),
      }}
      template={purchaseOrderCalls.templateDownload}
      templateBody={{ type: 'EXCEL' }}
      templateName="purchase-order-template.xlsx"
      take={async (file) =>
        sheetLine(
          await send(
            purchaseOrderCalls.importExcel,
            { query: { fileKey: file.objectKey } },
            { quiet: true, timeoutMs: importMs },
          ),
          (counts) => text('purchase.importedRows', counts),
        )
      }
    />
  )
}
