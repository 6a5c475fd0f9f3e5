import type { CurrentOf } from '@usance/wire/config-change/answers'
import type { ConfigKind } from '@usance/wire/config-change/values'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Button } from '../../../ui/button.tsx'
import type { DataColumn } from '../../../ui/data-table.tsx'
import { formatCount } from '../../../ui/format.ts'
import { useChangeColumn } from './change-column.tsx'
import { PagedStaffTable } from './staff-table.tsx'
import { useCurrentPages } from './use-config.ts'

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
  const pages = useCurrentPages(kind)
  return (
    <Answered question={pages} lines={8}>
      {(rows) => (
        <>
          <PagedStaffTable rows={rows} columns={[...columns, ...changing]} empty={text.of('staff.empty', kind)} />
          {pages.hasNextPage && (
            <p className="muted" role="status">
              {text('staff.firstRows', { count: formatCount(rows.length) })}{' '}
              <Button small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                {text('common.more')}
              </Button>
            </p>
          )}
        </>
      )}
    </Answered>
  )
}
