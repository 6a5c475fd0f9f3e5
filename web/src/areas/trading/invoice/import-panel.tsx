import { invoiceCalls } from '@usance/wire/invoice/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ImportPanel, importMs, sheetLine } from '../import-panel.tsx'

type Props = { open: boolean; onClose: () => void; onDone: () => void }

/** Takes a supplier's sheets and e-invoices: invoices become drafts, credit and debit notes adjustments. */
export function InvoiceImportPanel(props: Props) {
  const text = useText()
  return (
    <ImportPanel
      {...props}
      texts={{
        title: text('trading.importTitle'),
        text: text('trading.importText'),
        drop: text('trading.importDrop'),
        template: text('trading.template'),
        errorReport: text('trading.errorReport'),
      }}
      template={invoiceCalls.templateDownload}
      templateBody={{ type: 'EXCEL' }}
      templateName="invoice-template.xlsx"
      types={['xlsx', 'xls', 'csv', 'xml', 'pdf']}
      take={async (file) => {
        const query = { fileKey: file.objectKey }
        if (/\.(xlsx|xls|csv)$/i.test(file.fileName))
          return sheetLine(await send(invoiceCalls.importExcel, { query }, { quiet: true, timeoutMs: importMs }), (counts) =>
            text('trading.importResult', counts),
          )
        const { kind, invoiceNo, findings } = await send(invoiceCalls.importEInvoice, { query }, { quiet: true })
        const isInvoice = kind === 'INVOICE'
        return { ok: true, text: text(isInvoice ? 'trading.importedOne' : 'trading.importedNote', { no: invoiceNo }), findings }
      }}
    />
  )
}

/** Takes a buyer's sheets of what it owes. */
export function ConfirmationImportPanel(props: Props) {
  const text = useText()
  return (
    <ImportPanel
      {...props}
      texts={{
        title: text('trading.batchTitle'),
        text: text('trading.batchText'),
        drop: 'Excel, csv',
        template: text('trading.template'),
        errorReport: text('trading.errorReport'),
      }}
      template={invoiceCalls.templateDownload}
      templateName="invoice-template.xlsx"
      take={async (file) =>
        sheetLine(
          await send(invoiceCalls.batchUpload, { query: { fileKey: file.objectKey } }, { quiet: true, timeoutMs: importMs }),
          (counts) => text('trading.importedRows', counts),
        )
      }
    />
  )
}
