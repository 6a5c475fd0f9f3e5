import { type List, listCalls } from '@usance/wire/list'
import { useState } from 'react'
import { send } from '../http/client.ts'
import { saveFile } from '../http/files.ts'
import { useText } from '../i18n/i18n.ts'
import { language } from '../i18n/language.ts'
import { useCan } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { formatBytes, todayInZone } from '../ui/format.ts'
import { notify } from '../ui/notice.ts'
import { Menu } from '../ui/popover.tsx'
import { toQuery } from './conditions.ts'
import { titleOf } from './titles.ts'
import type { ColumnState } from './use-columns.ts'
import type { ConditionState } from './use-conditions.ts'
import type { Fixed } from './use-rows.ts'

/** Every row of the filtered list as a workbook or csv: the columns on screen, in their order. */
export function ExportButton({
  list,
  state,
  columns,
  fixed,
  title,
}: {
  list: List<any>
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
    setBytes(0)
    try {
      const { pageNum: _page, pageSize: _size, ...query } = toQuery(list, state.conditions, fixed)
      const columnList = columns.shown.map(({ key }) => ({ grp: list.id, key, title: titleOf(list, key) }))
      const call = format === 'xlsx' ? listCalls(list).excelExport : listCalls(list).csvExport
      const file = await send(
        call,
        { body: { ...query, columnList, languageEnum: language() === 'zh-CN' ? 'CN' : 'US' } },
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
      ]}
    />
  )
}
