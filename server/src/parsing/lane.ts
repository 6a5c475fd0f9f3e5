import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import type { ErrorName } from '@usance/wire/errors'
import { type RefusalData, Refused } from '../http/refused.ts'
import type { Shares } from './shares.ts'

export type LaneLimits = {
  /** Processes that work at the same time. */
  processes: number
  /** The most processes that one company may hold. */
  perCompany: number
  /** The most files of one company that may wait. */
  waiting: number
  /** The time limit of a file from its start; beyond it the process is killed. */
  seconds: number
  /** The memory limit of a process; beyond it the process is killed. */
  megabytes: number
  /** Memory for JavaScript values, below `megabytes`. */
  heapMegabytes: number
  /** A process is replaced after this many files, so that leaked memory never adds up. */
  files: number
  /** An idle process ends after this time. */
  idleSeconds: number
}

/** The reason why a file has no answer: the time limit, the memory limit, or the end of its process. */
export type Halt = 'time' | 'memory' | 'died'
/** A refusal in the form that crosses processes. */
export type ToldRefusal = { refusal: ErrorName; data: RefusalData }
/**
 * A message of a child about a question: its start, some rows of the answer, the answer, or the refusal. `rows` come before an
 * answer of null.
 */
export type Told = { id: number } & ({ begun: true } | { rows: unknown[] } | { answer: unknown } | ToldRefusal)

type Job = {
  id: number
  companyId: string
  question: object
  rows: unknown[]
  done: (answer: unknown) => void
  fail: (error: Error) => void
  /** Called when the file has left the queue and the process. */
  end: () => void
}
type Worker = {
  child: ChildProcess
  job: Job | undefined
  files: number
  timers: NodeJS.Timeout[]
  /** The timer that kills the process: first for the start of a file, then for its end. */
  limit: NodeJS.Timeout | undefined
  /** The processor time of the process when it was last charged to its company. */
  usedMs: number
  /** The company of its last file. */
  companyId: string | undefined
  /** Its priority was lowered, which cannot be undone. */
  isBack: boolean
}

/** Processes that parse one sort of file, shared fairly among companies. */
export type Lane = {
  /** Rejects with a Refused; a file that kills its process fails alone. */
  ask: (companyId: string, question: object) => Promise<unknown>
  /** The running processes, for tests and benches that watch them. */
  pids: () => number[]
  /** The processes that work on a file. */
  busyPids: () => number[]
  close: () => void
}

const watchMs = 100
// A process that has not started by then never will. The start counts for no file: a busy machine needs seconds for it.
const startMs = 120_000
// The lower priority of parsers: always below the server, and lowest for companies that used a large share.
const steps = { usual: Math.min(19, getPriority() + 5), back: 19 }

/**
 * Opens a lane whose processes run a program beside this file. They start on demand, are killed at a limit and replaced.
 * Companies take turns file by file, and one company never holds every process. Processes of a company that used much more than
 * another active one run at a lower priority.
 */
export function openLane(program: string, limits: LaneLimits, halted: (halt: Halt) => Refused, shares: Shares): Lane {
  const lane = new Turns(program, limits, halted, shares)
  return {
    ask: (companyId, question) => lane.ask(companyId, question),
    pids: () => pidsOf([...lane.workers]),
    busyPids: () => pidsOf([...lane.workers].filter(({ job }) => job)),
    close: () => lane.close(),
  }
}

/** The files that wait in a lane by company, and the processes that take them turn by turn. */
class Turns {
  readonly workers = new Set<Worker>()
  #program: string
  #limits: LaneLimits
  #halted: (halt: Halt) => Refused
  #shares: Shares
  #waiting = new Map<string, Job[]>()
  /** The turn at which each company last started or finished a file. */
  #turns = new Map<string, number>()
  #ids = 0
  #turn = 0

  constructor(program: string, limits: LaneLimits, halted: (halt: Halt) => Refused, shares: Shares) {
    this.#program = program
    this.#limits = limits
    this.#halted = halted
    this.#shares = shares
  }

