import type { Message } from '@usance/wire/notification/calls'
import { noticeStreamPath, notificationCalls } from '@usance/wire/notification/calls'
import { useSyncExternalStore } from 'react'
import { config } from '../config.ts'
import { addressOf, headersOf, send } from '../http/client.ts'
import type { Session } from '../session/permissions.ts'

let unread = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Whoever learns how many messages are unread says so here. */
export function setUnread(count: number) {
  unread = count
  for (const listener of listeners) listener()
}
export const useUnread = () => useSyncExternalStore(subscribe, () => unread)

type Arrival = 'ARRIVED' | 'READ'
const arrivals = new Set<(what: Arrival) => void>()
/** Calls back whenever messages arrive while this page is open, or were read in another tab. */
export function onMessage(arrived: (what: Arrival) => void) {
  arrivals.add(arrived)
  return () => void arrivals.delete(arrived)
}
export type ImportProgress = { fileKey: string; done: number; total: number }
const followers = new Set<(progress: ImportProgress) => void>()
/** Calls back with how far this user's imports are. */
export function onImportProgress(told: (progress: ImportProgress) => void) {
  followers.add(told)
  return () => void followers.delete(told)
}
const tellProgress = (progress: ImportProgress) => {
  for (const told of followers) told(progress)
}

let heard = ''
const arrive = (message: Message) => {
  if (message.id <= heard) return
  heard = message.id
  setUnread(unread + 1)
  tellArrival('ARRIVED')
}
const tellArrival = (what: Arrival) => {
  for (const arrived of arrivals) arrived(what)
}

/** Learns how many messages are unread, then follows new ones until the answer is called. */
export function followMessages({ user }: Session): () => void {
  const stop = new AbortController()
  const ask = () =>
    send(notificationCalls.list, { body: { pageSize: 0 } }, { quiet: true }).then(
      (answer) => setUnread(answer.unread),
      () => undefined,
    )
  const askAnew = (what: Arrival) => {
    tellArrival(what)
    void ask()
  }
  const name = `usance-messages ${user.id} ${user.companyId} ${user.companyRole}`
  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
  if (tabs)
    tabs.onmessage = ({ data }) =>
      data === 'READ' || data === 'ARRIVED' ? askAnew(data) : 'fileKey' in data ? tellProgress(data) : arrive(data as Message)
  tellTabs = () => tabs?.postMessage('READ' satisfies Arrival)
  const listen = () =>
    readStream(
      stop.signal,
      (message) => {
        arrive(message)
        tabs?.postMessage(message)
      },
      (progress) => {
        tellProgress(progress)
        tabs?.postMessage(progress)
      },
      () => {
        tellArrival('ARRIVED')
        tabs?.postMessage('ARRIVED' satisfies Arrival)
      },
    )
  // A browser opens few connections to one host, so only one tab holds the stream and tells the others. The stream begins
  // with the number of unread messages; a tab that finds it taken has to ask.
  const follow = async (locks: LockManager) => {
    const taken = await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? listen() : 'taken'))
    if (taken !== 'taken' || stop.signal.aborted) return
    void ask()
    await locks.request(name, { signal: stop.signal }, listen)
  }
  if (navigator.locks && tabs) follow(navigator.locks).catch(() => undefined)
  else void listen()
  return () => {
    stop.abort()
    tabs?.close()
  }
}

let tellTabs = () => {}
/** Marks messages as read, all of them when none are named; the other tabs count again. */
export async function markRead(ids?: string[]): Promise<void> {
  const answer = ids
    ? await send(notificationCalls.read, { body: { ids } }, { quiet: true })
    : await send(notificationCalls.readAll, { body: {} })
  setUnread(answer.unread)
  tellTabs()
}

/** Reads the stream and takes it up again when it breaks, until told to stop or until the session has ended. */
async function readStream(
  signal: AbortSignal,
  arrived: (message: Message) => void,
  progressed: (progress: ImportProgress) => void,
  /** Something came that the stream does not tell: more than it tells one by one, or in another company of the user. */
  missed: () => void,
): Promise<void> {
  const { prefix, appId } = await config()
  let lastId = ''
  for (let pause = 1000; !signal.aborted; pause = Math.min(pause * 2, 30_000)) {
    try {
      const answer = await fetch(addressOf({ path: noticeStreamPath }, prefix), {
        headers: { ...headersOf(appId), ...(lastId ? { 'last-event-id': lastId } : {}) },
        credentials: 'omit',
        signal,
      })
      if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
        // A server that is busy or starting anew is asked again; one that says that the session has ended is not.
        if (answer.status < 500 && answer.status !== 429) return
        throw new Error(`The stream answered ${answer.status}.`)
      }
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
      let rest = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        pause = 1000
        const parts = (rest + value).split('\n\n')
        rest = parts.pop()!
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1]
          if (!data) continue
          const before = lastId
          lastId = /^id: (.*)$/m.exec(part)?.[1] ?? before
          if (/^event: unread$/m.test(part)) {
            setUnread((JSON.parse(data) as { unread: number }).unread)
            if (before) missed()
            continue
          }
          if (/^event: elsewhere$/m.test(part)) {
            missed()
            continue
          }
          if (/^event: progress$/m.test(part)) {
            progressed(JSON.parse(data) as ImportProgress)
            continue
          }
          arrived(JSON.parse(data) as Message)
        }
      }
    } catch {
      // The connection broke; it is made again after a pause that grows.
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
