import type { AnyList } from '@usance/wire/list'
import type { ListView } from '@usance/wire/list-view/calls'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/popover.tsx'
import type { Conditions } from './conditions.ts'
import type { ColumnState } from './use-columns.ts'
import { useViewActs } from './use-view-acts.ts'
import { useViewEntries } from './use-view-entries.ts'
import type { ViewState } from './use-views.ts'
import { differsFrom, shownContent } from './views.ts'

// A form needs a library that most visits of a list never use.
const ViewDialog = lazy(() => import('./view-dialog.tsx'))

type Props = { list: AnyList; conditions: Conditions; columns: ColumnState; views: ViewState }
type Dialog = { view: ListView | undefined }

/** The reader's views of a list and those that colleagues share: which one is on, and what may be done with it. */
export function ViewMenu({ list, conditions, columns, views }: Props) {
  const text = useText()
  const [dialog, setDialog] = useState<Dialog>()
  const { current } = views
  const isChanged = current !== undefined && differsFrom(current, list, conditions, columns)
  const content = shownContent(list, conditions, columns)
  const acts = useViewActs(views, content)
  const entries = useViewEntries(views, isChanged, acts, (view) => setDialog({ view }))
  return (
    <>
      <Menu
        align="end"
        label={text('views.title')}
        trigger={(props, isOpen) => (
          <Button
            small
            icon="eye"
            className="view-button"
            aria-label={
              current ? `${text('views.title')}: ${current.name} ${isChanged ? text('views.changed') : ''}`.trim() : undefined
            }
            title={current?.name}
            {...props}
            onClick={() => {
              if (!isOpen && !views.isFailed) void views.reload()
              props.onClick()
            }}
          >
            {current ? (
              <>
                <b>{current.name}</b>
                {isChanged && <small>{text('views.changed')}</small>}
              </>
            ) : (
              text('views.title')
            )}
          </Button>
        )}
        entries={entries}
      />
      {dialog && (
        <Suspense fallback={null}>
          <ViewDialog
            list={list}
            view={dialog.view}
            content={content}
            onClose={() => setDialog(undefined)}
            onDone={async (id) => {
              setDialog(undefined)
              await views.reload()
              if (!dialog.view) views.name(id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
