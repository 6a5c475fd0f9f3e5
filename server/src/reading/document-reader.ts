import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type PageToDraw, type Reading, ReadingError, type ReadingFault } from './page.ts'

type Job = {
  id: number
  bytes: Uint8Array
  fileName: string
  draw?: PageToDraw
  embedded?: true
  done: (answer: any) => void
  fail: (error: Error) => void
}
type Limits = { seconds: number; waiting: number; files: number; megabytes: number; idleSeconds: number }

const usual: Limits = { seconds: 90, waiting: 60, files: 40, megabytes: 1000, idleSeconds: 120 }

/** Reads files in a process beside the server, one after the other. */
export type DocumentReader = {
  /** Rejects with a ReadingError; a file that kills the process only fails itself. */
  read: (bytes: Uint8Array, fileName: string) => Promise<Reading>
  /** A page as a JPEG. */
  draw: (bytes: Uint8Array, fileName: string, page: PageToDraw) => Promise<Uint8Array>
  /** The XML files embedded in a PDF, the invoice by its standard name first. */
  embedded: (bytes: Uint8Array, fileName: string) => Promise<Reading['embedded']>
  /** The process that reads now, for tests that kill it. */
  pid: () => number | undefined
  close: () => void
}

/**
 * A reader whose process starts at the first file, is stopped at a file that takes too long, is replaced after some files or
 * when it has grown, and ends when nothing was to be read for a while.
 */
export function documentReader(limits: Partial<Limits> = {}): DocumentReader {
  const limit = { ...usual, ...limits }
  const queue: Job[] = []
  let child: ChildProcess | undefined
  let current: Job | undefined
  let clock: NodeJS.Timeout | undefined
  let idle: NodeJS.Timeout | undefined
  let read = 0
  let ids = 0

  const stop = () => {
    clearTimeout(idle)
    const old = child
    child = undefined
    read = 0
    old?.removeAllListeners()
    old?.on('error', () => undefined)
    old?.kill('SIGKILL')
  }
  const settle = (answer: object | ReadingFault) => {
    clearTimeout(clock)
    const job = current
    current = undefined
    if (typeof answer === 'string') job?.fail(new ReadingError(answer))
    else job?.done(answer)
    next()
  }
  const start = () => {
    const made = fork(childUrl(), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: import.meta.url.endsWith('.ts') ? ['--import', 'tsx', '--max-old-space-size=512'] : ['--max-old-space-size=512'],
    })
    made.on('message', (message: { id?: number; answer?: object; fault?: ReadingFault }) => {
      if (message.id === undefined || message.id !== current?.id) return
      read += 1
      // Replaced between two files, so that what a file left in memory never adds up.
      if (read >= limit.files || grown(made.pid, limit.megabytes)) stop()
      settle(message.answer ?? message.fault ?? 'unreadable')
    })
    const gone = () => {
      if (child !== made) return
      child = undefined
      read = 0
      if (current) settle('died')
    }
    made.on('exit', gone)
    made.on('error', gone)
    // A server that ends does not wait for its reader.
    made.unref()
    made.channel?.unref()
    return made
  }
  const next = () => {
    if (current) return
    current = queue.shift()
    clearTimeout(idle)
    if (!current) {
      idle = setTimeout(stop, limit.idleSeconds * 1000)
      idle.unref()
      return
    }
    child ??= start()
    clock = setTimeout(() => {
      stop()
      settle('too-slow')
    }, limit.seconds * 1000)
    const { done: _, fail: __, ...question } = current
    const { id } = question
    child.send(question, (error) => {
      if (error && current?.id === id) {
        stop()
        settle('died')
      }
    })
  }
  const ask = (question: Pick<Job, 'bytes' | 'fileName' | 'draw' | 'embedded'>) =>
    new Promise<any>((done, fail) => {
      if (queue.length >= limit.waiting) return fail(new ReadingError('too-slow'))
      queue.push({ id: ++ids, ...question, done, fail })
      next()
    })
  return {
    read: (bytes, fileName) => ask({ bytes, fileName }),
    draw: (bytes, fileName, draw) => ask({ bytes, fileName, draw }),
    embedded: (bytes, fileName) => ask({ bytes, fileName, embedded: true }),
    pid: () => child?.pid,
    close: () => {
      stop()
      clearTimeout(clock)
      for (const job of [...queue.splice(0), ...(current ? [current] : [])]) job.fail(new ReadingError('died'))
      current = undefined
    },
  }
}

/** The child beside this file: TypeScript when run from its source, the bundle otherwise. */
const childUrl = () => new URL(import.meta.url.endsWith('.ts') ? './reading-child.ts' : './reading-child.mjs', import.meta.url)

/** Whether the process holds more memory than it may; where the system does not tell, the count of files decides. */
function grown(pid: number | undefined, megabytes: number): boolean {
  try {
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    return kilobytes > megabytes * 1024 * 0.8
  } catch {
    return false
  }
}
