import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** What `postmaster.pid` says about the PostgreSQL on a data folder. */
export type Postmaster = { pid: number; port: number; status: string }

/** Reads `postmaster.pid`; undefined when there is none or it is only half written. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Math.abs(Number(lines[0]))
  const port = Number(lines[3])
  if (!pid || !port) return undefined
  return { pid, port, status: (lines[7] ?? '').trim() }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process is there and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // A process that has ended but was not yet collected by its parent still answers signals.
  return processState(pid) !== 'Z'
}

/** Whether this process is the PostgreSQL of this folder, not another program that was given an old number again. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    if (process.platform === 'win32') {
      return spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' }).stdout.includes('postgres')
    }
    return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout?.includes('postgres') ?? false
  }
}

/** A text that tells this process from a later one with the same number. */
export function identityOf(pid: number): string {
  return `${pid} ${processFields(pid)[19] ?? ''}`.trim()
}

/** Whether the process that wrote this identity still runs. */
export function isIdentityAlive(identity: string): boolean {
  const pid = Number(identity.split(' ')[0])
  return pid > 0 && isAlive(pid) && identityOf(pid) === identity
}

const processState = (pid: number) => processFields(pid)[0]

// The fields of /proc/<pid>/stat from the third on; the second is a name that may hold blanks and brackets.
function processFields(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
