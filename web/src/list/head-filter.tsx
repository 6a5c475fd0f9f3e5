import type { AnyTable, Column } from '@usance/wire/list'
import { lazy, Suspense } from 'react'
import { useText } from '../i18n/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { HeadFilters } from './head-filters.ts'
import { titleOf } from './titles.ts'

// Most visits never open one.
const HeadFilterPanel = lazy(() => import('./head-filter-panel.tsx'))

/** The small funnel in a column head: opens the filter of that column, by the kind of its values. */
export function HeadFilter({ list, name, column, head }: { list: AnyTable; name: string; column: Column; head: HeadFilters }) {
  const text = useText()
  const title = titleOf(list, name)
  const active = [name, `${name}Begin`, `${name}End`].some((key) => head.filters[key]?.length)
  return (
    <Popover
      label={text('table.filter', { title })}
      className="head-filter"
      trigger={(props) => (
        <IconButton
          icon="filter"
          size={13}
          className={active ? 'head-filter-button is-on' : 'head-filter-button'}
          label={text('table.filter', { title })}
          {...props}
        />
      )}
    >
      {(close) => (
        <Suspense fallback={<Skeleton lines={3} title={false} />}>
          <HeadFilterPanel list={list} name={name} column={column} head={head} close={close} />
        </Suspense>
      )}
    </Popover>
  )
}
