import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@usance/server/database/embedded'
import { testKey } from '@usance/server/testing/world'
import type { Bench } from './bench.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
export type ServerProcess = { port: number; pid: number; startedAfterMs: number; stop: () => Promise<void> }

/** Builds the product as `npm start` would. */
export const buildProduct = () => execFileSync(process.execPath, [join(root, 'scripts/build-if-needed.mjs')], { cwd: root })

/** The built product in a process of its own; answers when it is ready, with the milliseconds that took. */
export async function openProcess(settings: Record<string, string>, entry = 'server/dist/main.mjs'): Promise<ServerProcess> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [entry], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      USANCE_KEY: testKey,
      USANCE_DEMO: 'off',
      LOG_LEVEL: 'silent',
      RATE_PER_MINUTE: '0',
      PORT: String(port),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    await pause(25)
  }
  return {
    port,
    pid: child.pid!,
    startedAfterMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Settings that open the database of a bench. */
export const onDatabaseOf = ({ addresses }: Bench): Record<string, string> => ({
  USANCE_DATA: addresses.USANCE_DATA,
  DATABASE_URL: addresses.BENCH_ADMIN_URL,
  DATABASE_APP_URL: addresses.BENCH_APP_URL,
})

/** Megabytes that a process holds now and held at most, as the system counts them. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}

/** Milliseconds of a processor's time that a process has used; a busy machine does not change them much. */
export function processorMs(pid: number | undefined): number {
  if (!pid) return 0
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

/** The 99th of a hundred times, in milliseconds, that an operation takes when it is done again and again until `done`. */
export async function p99(work: () => Promise<unknown>, done: Promise<unknown>, pauseMs = 10): Promise<number> {
  let going = true
  const stop = () => {
    going = false
  }
  done.then(stop, stop)
  const times: number[] = []
  while (going) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
    await pause(pauseMs)
  }
  // What was measured meanwhile says nothing when it failed.
  await done
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}
