import { useNavigate } from '@tanstack/react-router'
import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { type InvoiceRow, invoiceList } from '@usance/wire/invoice/list'
import { useState } from 'react'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage, useReload } from '../../../list/list-page.tsx'
import { offered } from '../../../list/offered.ts'
import { RowLink } from '../../../list/row-link.tsx'
import { sameUser } from '../../../session/mismatch.ts'
import { useMayAct } from '../../../session/session.ts'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { ask } from '../../../ui/dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { notify } from '../../../ui/notice.ts'

// The form kit is heavy and most visits only read.
const AdjustDialog = lazyPart(async () => (await import('../adjust-dialog.tsx')).AdjustDialog)
const InvoiceImportPanel = lazyPart(async () => (await import('./import-panel.tsx')).InvoiceImportPanel)

/** Sends drafts to their buyers, or cancels one after a question; the list is then read again. */
function useInvoiceActs(reload: () => void) {
  const text = useText()
  return {
    async submit(rows: readonly InvoiceRow[]) {
      if (!(await sameUser())) return
      const { changed } = await send(invoiceCalls.submit, { body: { ids: rows.map((row) => row.id) } })
      notify('success', text('trading.submitted', { count: changed.length }))
      reload()
    },
    async cancel(row: InvoiceRow) {
      const isSure = await ask({
        title: text('trading.cancelAsk', { no: row.invoiceNo }),
        text: text('trading.cancelText'),
        ok: text('trading.cancel'),
        danger: true,
      })
      if (!isSure) return
      await send(invoiceCalls.cancel, { body: { id: row.id } })
      reload()
    },
  }
}

/** What may be done to a row. */
function useRowActions({ submit, cancel }: ReturnType<typeof useInvoiceActs>, adjust: (row: InvoiceRow) => void) {
  const text = useText()
  return (row: InvoiceRow) => [
    ...offered(row, 'EDIT', { key: 'edit', label: text('trading.edit'), to: `/trading/invoice/${row.id}/edit` }),
    ...offered(row, 'SUBMIT', {
      key: 'submit',
      label: text('trading.submit'),
      act: invoiceCalls.submit,
      onSelect: () => submit([row]),
    }),
    ...offered(row, 'FINANCE', {
      key: 'finance',
      label: text('trading.finance'),
      to: `/finance/finance-order/add?invoice=${row.id}`,
    }),
    ...offered(row, 'ADJUST', {
      key: 'adjust',
      label: text('trading.adjust'),
      act: adjustmentCalls.add,
      onSelect: () => adjust(row),
    }),
    ...offered(row, 'UPLOAD', { key: 'upload', label: text('trading.upload'), to: `/trading/invoice/${row.id}/upload` }),
    ...offered(row, 'CANCEL', {
      key: 'cancel',
      label: text('trading.cancel'),
      act: invoiceCalls.cancel,
      danger: true,
      onSelect: () => cancel(row),
    }),
    { key: 'details', label: text('trading.details'), to: `/trading/invoice/${row.id}/details` },
  ]
}

/** Invoices: what has been entered, sent, confirmed and financed. */
export default function InvoicesPage() {
  const text = useText()
  const mayDo = useMayAct()
  const mayOpen = useMayOpen()
  const navigate = useNavigate()
  const reload = useReload(invoiceList)
  const [importing, setImporting] = useState(false)
  const [adjusting, setAdjusting] = useState<InvoiceRow>()
  const acts = useInvoiceActs(reload)
  const rowActions = useRowActions(acts, setAdjusting)
  const add = mayOpen('/trading/invoice/add') && (
    <Button look="solid" small icon="plus" onClick={() => void navigate({ to: '/trading/invoice/add' as string })}>
      {text('trading.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        list={invoiceList}
        cells={{ invoiceNo: (row) => <RowLink to={`/trading/invoice/${row.id}/details`}>{row.invoiceNo}</RowLink> }}
        selection={
          mayDo(invoiceCalls.submit) ? (row) => (row.docStatus === 'DRAFT' ? undefined : text('trading.onlyDrafts')) : false
        }
        rowActions={rowActions}
        toolbar={(selected) => (
          <>
            {selected.length > 0 && (
              <ActionButton act={invoiceCalls.submit} small action={() => acts.submit(selected)}>
                {text('trading.submitCount', { count: selected.length })}
              </ActionButton>
            )}
            {mayDo(invoiceCalls.importExcel) && mayDo(invoiceCalls.importEInvoice) && mayDo(invoiceCalls.add) && (
              <Button small icon="upload" onClick={() => setImporting(true)}>
                {text('trading.import')}
              </Button>
            )}
            {add}
          </>
        )}
        empty={{ title: text('trading.emptyTitle'), text: text('trading.emptyText'), action: add || undefined }}
      />
      {importing && <InvoiceImportPanel open onClose={() => setImporting(false)} onDone={reload} />}
      {adjusting && (
        <AdjustDialog
          invoice={{ invoiceId: adjusting.id, currency: adjusting.currency, outstanding: adjusting.outstanding }}
          onClose={() => setAdjusting(undefined)}
          onDone={() => {
            setAdjusting(undefined)
            reload()
          }}
        />
      )}
    </>
  )
}
