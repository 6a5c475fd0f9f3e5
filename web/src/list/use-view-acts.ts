import { type ListView, listViewCalls } from '@usance/wire/list-view/calls'
import { send } from '../http/client.ts'
import { useText } from '../i18n/i18n.ts'
import { sameUser } from '../session/mismatch.ts'
import { askToDelete } from '../ui/dialog.tsx'
import { notify } from '../ui/notice.ts'
import type { ViewState } from './use-views.ts'
import type { shownContent } from './views.ts'

/** What may be done with a view; the views are read again after it. `content` is what the list shows now. */
export function useViewActs(views: ViewState, content: ReturnType<typeof shownContent>) {
  const text = useText()
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
  return {
    save: ({ id, name, version }: ListView) =>
      run(() => send(listViewCalls.replace, { body: { id, version, ...content } }), text('views.saved', { name })),
    share: ({ id, name, isShared }: ListView) =>
      run(
        () => send(listViewCalls.share, { body: { id, isShared: !isShared } }),
        text(isShared ? 'views.isUnshared' : 'views.isShared', { name }),
      ),
    choose: ({ id, name, isDefault }: ListView) =>
      run(
        () => send(listViewCalls.makeDefault, { body: { id, isDefault: !isDefault } }),
        text(isDefault ? 'views.isNoDefault' : 'views.isDefault', { name }),
      ),
    remove: async ({ id, name, isShared }: ListView) => {
      const more = isShared ? text('views.removeShared') : undefined
      if (!(await askToDelete(text('views.removeTitle', { name }), more))) return
      if (await run(() => send(listViewCalls.remove, { body: { id } }), text('views.removed', { name }))) views.name(undefined)
    },
    copyLink: (view: ListView) =>
      navigator.clipboard?.writeText(location.origin + location.pathname + views.linkTo(view)).then(
        () => notify('success', text('views.copied'), view.isShared ? undefined : text('views.copiedOwn')),
        () => undefined,
      ),
  }
}

export type ViewActs = ReturnType<typeof useViewActs>
