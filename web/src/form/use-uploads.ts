import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { purposeOf, refusalOf, type StoredFile, upload } from '../http/upload.ts'
import { useText } from '../i18n/i18n.ts'
import { useFilesHeld } from '../ui/files-under-way.ts'
import { notify } from '../ui/notice.ts'
import { placeByChoice } from './place-by-choice.ts'
import { type QueuedFile, uploadQueue } from './upload-queue.ts'

type Options<F extends StoredFile> = {
  value: readonly F[]
  /** Left out where each file is taken over by `onUploaded` as it arrives. */
  onChange?: ((files: F[]) => void) | undefined
  maxCount: number
  types: readonly string[]
  /** Extra data sent with a stored file, such as its group. */
  more?: Partial<F> | undefined
  onUploaded?: ((file: F) => void) | undefined
  onError?: ((error: unknown) => void) | undefined
}

/**
 * The files of a field: those stored (`value`, in the order of choice), those in upload and those that failed. They belong to the
 * form around `place`, which waits for them.
 */
export function useUploads<F extends StoredFile>(place: RefObject<HTMLElement | null>, options: Options<F>) {
  const text = useText()
  const { value, maxCount, types } = options
  const [pending, setPending] = useState<readonly QueuedFile<File>[]>([])
  const [paused, setPaused] = useState(false)
  // This session's choices by key; they also identify the files that this field uploaded itself.
  const chosen = useRef(new Map<string, number>())
  const latest = useRef(options)
  latest.current = options
  const queue = useMemo(
    () =>
      uploadQueue<File, StoredFile>({
        upload: (file, sending) => upload(file, { ...sending, purpose: purposeOf(latest.current.types) }),
        onChange: (items, stopped) => {
          setPending(items)
          setPaused(stopped)
        },
        onDone: (stored, place) => {
          const { current } = latest
          const file = { ...stored, ...current.more } as F
          chosen.current.set(file.objectKey, place)
          // Two uploads may end between two renders; each must see the other.
          current.value = placeByChoice(current.value, file, chosen.current)
          current.onChange?.([...current.value])
          current.onUploaded?.(file)
        },
        onError: (error) => latest.current.onError?.(error),
      }),
    [],
  )
  const leaving = useRef(pending)
  leaving.current = pending
  useEffect(() => () => leaving.current.forEach((one) => void queue.remove(one.key)), [queue])
  const failed = pending.filter(({ status }) => status === 'error').length
  useFilesHeld(place, { pending: pending.length - failed, failed }, options.onChange !== undefined)

  const take = (files: FileList | null) => {
    let room = maxCount - value.length - pending.length
    const accepted: File[] = []
    const refused: { name: string; why: string }[] = []
    for (const file of files ?? []) {
      const why = room <= 0 ? text('common.upload.file_limit_tip', { count: maxCount }) : refusalOf(file, types)
      if (why) refused.push({ name: file.name, why })
      else {
        room -= 1
        accepted.push(file)
      }
    }
    // One notice for each choice: of many notices only the last would be seen.
    const [first, ...others] = refused
    if (first && others.length === 0) notify('error', first.name, first.why)
    else if (first)
      notify(
        'error',
        text('common.upload.refused', { count: refused.length }),
        refused.map(({ name, why }) => `${name}: ${why}`).join('\n'),
      )
    if (accepted.length > 0) queue.add(accepted)
  }
  return {
    pending,
    /** The number of files that wait behind a failed one. */
    waiting: paused ? pending.filter(({ status }) => status === 'waiting').length : 0,
    take,
    retry: queue.retry,
    remove: queue.remove,
    isFull: value.length + pending.length >= maxCount,
    isFresh: (file: F) => chosen.current.has(file.objectKey),
  }
}
