import type { CurrentOf } from '@usance/wire/config-change/answers'
import type { ConfigKind } from '@usance/wire/config-change/values'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import type { DataColumn } from '../../../ui/data-table.tsx'
import { useChangeColumn } from './change-column.tsx'
import { StaffTable } from './staff-table.tsx'
import { useCurrent } from './use-config.ts'

/** What is in force of one kind of configuration, each row with the buttons that change or copy it for whoever may. */
export function CurrentRows<K extends ConfigKind>({
  kind,
  columns,
  onChange,
  onCopy,
}: {
  kind: K
  columns: readonly DataColumn<CurrentOf<K>>[]
  onChange?: ((row: CurrentOf<K>) => void) | false
  onCopy?: (row: CurrentOf<K>) => void
}) {
  const text = useText()
  const changing = useChangeColumn(onChange, onCopy)
  return (
    <Answered question={useCurrent(kind)} lines={8}>
      {(rows) => <StaffTable rows={rows} columns={[...columns, ...changing]} empty={text.of('staff.empty', kind)} />}
    </Answered>
  )
}
