import type { ConfigKind } from '@usance/wire/config-change/values'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import type { DataColumn } from '../../../ui/data-table.tsx'
import { useChangeColumn } from './change-column.tsx'
import { StaffTable } from './staff-table.tsx'
import { type ConfigRow, useCurrent } from './use-config.ts'

/** What is in force of one kind of configuration, each row with the buttons that change or copy it for whoever may. */
export function CurrentRows({
  kind,
  columns,
  onChange,
  onCopy,
}: {
  kind: ConfigKind
  columns: readonly DataColumn<ConfigRow>[]
  onChange?: ((row: ConfigRow) => void) | false
  onCopy?: (row: ConfigRow) => void
}) {
  const text = useText()
  const changing = useChangeColumn(onChange, onCopy)
  return (
    <Answered question={useCurrent(kind)} lines={8}>
      {(rows) => <StaffTable rows={rows} columns={[...columns, ...changing]} empty={text(`staff.empty.${kind}`)} />}
    </Answered>
  )
}
