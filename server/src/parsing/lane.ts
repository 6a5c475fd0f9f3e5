import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import type { ErrorName } from '@usance/wire/errors'
import { Refused } from '../http/refused.ts'
import type { Shares } from './shares.ts'

export type LaneLimits = {
  /** Processes that work at the same time. */
  processes: number
  /** How many of them one company may hold. */
  perCompany: number
  /** Files of one company that may wait. */
  waiting: number
  /** A file that takes longer is given up with its process, from when that has begun with it. */
  seconds: number
  /** A process that holds more memory is killed. */
  megabytes: number
  /** Memory for JavaScript values, below `megabytes`. */
  heapMegabytes: number
  /** A process is replaced after so many files, so that what they leave in memory never adds up. */
  files: number
  /** A process ends when it had nothing to do for so long. */
  idleSeconds: number
}

/** Why a file has no answer: it took too long, too much memory, or its process ended. */
export type Halt = 'time' | 'memory' | 'died'
/** A refusal as it travels between processes. */
export type ToldRefusal = { refusal: ErrorName; data: Record<string, unknown> }
/**
 * What a child says of a question: that it has begun with it, some rows of the answer, the answer or the refusal. `rows` come
 * before an answer of null.
 */
export type Told = { id: number } & ({ begun: true } | { rows: unknown[] } | { answer: unknown } | ToldRefusal)

type Job = {
  id: number
  companyId: string
  question: object
  rows: unknown[]
  done: (answer: unknown) => void
  fail: (error: Error) => void
  /** Called when the file waits no more and is worked on no more. */
  end: () => void
}
type Worker = {
  child: ChildProcess
  job: Job | undefined
  files: number
  timers: NodeJS.Timeout[]
  /** Ends the process when it does not begin with a file, then when it does not end with it. */
  limit: NodeJS.Timeout | undefined
  /** What the process had used of the processors when that was last added to its company's account. */
  usedMs: number
  /** Whose file it had last. */
  companyId: string | undefined
  /** It gives way to every other process, and can never be set forward again. */
  isBack: boolean
}

/** Processes that parse files of one sort, shared fairly among companies. */
export type Lane = {
  /** Rejects with a Refused; a file that kills its process only fails itself. */
  ask: (companyId: string, question: object) => Promise<unknown>
  /** The processes that run now, for tests and benches that watch them. */
  pids: () => number[]
  /** Those of them that work on a file. */
  busyPids: () => number[]
  close: () => void
}

const watchMs = 100
// A process that has not begun by then will not. Starting is no work on a file: a busy machine needs seconds for it.
const startMs = 120_000
// How far a process that parses gives way: to the server always, to other companies as far as it goes when its own used much.
const steps = { usual: Math.min(19, getPriority() + 5), back: 19 }

/**
 * Opens a lane whose processes run a program beside this file. They start when there is work, are killed at a limit and
 * replaced. Companies take turns file by file; one company never holds every process, and the processes of one that used much
 * more than another whose files are at work get what that one leaves of the processors.
 */
