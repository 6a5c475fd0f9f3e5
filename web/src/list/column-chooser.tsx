import type { AnyTable } from '@usance/wire/list'
import { lazy, Suspense } from 'react'
import { useText } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { ColumnState } from './use-columns.ts'

// Dragging needs a library that most visits never use.
const ColumnPanel = lazy(() => import('./column-panel.tsx'))

/** Opens the list of columns: show, hide, reorder, reset. */
export function ColumnChooser({ list, columns }: { list: AnyTable; columns: ColumnState }) {
  const text = useText()
  return (
    <Popover
      align="end"
      label={text('table.columns')}
      className="column-panel"
      trigger={(props) => (
        <Button small icon="columns" {...props}>
          {text('table.columns')}
        </Button>
      )}
    >
      {() => (
        <Suspense fallback={<Skeleton lines={5} title={false} />}>
          <ColumnPanel list={list} columns={columns} />
        </Suspense>
      )}
    </Popover>
  )
}
