import { useCallback, useMemo, useRef, useState } from 'react'
import { useKeptState } from '../../../form/kept.ts'
import { useUnsaved } from '../../../form/use-unsaved.ts'
import type { StoredFile } from '../../../http/upload.ts'
import type { Begun, Start } from './order-start.ts'

/**
 * What was chosen and typed for an order: it outlives the end of a session, and leaving asks for it until `sent`. `onTyped` hears of
 * each change by a person.
 */
export function useOrderState(start: Start, order: Begun | undefined, onTyped: () => void) {
  const [state, setState] = useState(start)
  const [files, setFiles] = useState<StoredFile[]>(order?.attachments ?? [])
  const isTyped = useRef(false)
  const sent = useUnsaved(() => isTyped.current)
  const restore = useCallback(({ files, ...part }: Partial<Start & { files: StoredFile[] }>) => {
    isTyped.current = true
    setState((now) => ({ ...now, ...part }))
    if (files) setFiles(files)
  }, [])
  useKeptState(
    useMemo(() => ({ ...state, files }), [state, files]),
    restore,
    { version: order?.version },
  )
  const typed = () => {
    isTyped.current = true
    onTyped()
  }
  return {
    state,
    files,
    sent,
    change: (part: Partial<Start>) => {
      typed()
      setState((now) => ({ ...now, ...part }))
    },
    changeFiles: (next: StoredFile[]) => {
      typed()
      setFiles(next)
    },
    /** Changes what follows from a choice, which nobody typed. */
    follow: setState,
  }
}

export type OrderState = ReturnType<typeof useOrderState>