  ask(companyId: string, question: object): Promise<unknown> {
    return new Promise((done, fail) => {
      const jobs = this.#waiting.get(companyId) ?? []
      const limit = this.#limits.waiting
      if (jobs.length >= limit) return fail(new Refused('FILES_WAITING', { limit }))
      jobs.push({ id: ++this.#ids, companyId, question, rows: [], done, fail, end: this.#shares.begin(companyId) })
      this.#waiting.set(companyId, jobs)
      this.#next()
    })
  }

  close(): void {
    const jobs = [...[...this.#waiting.values()].flat(), ...[...this.workers].flatMap(({ job }) => job ?? [])]
    this.#waiting.clear()
    for (const worker of [...this.workers]) this.#stop(worker)
    for (const job of jobs) {
      job.end()
      job.fail(new Refused('UNAVAILABLE'))
    }
  }

  #clearTimers(worker: Worker) {
    clearTimeout(worker.limit)
    for (const timer of worker.timers.splice(0)) clearTimeout(timer)
  }

  #limitTo(worker: Worker, ms: number, why: Halt) {
    clearTimeout(worker.limit)
    worker.limit = setTimeout(() => this.#halt(worker, why), ms)
  }

  #stop(worker: Worker) {
    this.workers.delete(worker)
    this.#clearTimers(worker)
    worker.child.removeAllListeners()
    worker.child.on('error', () => undefined)
    worker.child.kill('SIGKILL')
  }

  #halt(worker: Worker, why: Halt) {
    const { job } = worker
    if (job) {
      this.#account(worker, job)
      job.end()
      this.#turns.set(job.companyId, ++this.#turn)
    }
    this.#stop(worker)
    job?.fail(this.#halted(why))
    this.#next()
  }

  #account(worker: Worker, { companyId }: Job) {
    const now = processorMs(worker.child.pid) ?? worker.usedMs
    this.#shares.add(companyId, now - worker.usedMs)
    worker.usedMs = now
  }

  #stepBack(worker: Worker) {
    worker.isBack = true
    giveWay(worker.child.pid, steps.back)
  }

