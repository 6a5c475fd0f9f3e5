import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AnyList } from '@usance/wire/list'
import { type ListView, listViewCalls } from '@usance/wire/list-view/calls'
import { useCallback, useEffect, useReducer } from 'react'
import { sendOrTake, takeArrived } from '../http/ahead.ts'
import { useMaybeSession } from '../session/session.ts'
import { type Search, withoutView } from './conditions.ts'
import { asksForNothing, closedView, isLinkToView, linkToView, openedView } from './views.ts'

export type ViewState = {
  all: readonly ListView[]
  /** The view that the address names. */
  current: ListView | undefined
  /** How often a view was opened, or the list without one: what was changed about columns before is over. */
  openings: number
  /** It is not known yet what the list is to show. */
  isWaiting: boolean
  /** The address names a view that there is not, or not for this reader. */
  isGone: boolean
  /** The address names a view, and the views could not be loaded. */
  isUnread: boolean
  /** The views could not be loaded. */
  isFailed: boolean
  open: (view: ListView | undefined) => void
  /** The list as it is shown is from now on that view, or none. */
  name: (id: string | undefined) => void
  linkTo: (view: ListView) => string
  reload: () => Promise<void>
}

/**
 * The views of a list for the reader, and the one that is on. A link to a view becomes the address of what that holds; an address
 * that asks for nothing becomes that of the view with which the reader opens the list, unless the page narrows the list itself.
 * Neither is a step to go back to.
 */
export function useViews(list: AnyList, isNarrowed: boolean): ViewState {
  const user = useMaybeSession()?.user
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const queryKey = ['views', user?.id, user?.companyId, user?.companyRole, list.id]
  const input = { params: { list: list.id } }
  const { data, isPending, isLoadingError } = useQuery<ListView[]>({
    queryKey,
    queryFn: () => sendOrTake(listViewCalls.views, input, { quiet: true }),
    initialData: () => takeArrived(listViewCalls.views, input)?.data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const all = data ?? []
  const isLink = isLinkToView(list, search)
  const isOpen = !isNarrowed && asksForNothing(list, search)
  const named = typeof search.view === 'string' && search.view !== withoutView ? search.view : ''
  const current = all.find(({ id }) => id === named)
  const wanted = isLink ? current : isOpen ? all.find(({ isDefault }) => isDefault) : undefined
  const go = useCallback(
    (next: Search, replaces: boolean) => void navigate({ to: '.', search: next, replace: replaces, resetScroll: false }),
    [navigate],
  )
  const [openings, countOpening] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!wanted) return
    countOpening()
    go(openedView(list, search, wanted), true)
  }, [wanted, go, list, search])
  return {
    all,
    current,
    openings,
    isWaiting: wanted !== undefined || (isPending && (isLink || isOpen)),
    isGone: named !== '' && data !== undefined && !current,
    isUnread: named !== '' && isLoadingError,
    isFailed: isLoadingError,
    open: (view) => {
      const hasDefault = !isNarrowed && all.some(({ isDefault }) => isDefault)
      countOpening()
      go(view ? openedView(list, search, view) : closedView(list, search, hasDefault), false)
    },
    name: (id) => go({ ...search, view: id }, true),
    linkTo: (view) => linkToView(list, search, { id: view.id, seat: user?.companyRole }),
    reload: () => queries.invalidateQueries({ queryKey }),
  }
}
