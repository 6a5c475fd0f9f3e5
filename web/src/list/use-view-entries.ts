import type { ListView } from '@usance/wire/list-view/calls'
import { useText } from '../i18n/i18n.ts'
import type { MenuEntry } from '../ui/popover.tsx'
import type { ViewActs } from './use-view-acts.ts'
import type { ViewState } from './use-views.ts'

type Naming = (view: ListView | undefined) => void

/** What may be done with the view that is on; its owner may name and share it too. */
function useActEntries(acts: ViewActs, onName: Naming) {
  const text = useText()
  return (view: ListView): MenuEntry[] => {
    const owners: MenuEntry[] = [
      { key: 'rename', label: text('views.rename'), onSelect: () => onName(view) },
      { key: 'share', label: text(view.isShared ? 'views.unshare' : 'views.share'), onSelect: () => void acts.share(view) },
    ]
    return [
      ...(view.owner === null ? owners : []),
      {
        key: 'default',
        label: text(view.isDefault ? 'views.noDefault' : 'views.makeDefault'),
        onSelect: () => void acts.choose(view),
      },
      ...('clipboard' in navigator
        ? [{ key: 'link', label: text('views.copyLink'), onSelect: () => void acts.copyLink(view) }]
        : []),
      ...(view.mayRemove
        ? [{ key: 'remove', label: text('views.remove'), danger: true, onSelect: () => void acts.remove(view) }]
        : []),
    ]
  }
}

/** The views to choose from, the reader's own and those of colleagues, and what may be done with the one that is on. */
export function useViewEntries(views: ViewState, isChanged: boolean, acts: ViewActs, onName: Naming): (MenuEntry | 'line')[] {
  const text = useText()
  const actsOn = useActEntries(acts, onName)
  const { all, current } = views
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
  const failed: MenuEntry = { key: 'failed', label: text('views.failed'), onSelect: () => void views.reload() }
  return [
    { key: 'none', label: text('views.none'), chosen: current === undefined, onSelect: () => views.open(undefined) },
    ...own.map(entryOf),
    ...lined(shared.map(entryOf)),
    'line',
    ...(views.isFailed ? [failed] : []),
    ...(current && current.owner === null && isChanged
      ? [{ key: 'save', label: text('views.save', { name: current.name }), onSelect: () => void acts.save(current) }]
      : []),
    { key: 'saveAs', label: text('views.saveAs'), onSelect: () => onName(undefined) },
    ...(current ? lined(actsOn(current)) : []),
  ]
}

/** Entries below a line, if there are any. */
const lined = (entries: MenuEntry[]): (MenuEntry | 'line')[] => (entries.length > 0 ? ['line', ...entries] : [])