  #watch(worker: Worker, job: Job) {
    if (megabytesOf(worker.child.pid) > this.#limits.megabytes) return this.#halt(worker, 'memory')
    this.#account(worker, job)
    if (!worker.isBack && this.#shares.givesWay(job.companyId)) this.#stepBack(worker)
  }

  #start(): Worker {
    const child = startChild(this.#program, this.#limits.heapMegabytes)
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
    this.workers.add(worker)
    child.on('message', (told: Told) => this.#hear(worker, told))
    const gone = () => this.workers.has(worker) && this.#halt(worker, 'died')
    child.on('exit', gone)
    child.on('error', gone)
    return worker
  }

  #hear(worker: Worker, told: Told) {
    const { job } = worker
    if (!job || told.id !== job.id) return
    if ('begun' in told) return this.#limitTo(worker, this.#limits.seconds * 1000, 'time')
    if ('rows' in told) {
      for (const row of told.rows) job.rows.push(row)
      return
    }
    this.#account(worker, job)
    job.end()
    this.#release(worker)
    this.#turns.set(job.companyId, ++this.#turn)
    if ('refusal' in told) job.fail(new Refused(told.refusal, told.data))
    else job.done(told.answer ?? (job.rows.length > 0 ? job.rows : told.answer))
    this.#next()
  }

  /** Ends the work on a file, and keeps the process for the next one while that has room enough for a photographed page. */
  #release(worker: Worker) {
    worker.job = undefined
    worker.files += 1
    this.#clearTimers(worker)
    if (worker.files >= this.#limits.files || megabytesOf(worker.child.pid) > this.#limits.megabytes * 0.6)
      return this.#stop(worker)
    this.#rest(worker)
  }

  #give(worker: Worker, job: Job) {
    this.#clearTimers(worker)
    worker.job = job
    worker.companyId = job.companyId
    // Processor time before the first file, for the start, is charged to no company.
    worker.usedMs = processorMs(worker.child.pid) ?? 0
    if (!worker.isBack && this.#shares.givesWay(job.companyId)) this.#stepBack(worker)
    this.#limitTo(worker, startMs, 'died')
    worker.timers.push(setInterval(() => this.#watch(worker, job), watchMs))
    worker.child.send({ id: job.id, ...job.question }, (error) => {
      if (error && worker.job?.id === job.id) this.#halt(worker, 'died')
    })
  }

  /** Keeps one idle process besides the working ones, so that the next company need not wait for a start. */
  #keepSpare() {
    if (this.workers.size < this.#limits.processes && ![...this.workers].some(({ job }) => !job)) this.#rest(this.#start())
  }

  /**
   * A process for a file of a company, preferably that of its last file, which is warm and has the right priority. A company with
   * a large share starts a process of its own before it takes the idle one. Undefined while all processes work.
   */
  #freeFor(companyId: string): Worker | undefined {
    const free = [...this.workers].filter(({ job }) => !job)
    const own = free.find((worker) => worker.companyId === companyId)
    if (own && (!own.isBack || this.#shares.givesWay(companyId))) return own
    if (own) return this.#inPlaceOf(own)
    const forward = free.filter(({ isBack }) => !isBack)
    const ready = forward.find((worker) => worker.companyId === undefined) ?? forward[0]
    if (ready && !this.#shares.usedMuch(companyId)) return ready
    if (this.workers.size < this.#limits.processes) return this.#start()
    return ready ?? (free[0] && this.#inPlaceOf(free[0]))
  }

  /** A process with a lowered priority can only be replaced. */
  #inPlaceOf(worker: Worker) {
    this.#stop(worker)
    return this.#start()
  }

  #rest(worker: Worker) {
    worker.timers.push(setTimeout(() => this.#stop(worker), this.#limits.idleSeconds * 1000).unref())
  }

  #isFull(companyId: string) {
    return [...this.workers].filter(({ job }) => job?.companyId === companyId).length >= this.#limits.perCompany
  }

  #next() {
    // Companies without a turn come first, then the one with the oldest turn.
    const inTurn = [...this.#waiting].toSorted(([one], [other]) => (this.#turns.get(one) ?? 0) - (this.#turns.get(other) ?? 0))
    for (const [companyId, jobs] of inTurn) {
      if (this.#isFull(companyId)) continue
      const free = this.#freeFor(companyId)
      if (!free) return
      const job = jobs.shift()!
      if (jobs.length === 0) this.#waiting.delete(companyId)
      this.#turns.set(companyId, ++this.#turn)
      this.#give(free, job)
      this.#keepSpare()
    }
  }
}

const pidsOf = (workers: Worker[]) => workers.flatMap(({ child }) => child.pid ?? [])

/** The environment of a child: the settings it needs to run, and none of the database or of any key. */
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
  // A server that shuts down does not wait for its parsers.
  child.unref()
  child.channel?.unref()
  return child
}

/** The memory of a process in MB; 0 on systems that do not report it, where the heap limit alone holds. */
function megabytesOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const tellsTimes = existsSync('/proc/self/stat')

/**
 * The processor time of a process in milliseconds, undefined after its end; on systems that do not report it, the elapsed time.
 */
function processorMs(pid: number | undefined): number | undefined {
  if (!tellsTimes) return performance.now()
  try {
    // A name with blanks is in brackets; the ticks of user and system are hundredths of a second.
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return undefined
  }
}

/** Lowers the priority of a process and its threads (0 to 19); those that have ended are skipped. */
function giveWay(pid: number | undefined, step: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, step)
    } catch {
      // The thread has just ended, or the system does not allow a lower priority.
    }
  }
}

/** The ids of a process's threads, or its own on systems that do not list them. */
function threadsOf(pid: number | undefined): number[] {
  if (!pid) return []
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
