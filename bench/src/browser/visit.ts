import type { CDPSession, Page } from '@playwright/test'
import { openBrowser } from '@usance/e2e/browser'

type Loaded = { scriptBytes: number; requests: number; hosts: string[]; files: string[] }
export type Visit = { page: Page; loaded: (until: number) => Loaded; close: () => Promise<void> }

// What Chromium's own tools call "Fast 4G".
const fast4G = { latency: 165, downloadThroughput: (9_000_000 / 8) * 0.9, uploadThroughput: (1_500_000 / 8) * 0.9 }

/**
 * A browser of its own with an empty cache, a processor four times slower and a mobile network. What it loads is counted as
 * it travels: compressed, with its headers.
 */
export async function openVisit(token?: string): Promise<Visit> {
  const context = await (await openBrowser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  if (token) await context.addInitScript((t) => localStorage.setItem('authentication', JSON.stringify({ token: t })), token)
  // What runs our TypeScript marks each inner function with a helper of its own, which the page lacks.
  await context.addInitScript('globalThis.__name = (made) => made')
  await context.addInitScript(watch)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const loaded = count(cdp)
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...fast4G })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { page, loaded, close: () => context.close() }
}

/** Counts what is asked for until an instant, in milliseconds since 1970. */
function count(cdp: CDPSession): (until: number) => Loaded {
  const asked = new Map<string, { url: string; at: number; bytes: number }>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    if (request.url.startsWith('http')) asked.set(requestId, { url: request.url, at: wallTime * 1000, bytes: 0 })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return (until) => {
    const all = [...asked.values()].filter(({ at }) => at <= until)
    return {
      scriptBytes: all.filter(({ url }) => new URL(url).pathname.endsWith('.js')).reduce((sum, { bytes }) => sum + bytes, 0),
      requests: all.length,
      hosts: [...new Set(all.map(({ url }) => new URL(url).host))],
      files: all.map(({ url, bytes }) => `${new URL(url).pathname} ${bytes}`),
    }
  }
}

/** Runs in the page before anything else: keeps what the browser says about long tasks and slow events. */
function watch() {
  const kept = { lastLong: 0, events: [] as { name: string; ms: number }[] }
  Object.assign(window, { kept })
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) kept.lastLong = Math.max(kept.lastLong, one.startTime + one.duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) kept.events.push({ name: one.name, ms: one.duration })
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
