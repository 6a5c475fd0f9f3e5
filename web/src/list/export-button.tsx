import { type AnyList, listCalls } from '@usance/wire/list'
import { useState } from 'react'
import { send } from '../http/client.ts'
import { saveFile } from '../http/files.ts'
import { useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { sameUser } from '../session/mismatch.ts'
import { useCan } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { formatBytes, formatCount, todayInZone } from '../ui/format.ts'
import { notify } from '../ui/notice.ts'
import { Menu } from '../ui/popover.tsx'
import { bigPage, exportedColumns, leftOut, saveCsv, wordsOf } from './browser-export.ts'
import { toQuery } from './conditions.ts'
import { titleOf } from './titles.ts'
import type { ColumnState } from './use-columns.ts'
import type { ConditionState } from './use-conditions.ts'
import { type Fixed, rowsOf } from './use-rows.ts'

/** Every row of the filtered list as a workbook or csv: the columns on screen, in their order. */
export function ExportButton({
  list,
  state,
  columns,
  fixed,
  title,
}: {
  list: AnyList
  state: ConditionState
  columns: ColumnState
  fixed?: Fixed
  title: string
}) {
  const text = useText()
  const can = useCan()
  const [bytes, setBytes] = useState<number | undefined>(undefined)
  if (!can(`${list.permission}.export`)) return null

  const run = async (format: 'xlsx' | 'csv') => {
    if (!(await sameUser())) return
    setBytes(0)
    try {
      const query = { ...toQuery(list, state.conditions, fixed, state.isEqual), pageNum: 1, pageSize: bigPage }
      // The columns of the table and no other; the server puts currencies beside amounts.
      const columnList = columns.shown.map(({ key }) => ({ grp: list.id, key, title: titleOf(list, key) }))
      const words = wordsOf(list, columns.shown)
      const call = format === 'xlsx' ? listCalls(list).excelExport : listCalls(list).csvExport
      const file = await send(
        call,
        { body: { ...query, columnList, words, languageEnum: language().slice(3) as 'US' | 'CN' } },
        { onProgress: setBytes },
      )
      saveFile(file.blob, file.fileName ?? `${title}_${todayInZone().replaceAll('-', '')}.${format}`)
      notify('success', text('table.exported'))
    } catch {
      // Already shown by the client.
    } finally {
      setBytes(undefined)
    }
  }
  const asShown = async () => {
    if (!(await sameUser())) return
    setBytes(0)
    try {
      const query = { ...toQuery(list, state.conditions, fixed, state.isEqual), pageNum: 1, pageSize: bigPage }
      const answer = await send(listCalls(list).pageList, { body: query })
      saveCsv(list, exportedColumns(list, columns.shown), rowsOf(answer).rows, title)
      const left = leftOut(Number(answer.total ?? 0))
      if (left > 0) notify('warning', text('table.leftOut', { count: formatCount(left) }))
      else notify('success', text('table.exported'))
    } catch {
      // Already shown by the client.
    } finally {
      setBytes(undefined)
    }
  }
  if (bytes !== undefined)
    return (
      <Button small busy>
        {text('table.exporting', { size: bytes ? formatBytes(bytes) : '…' })}
      </Button>
    )
  return (
    <Menu
      align="end"
      label={text('table.export')}
      trigger={(props) => (
        <Button small icon="export" {...props}>
          {text('table.export')}
        </Button>
      )}
      entries={[
        { key: 'xlsx', label: text('table.exportXlsx'), onSelect: () => void run('xlsx') },
        { key: 'csv', label: text('table.exportCsv'), onSelect: () => void run('csv') },
        { key: 'shown', label: text('table.exportShown'), onSelect: () => void asShown() },
      ]}
    />
  )
}
