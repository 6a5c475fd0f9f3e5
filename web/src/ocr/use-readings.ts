import { useEffect, useRef, useState } from 'react'
import { Cancelled } from '../http/refused.ts'
import type { StoredFile } from '../http/upload.ts'
import { type OcrFile, ocrCapable } from './ocr-file.ts'
import type { OcrTask } from './ocr-queue.ts'
import { documentQueue } from './read-document.ts'

export type ReadingState = 'reading' | { failed: unknown }

type Options = {
  schemaCode: string | undefined
  /** Puts the result into the file it was read from. */
  onRead: (objectKey: string, extractData: NonNullable<OcrFile['extractData']>) => void
  onOcrError?: ((error: unknown, file: StoredFile) => void) | undefined
}

/** Starts, follows and cancels the readings of a list of files. */
export function useReadings({ schemaCode, onRead, onOcrError }: Options) {
  const [states, setStates] = useState<Readonly<Record<string, ReadingState>>>({})
  const tasks = useRef(new Map<string, OcrTask<NonNullable<OcrFile['extractData']>>>())
  const latest = useRef({ onRead, onOcrError })
  latest.current = { onRead, onOcrError }
  const set = (key: string, state: ReadingState | undefined) =>
    setStates(({ [key]: _, ...others }) => (state ? { ...others, [key]: state } : others))
  useEffect(() => () => tasks.current.forEach((task) => void task.cancel()), [])

  const read = (file: StoredFile) => {
    if (!schemaCode || !ocrCapable(file.fileName)) return
    const task = documentQueue.add(file.objectKey, schemaCode)
    tasks.current.set(file.objectKey, task)
    set(file.objectKey, 'reading')
    task.result.then(
      (extractData) => {
        tasks.current.delete(file.objectKey)
        set(file.objectKey, undefined)
        latest.current.onRead(file.objectKey, extractData)
      },
      (error) => {
        tasks.current.delete(file.objectKey)
        if (error instanceof Cancelled) return set(file.objectKey, undefined)
        set(file.objectKey, { failed: error })
        latest.current.onOcrError?.(error, file)
      },
    )
  }
  const forget = (objectKey: string) => {
    tasks.current.get(objectKey)?.cancel()
    tasks.current.delete(objectKey)
    set(objectKey, undefined)
  }
  return { states, reading: Object.values(states).includes('reading'), read, forget }
}
