import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../i18n/i18n.ts'
import { holdUnsaved } from './unsaved.ts'

/** Files of the visible forms that are not stored yet: in upload, or refused. */
type Counts = { pending: number; failed: number }
type Held = { place: RefObject<HTMLElement | null>; ofForm: boolean; counts: Counts }

const none: Counts = { pending: 0, failed: 0 }
const held = new Set<Held>()
const listeners = new Set<() => void>()
let now = none

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
function changed() {
  const all = [...held].filter(({ ofForm }) => ofForm).map(({ counts }) => counts)
  now = {
    pending: all.reduce((sum, { pending }) => sum + pending, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
  for (const listener of [...listeners]) listener()
}

/**
 * Makes the uploads at `place` part of their form: it is not sent before they are stored, and leaving asks. With `ofForm` false
 * each file is taken over as it arrives; then only leaving asks.
 */
export function useFilesHeld(place: RefObject<HTMLElement | null>, { pending, failed }: Counts, ofForm: boolean): void {
  const isUnsaved = pending + failed > 0
  useEffect(() => (isUnsaved ? holdUnsaved(() => true) : undefined), [isUnsaved])
  const own = useRef<Held>(undefined)
  useEffect(() => {
    const one: Held = { place, ofForm, counts: none }
    own.current = one
    held.add(one)
    return () => {
      held.delete(one)
      changed()
    }
  }, [place, ofForm])
  // After the commit: whoever waits for the last file then reads a form that holds it.
  useEffect(() => {
    if (own.current) own.current.counts = { pending, failed }
    changed()
  }, [pending, failed])
}

/** Whether files are under way inside an element. */
export const hasFilesUnderWay = (element: HTMLElement | null): boolean =>
  [...held].some(
    ({ place, counts }) => counts.pending + counts.failed > 0 && place.current !== null && element?.contains(place.current),
  )

/** Whether files are under way at a place, now and as that changes. */
export const useHasFilesUnderWay = (place: RefObject<HTMLElement | null>): boolean =>
  useSyncExternalStore(subscribe, () => hasFilesUnderWay(place.current))

/** Why no form may be sent now, in the user's words; nothing when every file is stored. */
export const filesRefusal = (): string | undefined =>
  now.failed > 0
    ? t('common.upload.someFailed', { count: now.failed })
    : now.pending > 0
      ? t('common.upload.someSending', { count: now.pending })
      : undefined

/** Settles when nothing is on its way any more; true when every file is stored. */
function filesArrived(): Promise<boolean> {
  const isSettled = () => now.pending === 0 || now.failed > 0
  if (isSettled()) return Promise.resolve(now.failed === 0)
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (!isSettled()) return
      stop()
      resolve(now.failed === 0)
    })
  })
}

type AfterFiles<A extends unknown[]> = {
  /** Sends at once, or when the last file has arrived; not at all when one failed, the form was left meanwhile or it is being sent. */
  send: (...args: A) => Promise<void>
  /** Files are waited for, or the form is being sent. */
  isWaiting: boolean
  /** What to say beside the button: what is waited for, or why it was not sent. */
  note: string
}

/** Sends a form only with all of its files. `send` is called as it is when they arrived, with the values of that moment. */
export function useAfterFiles<A extends unknown[]>(send: (...args: A) => unknown): AfterFiles<A> {
  const latest = useRef(send)
  latest.current = send
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const counts = useSyncExternalStore(subscribe, () => now)
  const [state, setState] = useState<'' | 'WAITING' | 'SENDING' | 'REFUSED'>('')
  /** A second press may come before the button is drawn as busy. */
  const isSending = useRef(false)
  const isWaiting = state === 'WAITING' && counts.pending > 0
  return {
    isWaiting: isWaiting || state === 'SENDING',
    note: isWaiting || (state === 'REFUSED' && counts.failed > 0) ? (filesRefusal() ?? '') : '',
    send: async (...args) => {
      if (isWaiting || isSending.current) return
      setState('WAITING')
      const isComplete = await filesArrived()
      if (!isHere.current || isSending.current) return
      setState(isComplete ? 'SENDING' : 'REFUSED')
      if (!isComplete) return
      isSending.current = true
      try {
        await latest.current(...args)
      } finally {
        isSending.current = false
        setState('')
      }
    },
  }
}
