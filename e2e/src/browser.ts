import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { unpackChromium } from './chromium.ts'

export type PageOptions = {
  /** Width and height of the window in CSS pixels. */
  width?: number
  height?: number
  locale?: 'en-US' | 'zh-CN'
  dark?: boolean
  timeZone?: string
  /** The address that relative ones are completed with, e.g. the server under test. */
  baseUrl?: string
  /** Uncaught errors in the page fail the test, unless it is about them. */
  mayThrow?: boolean
}

const results = fileURLToPath(new URL('../../test-results/', import.meta.url))

const flags = [
  // Inside a container there is neither a setuid helper nor, often, a user namespace for the browser's own sandbox.
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--no-first-run',
  '--font-render-hinting=none',
  '--disable-gpu',
]

let running: Promise<Browser> | undefined

/** The browser of this test process, with a new profile; it is launched at first use and ends with the process. */
export function openBrowser(): Promise<Browser> {
  running ??= launch().catch((error) => {
    running = undefined
    throw error
  })
  return running
}

async function launch(): Promise<Browser> {
  const { program, env } = unpackChromium()
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return chromium.launch({ executablePath: program, args: flags, env: { ...inherited, ...env }, timeout: 60_000 })
}

export async function closeBrowser(): Promise<void> {
  const browser = running
  running = undefined
  if (browser) await (await browser).close()
}

/** Opens a page as a user of its own (no cookies, no storage), hands it to `work`, and closes it. */
export async function withPage<T>(options: PageOptions, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await openBrowser()
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.locale ?? 'en-US',
    timezoneId: options.timeZone ?? 'Asia/Shanghai',
    colorScheme: options.dark ? 'dark' : 'light',
    baseURL: options.baseUrl,
    acceptDownloads: true,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    const thrown: Error[] = []
    page.on('pageerror', (error) => thrown.push(error))
    try {
      const result = await work(page)
      if (thrown[0] && !options.mayThrow) throw new Error(`The page threw: ${thrown[0].stack ?? thrown[0].message}`)
      return result
    } catch (error) {
      const name = `failed-${new Date().toISOString().replaceAll(':', '-')}`
      const picture = await screenshot(page, name).catch(() => 'no picture could be taken')
      if (error instanceof Error) error.message += `\n(at ${page.url()}; ${picture})`
      throw error
    }
  } finally {
    await context.close()
  }
}

/** Takes a picture of the page into test-results/ and answers its path. */
export async function screenshot(page: Page, name: string, { fullPage = false } = {}): Promise<string> {
  mkdirSync(results, { recursive: true })
  const path = join(results, `${name}.png`)
  await page.screenshot({ path, fullPage })
  return path
}
