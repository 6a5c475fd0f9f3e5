export type QueuedFile<F = unknown> = {
  key: string
  /** Its place among all that were ever added, from 1. */
  place: number
  file: F
  name: string
  percent: number
  status: 'waiting' | 'uploading' | 'error'
  /** Why it could not be sent. */
  error?: unknown
}
type Options<F, S> = {
  upload: (file: F, options: { onProgress: (percent: number) => void; signal: AbortSignal }) => Promise<S>
  /** `place` is the file's place among all that were ever added, from 1. */
  onDone: (stored: S, place: number) => void
  onError?: (error: unknown, file: F) => void
  onChange: (items: readonly QueuedFile<F>[], paused: boolean) => void
  /** Files under way at once. */
  concurrency?: number
}

/**
 * Sends files one after the other. When one fails nothing more is started until it is tried again or taken out,
 * so that a broken connection does not turn one failure into twenty.
 */
export function uploadQueue<F extends { name: string }, S>({
  upload,
  onDone,
  onError,
  onChange,
  concurrency = 3,
}: Options<F, S>) {
  let items: QueuedFile<F>[] = []
  const running = new Map<string, AbortController>()
  let next = 1
  const paused = () => items.some((item) => item.status === 'error')
  const tell = () => onChange([...items], paused())
  const change = (key: string, part: Partial<QueuedFile<F>>) => {
    items = items.map((item) => (item.key === key ? { ...item, ...part } : item))
    tell()
  }
  const drop = (key: string) => {
    items = items.filter((item) => item.key !== key)
    tell()
  }
  const start = async (item: QueuedFile<F>) => {
    const stop = new AbortController()
    running.set(item.key, stop)
    change(item.key, { status: 'uploading', percent: 0 })
    try {
      const stored = await upload(item.file, { onProgress: (percent) => change(item.key, { percent }), signal: stop.signal })
      running.delete(item.key)
      drop(item.key)
      onDone(stored, item.place)
    } catch (error) {
      running.delete(item.key)
      if (stop.signal.aborted) drop(item.key)
      else {
        change(item.key, { status: 'error', error })
        onError?.(error, item.file)
      }
    }
    pump()
  }
  const pump = () => {
    if (paused()) return
    for (const item of items) {
      if (running.size >= concurrency) return
      if (item.status === 'waiting') void start(item)
    }
  }
  return {
    add(files: readonly F[]) {
      items = [
        ...items,
        ...files.map((file) => {
          const place = next++
          return { key: `f${place}`, place, file, name: file.name, percent: 0, status: 'waiting' as const }
        }),
      ]
      tell()
      pump()
    },
    /** Tries a failed file again; what waited behind it goes on. */
    retry(key: string) {
      change(key, { status: 'waiting', percent: 0 })
      pump()
    },
    remove(key: string) {
      const stop = running.get(key)
      if (stop) stop.abort()
      else {
        drop(key)
        pump()
      }
    },
  }
}
