import type { ConfigKind } from '@usance/wire/config-change/calls'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type StaffColumn, StaffTable } from './staff-table.tsx'
import { type ConfigRow, useCurrent } from './use-config.ts'

/** What is in force of one kind of configuration, each row with the button that changes it for whoever may. */
export function CurrentRows({
  kind,
  columns,
  onChange,
}: {
  kind: ConfigKind
  columns: readonly StaffColumn<ConfigRow>[]
  onChange?: ((row: ConfigRow) => void) | undefined
}) {
  const text = useText()
  const answer = useCurrent(kind)
  if (answer.isError) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <Skeleton lines={8} />
  const change: StaffColumn<ConfigRow>[] = onChange
    ? [
        {
          key: 'edit',
          label: text('staff.action'),
          cell: (row) => (
            <Button small onClick={() => onChange(row)}>
              {text('staff.change')}
            </Button>
          ),
        },
      ]
    : []
  return <StaffTable rows={answer.data} columns={[...columns, ...change]} empty={text(`staff.empty.${kind}`)} />
}
