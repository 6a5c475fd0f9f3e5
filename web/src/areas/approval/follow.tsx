import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { approvalPathFrom } from '@usance/wire/workflow/approval-path'
import { useMemo } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useSession } from '../../session/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { type Following, listAddress, placeOf, type Stop } from './trail.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The record was opened from the page of an approval that waits, so that its list goes on from here too. */
    fromApprovals?: boolean
  }
}

/** Opens a waiting approval in the place of the page that is open, so that "Back" leads to the list from each of them. */
function useOpen() {
  const router = useRouter()
  const { user } = useSession()
  return (stop: Stop) => router.navigate({ to: approvalPathFrom(stop, 'approve', user.companyRole), replace: true })
}

/**
 * What comes after a decision on an approval: the next one of the list that its reader came from, or the list. Undefined for a
 * reader who came another way, and on the page of a record that was not opened from its approval.
 */
export function useFollow(about: { businessType: string; businessId: string } | undefined, onRecord: boolean) {
  const router = useRouter()
  const open = useOpen()
  const [type, id] = [about?.businessType, about?.businessId]
  const fromApprovals = router.state.location.state.fromApprovals === true
  // As it was when the page was opened: the decision takes it from the list.
  const follows = useMemo(
    () =>
      (!onRecord || fromApprovals) && type !== undefined && id !== undefined && placeOf({ businessType: type, businessId: id }),
    [onRecord, fromApprovals, type, id],
  )
  if (!follows) return undefined
  const goOn = (next: Following | undefined) => (next ? open(next.stop) : router.navigate({ to: listAddress(), replace: true }))
  return async (next: Following | undefined) => {
    // The record stands behind the page of its approval, whose place the next one takes.
    if (onRecord && router.history.canGoBack()) await backOnce(router.history)
    await goOn(next)
  }
}

/** Goes back by one page; ends once that one is the present one. */
const backOnce = (history: RouterHistory) =>
  new Promise<void>((end) => {
    const stop = history.subscribe(() => {
      stop()
      end()
    })
    history.back()
  })

/** Where an approval stands among those that wait, and the ways to the ones beside it, which decide nothing. */
export function TrailBar({ businessType, businessId }: { businessType: string; businessId: string }) {
  const text = useText()
  const open = useOpen()
  const place = useMemo(() => placeOf({ businessType, businessId }), [businessType, businessId])
  if (!place || place.trail.total < 2) return null
  const way = (stop: Stop | undefined, side: 'before' | 'after', label: string) => (
    <IconButton
      icon={side === 'before' ? 'left' : 'right'}
      data-way={side}
      label={stop ? `${label}: ${stop.businessNo}` : label}
      disabled={!stop}
      onClick={() => void (stop && open(stop))}
    />
  )
  return (
    <nav className="trail" aria-label={text('approval.open')}>
      {way(place.before, 'before', text('approval.before'))}
      <span className="trail-place">{text('approval.place', { no: place.no, total: place.trail.total })}</span>
      {way(place.after, 'after', text('approval.after'))}
    </nav>
  )
}
