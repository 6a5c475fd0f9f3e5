import { Cancelled, Refused } from '../http/refused.ts'

/** Requests under way at once. */
const ocrPool = 3
/** How long a failure with code 400 waits before it is tried once more, in milliseconds. */
const ocrRetryMs = 10_000

type Options<D> = { read: (fileKey: string, schemaCode: string, signal: AbortSignal) => Promise<D> }
export type OcrTask<D> = { result: Promise<D>; cancel: () => void }

/**
 * Reads documents three at a time. A failure whose data carries code 400 is tried once more after ten seconds and keeps its
 * place meanwhile; other failures go straight to the caller. Cancelling ends a task wherever it is.
 */
export function ocrQueue<D>({ read }: Options<D>) {
  const waiting: (() => void)[] = []
  let open = 0
  const next = () => {
    while (open < ocrPool && waiting.length > 0) {
      open += 1
      waiting.shift()!()
    }
  }
  const attempt = async (fileKey: string, schemaCode: string, signal: AbortSignal): Promise<D> => {
    try {
      return await read(fileKey, schemaCode, signal)
    } catch (error) {
      if (signal.aborted || !mayManageLater(error)) throw error
      await pause(ocrRetryMs, signal)
      return read(fileKey, schemaCode, signal)
    }
  }
  return {
    add(fileKey: string, schemaCode: string): OcrTask<D> {
      const stop = new AbortController()
      const result = new Promise<D>((done, fail) => {
        const start = () => {
          stop.signal.removeEventListener('abort', leave)
          attempt(fileKey, schemaCode, stop.signal)
            .then(done, (error) => fail(stop.signal.aborted ? new Cancelled() : error))
            .finally(() => {
              open -= 1
              next()
            })
        }
        const leave = () => {
          const place = waiting.indexOf(start)
          if (place >= 0) waiting.splice(place, 1)
          fail(new Cancelled())
        }
        stop.signal.addEventListener('abort', leave, { once: true })
        waiting.push(start)
        next()
      })
      return { result, cancel: () => stop.abort() }
    },
  }
}

/** Code 400 in the data of a refusal, or as its own code, asks for one more try. */
const mayManageLater = (error: unknown): boolean =>
  error instanceof Refused && (error.code === 400 || (error.data as { code?: number }).code === 400)

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((done, fail) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        fail(new Cancelled())
      },
      { once: true },
    )
  })
