import { type RefObject, useEffect, useRef } from 'react'
import { holdUnsaved } from './unsaved.ts'

type Field = HTMLInputElement | HTMLTextAreaElement
const textTypes = ['text', 'email', 'number', 'password', 'tel', 'url']
/** The field somebody writes in; what only searches is no loss. */
function fieldOf({ target }: Event): Field | undefined {
  if (target instanceof HTMLTextAreaElement) return target
  if (!(target instanceof HTMLInputElement) || target.getAttribute('role') === 'combobox') return undefined
  return textTypes.includes(target.type) ? target : undefined
}

/**
 * Whether something was written inside `place` while it is `open` and still stands there: what was sent and emptied, or put
 * back as it was, does not count.
 */
export function useWritten(place: RefObject<HTMLElement | null>, open: boolean): () => boolean {
  const asFound = useRef(new Map<Field, string>())
  const written = useRef(new Set<Field>())
  const isWritten = useRef(() =>
    [...written.current].some((field) => field.isConnected && field.value !== (asFound.current.get(field) ?? '')),
  ).current
  useEffect(() => {
    const own = place.current
    if (!open || !own) return
    let release: (() => void) | undefined
    const onFocus = (event: Event) => {
      const field = fieldOf(event)
      if (field && !asFound.current.has(field)) asFound.current.set(field, field.value)
    }
    const onInput = (event: Event) => {
      const field = fieldOf(event)
      if (!field) return
      written.current.add(field)
      release ??= holdUnsaved(isWritten, false)
    }
    own.addEventListener('focusin', onFocus)
    own.addEventListener('input', onInput)
    return () => {
      release?.()
      asFound.current.clear()
      written.current.clear()
      own.removeEventListener('focusin', onFocus)
      own.removeEventListener('input', onInput)
    }
  }, [open, place, isWritten])
  return isWritten
}