export function openLane(program: string, limits: LaneLimits, halted: (halt: Halt) => Refused, shares: Shares): Lane {
  const waiting = new Map<string, Job[]>()
  const workers = new Set<Worker>()
  /** When each company's last file was given to a process or left it, as a running number. */
  const turns = new Map<string, number>()
  let [ids, turn] = [0, 0]

  const clearTimers = (worker: Worker) => {
    clearTimeout(worker.limit)
    for (const timer of worker.timers.splice(0)) clearTimeout(timer)
  }
  const limitTo = (worker: Worker, ms: number, why: Halt) => {
    clearTimeout(worker.limit)
    worker.limit = setTimeout(() => halt(worker, why), ms)
  }
  const stop = (worker: Worker) => {
    workers.delete(worker)
    clearTimers(worker)
    worker.child.removeAllListeners()
    worker.child.on('error', () => undefined)
    worker.child.kill('SIGKILL')
  }
  const halt = (worker: Worker, why: Halt) => {
    const { job } = worker
    if (job) {
      account(worker, job)
      job.end()
      turns.set(job.companyId, ++turn)
    }
    stop(worker)
    job?.fail(halted(why))
    next()
  }
  const account = (worker: Worker, { companyId }: Job) => {
    const now = processorMs(worker.child.pid) ?? worker.usedMs
    shares.add(companyId, now - worker.usedMs)
    worker.usedMs = now
  }
  const stepBack = (worker: Worker) => {
    worker.isBack = true
    giveWay(worker.child.pid, steps.back)
  }
  const watch = (worker: Worker, job: Job) => {
    if (megabytesOf(worker.child.pid) > limits.megabytes) return halt(worker, 'memory')
    account(worker, job)
    if (!worker.isBack && shares.givesWay(job.companyId)) stepBack(worker)
  }
  const start = (): Worker => {
    const child = startChild(program, limits.heapMegabytes)
    const worker: Worker = {
      child,
      job: undefined,
      files: 0,
      timers: [],
      limit: undefined,
      usedMs: 0,
      companyId: undefined,
      isBack: false,
    }
    giveWay(child.pid, steps.usual)
    workers.add(worker)
    worker.child.on('message', (told: Told) => {
      const { job } = worker
      if (!job || told.id !== job.id) return
      if ('begun' in told) return limitTo(worker, limits.seconds * 1000, 'time')
      if ('rows' in told) {
        for (const row of told.rows) job.rows.push(row)
        return
      }
      account(worker, job)
      job.end()
      release(worker)
      turns.set(job.companyId, ++turn)
      if ('refusal' in told) job.fail(new Refused(told.refusal, told.data))
      else job.done(told.answer ?? (job.rows.length > 0 ? job.rows : told.answer))
      next()
    })
    const gone = () => workers.has(worker) && halt(worker, 'died')
    worker.child.on('exit', gone)
    worker.child.on('error', gone)
    return worker
  }
  /** Ends the work on a file and keeps the process for the next one while it is fit for it. */
  const release = (worker: Worker) => {
    worker.job = undefined
    worker.files += 1
    clearTimers(worker)
    if (worker.files >= limits.files || megabytesOf(worker.child.pid) > limits.megabytes * 0.8) return stop(worker)
    rest(worker)
  }
  const give = (worker: Worker, job: Job) => {
    clearTimers(worker)
    worker.job = job
    worker.companyId = job.companyId
    // What it used before, to start or to be ready, is nobody's.
    worker.usedMs = processorMs(worker.child.pid) ?? 0
    if (!worker.isBack && shares.givesWay(job.companyId)) stepBack(worker)
    limitTo(worker, startMs, 'died')
    worker.timers.push(setInterval(() => watch(worker, job), watchMs))
    worker.child.send({ id: job.id, ...job.question }, (error) => {
      if (error && worker.job?.id === job.id) halt(worker, 'died')
    })
  }
  /** While one process works, another stands ready: the next company does not wait for it to start. */
  const keepSpare = () => {
    if (workers.size < limits.processes && ![...workers].some(({ job }) => !job)) rest(start())
  }
  /**
   * A process for a file of a company, best the one that had its last file: that one is warm, and as far back as the company
   * shall be. Who used much starts one of its own before it takes the one that stands ready for others. Undefined while all work.
   */
  const freeFor = (companyId: string): Worker | undefined => {
    const free = [...workers].filter(({ job }) => !job)
    const own = free.find((worker) => worker.companyId === companyId)
    if (own && (!own.isBack || shares.givesWay(companyId))) return own
    if (own) return inPlaceOf(own)
    const forward = free.filter(({ isBack }) => !isBack)
    const ready = forward.find((worker) => worker.companyId === undefined) ?? forward[0]
    if (ready && !shares.usedMuch(companyId)) return ready
    if (workers.size < limits.processes) return start()
    return ready ?? (free[0] && inPlaceOf(free[0]))
  }
  /** A process that was set back can only be set forward by another one. */
  const inPlaceOf = (worker: Worker) => {
    stop(worker)
    return start()
  }
  const rest = (worker: Worker) => {
    worker.timers.push(setTimeout(() => stop(worker), limits.idleSeconds * 1000).unref())
  }
  const isFull = (companyId: string) => [...workers].filter(({ job }) => job?.companyId === companyId).length >= limits.perCompany
  const next = () => {
    // A company that had no turn yet goes first, then the one whose turn is longest ago.
    const inTurn = [...waiting].toSorted(([one], [other]) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0))
    for (const [companyId, jobs] of inTurn) {
      if (isFull(companyId)) continue
      const free = freeFor(companyId)
      if (!free) return
      const job = jobs.shift()!
      if (jobs.length === 0) waiting.delete(companyId)
      turns.set(companyId, ++turn)
      give(free, job)
      keepSpare()
    }
  }
  return {
    ask: (companyId, question) =>
      new Promise((done, fail) => {
        const jobs = waiting.get(companyId) ?? []
        if (jobs.length >= limits.waiting) return fail(new Refused('FILES_WAITING', { limit: limits.waiting }))
        jobs.push({ id: ++ids, companyId, question, rows: [], done, fail, end: shares.begin(companyId) })
        waiting.set(companyId, jobs)
        next()
      }),
    pids: () => pidsOf([...workers]),
    busyPids: () => pidsOf([...workers].filter(({ job }) => job)),
    close: () => {
      const jobs = [...[...waiting.values()].flat(), ...[...workers].flatMap(({ job }) => job ?? [])]
      waiting.clear()
      for (const worker of [...workers]) stop(worker)
      for (const job of jobs) {
        job.end()
        job.fail(new Refused('UNAVAILABLE'))
      }
    },
  }
}

const pidsOf = (workers: Worker[]) => workers.flatMap(({ child }) => child.pid ?? [])

/** Settings that a child needs to run at all; it is told nothing of the database or of any key. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']

/** Starts the program beside this file: TypeScript when run from its source, the bundle otherwise. */
function startChild(program: string, heapMegabytes: number): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const child = fork(new URL(isSource ? `./${program}.ts` : `./${program}.mjs`, import.meta.url), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    execArgv: [...(isSource ? ['--import', 'tsx'] : []), `--max-old-space-size=${heapMegabytes}`],
  })
  // A server that ends does not wait for its parsers.
  child.unref()
  child.channel?.unref()
  return child
}

/** The memory that a process holds, in MB; 0 where the system does not tell, and then the heap limit alone holds it. */
function megabytesOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const tellsTimes = existsSync('/proc/self/stat')

/**
 * Milliseconds of the processors that a process has used, undefined when it has ended; where the system does not tell them,
 * those that have passed.
 */
function processorMs(pid: number | undefined): number | undefined {
  if (!tellsTimes) return performance.now()
  try {
    // A name with blanks stands in brackets; the ticks of user and system are a hundredth of a second.
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return undefined
  }
}

/** Lets a process and all its threads give way to others by so much (0 to 19); what no longer runs needs none of it. */
function giveWay(pid: number | undefined, step: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, step)
    } catch {
      // A thread that has just ended, or a system that lets no process step back.
    }
  }
}

/** The ids of a process's threads, or its own where the system does not list them. */
function threadsOf(pid: number | undefined): number[] {
  if (!pid) return []
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
