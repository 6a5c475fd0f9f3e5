import type { AnyList } from '@usance/wire/list'
import { type ListView, listViewCalls } from '@usance/wire/list-view/calls'
import { lazy, Suspense, useState } from 'react'
import { send } from '../http/client.ts'
import { useText } from '../i18n/i18n.ts'
import { sameUser } from '../session/mismatch.ts'
import { Button } from '../ui/button.tsx'
import { askToDelete } from '../ui/dialog.tsx'
import { notify } from '../ui/notice.ts'
import { Menu, type MenuEntry } from '../ui/popover.tsx'
import type { Conditions } from './conditions.ts'
import type { ColumnState } from './use-columns.ts'
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
  const { all, current } = views
  const isChanged = current !== undefined && differsFrom(current, list, conditions, columns)
  const content = shownContent(list, conditions, columns)

  const run = async (work: () => Promise<unknown>, done: string) => {
    if (!(await sameUser())) return false
    try {
      await work()
      notify('success', done)
      return true
    } catch {
      // Already shown by the client.
      return false
    } finally {
      await views.reload()
    }
  }
  const save = ({ id, name, version }: ListView) =>
    run(() => send(listViewCalls.replace, { body: { id, version, ...content } }), text('views.saved', { name }))
  const share = ({ id, name, isShared }: ListView) =>
    run(
      () => send(listViewCalls.share, { body: { id, isShared: !isShared } }),
      text(isShared ? 'views.isUnshared' : 'views.isShared', { name }),
    )
  const choose = ({ id, name, isDefault }: ListView) =>
    run(
      () => send(listViewCalls.makeDefault, { body: { id, isDefault: !isDefault } }),
      text(isDefault ? 'views.isNoDefault' : 'views.isDefault', { name }),
    )
  const remove = async ({ id, name, isShared }: ListView) => {
    const more = isShared ? text('views.removeShared') : undefined
    if (!(await askToDelete(text('views.removeTitle', { name }), more))) return
    if (await run(() => send(listViewCalls.remove, { body: { id } }), text('views.removed', { name }))) views.name(undefined)
  }
  const copyLink = (view: ListView) =>
    navigator.clipboard?.writeText(location.origin + location.pathname + views.linkTo(view)).then(
      () => notify('success', text('views.copied'), view.isShared ? undefined : text('views.copiedOwn')),
      () => undefined,
    )

  const hintOf = ({ owner, isShared, isDefault }: ListView) =>
    [
      owner !== null && text('views.sharedBy', { name: owner }),
      owner === null && isShared && text('views.shared'),
      isDefault && text('views.opens'),
    ]
      .filter(Boolean)
      .join(' · ')
  const entryOf = (view: ListView): MenuEntry => ({
    key: view.id,
    label: view.name,
    hint: hintOf(view),
    chosen: view.id === current?.id,
    onSelect: () => views.open(view),
  })
  const own = all.filter(({ owner }) => owner === null)
  const shared = all.filter(({ owner }) => owner !== null)
  const choices = [...own.map(entryOf), ...lined(shared.map(entryOf))]
  const failed: MenuEntry = { key: 'failed', label: text('views.failed'), onSelect: () => void views.reload() }
  const entries: (MenuEntry | 'line')[] = [
    { key: 'none', label: text('views.none'), chosen: current === undefined, onSelect: () => views.open(undefined) },
    ...choices,
    'line',
    ...(views.isFailed ? [failed] : []),
    ...(current && current.owner === null && isChanged
      ? [{ key: 'save', label: text('views.save', { name: current.name }), onSelect: () => void save(current) }]
      : []),
    { key: 'saveAs', label: text('views.saveAs'), onSelect: () => setDialog({ view: undefined }) },
    ...(current ? lined(actsOn(current)) : []),
  ]

  function actsOn(view: ListView): MenuEntry[] {
    const owners: MenuEntry[] = [
      { key: 'rename', label: text('views.rename'), onSelect: () => setDialog({ view }) },
      { key: 'share', label: text(view.isShared ? 'views.unshare' : 'views.share'), onSelect: () => void share(view) },
    ]
    return [
      ...(view.owner === null ? owners : []),
      {
        key: 'default',
        label: text(view.isDefault ? 'views.noDefault' : 'views.makeDefault'),
        onSelect: () => void choose(view),
      },
      ...('clipboard' in navigator ? [{ key: 'link', label: text('views.copyLink'), onSelect: () => void copyLink(view) }] : []),
      ...(view.mayRemove
        ? [{ key: 'remove', label: text('views.remove'), danger: true, onSelect: () => void remove(view) }]
        : []),
    ]
  }

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

/** Entries below a line, if there are any. */
const lined = (entries: MenuEntry[]): (MenuEntry | 'line')[] => (entries.length > 0 ? ['line', ...entries] : [])
