import { arCalls } from '@usance/wire/ar/calls'
import { send } from '../../../http/client.ts'
import { saveFile } from '../../../http/files.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../session/session.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { notify } from '../../../ui/notice.ts'
import type { OpenedRows } from './opened.ts'
import { type ArFilter, bodyOf } from './use-ar.ts'

/** The columns of a sheet by the kind of rows, with the key of each title. */
const sheets = {
  owed: ['invoiceNo', 'buyerName', 'issueDate', 'dueDate', 'overdueDays', 'currency', 'amount', 'outstanding'],
  payments: ['invoiceNo', 'buyerName', 'dueDate', 'payDate', 'daysLate', 'currency', 'amount'],
  dilution: ['invoiceNo', 'buyerName', 'adjustmentDate', 'type', 'reason', 'currency', 'amount'],
} as const
const reductions = ['CREDIT_NOTE', 'DEDUCTION']

/** Takes every row behind the opened figure home as a workbook. */
export function ExportRows({ opened, filter }: { opened: OpenedRows; filter: ArFilter }) {
  const text = useText()
  if (!useCan()('dashboard.ar.export')) return null
  const { kind, title: _, ...narrowed } = opened
  const { buyerCode, ...narrowing } = { buyerCode: undefined, ...narrowed }
  const run = async () => {
    const columnList = sheets[kind].map((key) => ({
      key,
      title: text(`dashboard.ar.${key === 'buyerName' ? 'buyer' : key === 'amount' && kind === 'owed' ? 'invoiced' : key}`),
    }))
    const words = Object.fromEntries(reductions.map((type) => [type, text.of('status', type)]))
    const body = { ...bodyOf(buyerCode ? { ...filter, buyerCode } : filter), ...narrowing, rows: kind, columnList, words }
    const file = await send(arCalls.exportRows, { body })
    saveFile(file.blob, file.fileName ?? `receivables-${kind}.xlsx`)
    notify('success', text('table.exported'))
  }
  return (
    <ActionButton look="plain" icon="download" action={run}>
      {text('table.export')}
    </ActionButton>
  )
}
