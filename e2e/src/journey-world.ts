import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, type Locator, expect as once, type Page } from '@playwright/test'
import { startTestCluster } from '@usance/server/database/test-cluster'
import { openPortal, type Portal } from '@usance/server/testing/portal'
import { testPassword } from '@usance/server/testing/world'
import { closeBrowser, openBrowser, screenshot } from './browser.ts'

export type Language = 'en-US' | 'zh-CN'
/** Somebody at a browser of their own, signed in. `faults` is all that went wrong unseen: console, requests, refusals. */
export type Visitor = { name: string; page: Page; faults: string[]; context: BrowserContext }
export type VisitorOptions = { language?: Language; width?: number; height?: number; dark?: boolean }
export type JourneyWorld = {
  url: string
  portal: Portal
  /** Opens a browser for a user and signs in through the page. */
  visit: (userName: string, options?: VisitorOptions) => Promise<Visitor>
  /** Lets a user do something, in the browser they already have if it is such a one; nothing may go wrong unseen. */
  does: (
    userName: string,
    what: string,
    work: (page: Page, visitor: Visitor) => Promise<unknown>,
    options?: VisitorOptions,
  ) => Promise<void>
  close: () => Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Somebody without an account, who does not sign in. */
export const nobody = 'nobody'
/** Longer than any page takes even while other tests load the machine. */
const patienceMs = 60_000
/** What is expected of a page may take as long as that. */
export const expect = once.configure({ timeout: patienceMs })

/** The product with the small world of the server's tests in it, listening, so that a journey needs no clicks to be set up. */
export async function openJourneyWorld(): Promise<JourneyWorld> {
  // USANCE_WEB names pages that somebody has built already.
  if (!process.env.USANCE_WEB) build()
  const stopCluster = await startTestCluster({ durable: false })
  const portal = await openPortal()
  const url = await portal.server.listen({ host: '127.0.0.1', port: 0 })
  const visitors: Visitor[] = []
  const visit: JourneyWorld['visit'] = async (userName, options = {}) => {
    const visitor = await openVisitor(url, userName, options)
    visitors.push(visitor)
    if (userName !== nobody) await signIn(visitor.page, userName)
    return visitor
  }
  const known = new Map<string, Visitor>()
  return {
    url,
    portal,
    visit,
    async does(userName, what, work, options = {}) {
      const { language = 'en-US', width = 1440, height = 900, dark = false } = options
      const key = JSON.stringify([userName, language, width, height, dark])
      const visitor = known.get(key) ?? (await visit(userName, options))
      known.set(key, visitor)
      await step(what, visitor, async (page) => {
        await work(page, visitor)
        expectNoFaults(visitor)
      })
    },
    async close() {
      for (const { context } of visitors) await context.close()
      await closeBrowser()
      await portal.close()
      await stopCluster()
    },
  }
}

function build() {
  const built = spawnSync(process.execPath, ['scripts/build-if-needed.mjs'], { cwd: root, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`The product does not build:\n${built.stdout}${built.stderr}`)
}

async function openVisitor(url: string, name: string, options: VisitorOptions): Promise<Visitor> {
  const context = await (await openBrowser()).newContext({
    baseURL: url,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.language ?? 'en-US',
    timezoneId: 'Asia/Shanghai',
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  await context.addInitScript((language) => {
    if (!localStorage.getItem('_lang')) localStorage.setItem('_lang', language)
  }, options.language ?? 'en-US')
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`))
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(`console: ${line.text()} ${line.location().url}`)
  })
  page.on('requestfailed', (request) => {
    // What a page no longer needs after leaving it is given up, which is no fault.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', async (response) => {
    const path = response.url().replace(url, '')
    if (response.status() >= 400) faults.push(`HTTP ${response.status()}: ${path}`)
    if (!path.startsWith('/api/') || !String(response.headers()['content-type']).includes('json')) return
    const envelope = await response.json().catch(() => undefined)
    if (envelope && envelope.code !== 200 && envelope.code !== undefined)
      faults.push(`refused: ${path} ${envelope.code} ${JSON.stringify(envelope.data ?? envelope.message)}`)
  })
  return { name, page, faults, context }
}

/** Signs in on the sign-in page, in whichever language it is, and waits for the portal. */
export async function signIn(page: Page, userName: string, password = testPassword): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=username]').fill(userName)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await settled(page)
}

/** Waits until the page is there and has drawn what it loads: none on its way, no skeleton, no busy table. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main').first().waitFor()
  await expect(page.locator('.bone, [aria-busy=true]').first()).toBeHidden()
}

/** Opens an address of the portal and waits for it. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** The row of the list on the page that holds all these texts; there must be one. */
export async function expectRow(page: Page, ...texts: string[]): Promise<Locator> {
  let row = page.locator('.table tbody tr')
  for (const text of texts) row = row.filter({ hasText: text })
  await expect(row.first(), `a row with ${texts.join(', ')}`).toBeVisible()
  return row.first()
}

/** Presses a button by its words; the one in an open dialog first. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const exact = typeof name === 'string' ? { name, exact: true } : { name }
  const dialog = page.locator('dialog[open]').last()
  const inDialog = dialog.getByRole('button', exact)
  const button = (await inDialog.count()) > 0 ? inDialog.first() : page.getByRole('button', exact).first()
  await button.click()
  // What the button opens may be fetched first.
  await expect(page.locator('.part-coming')).toHaveCount(0)
}

/** Answers the question with this title by its main button. */
export async function agree(page: Page, title: string | RegExp): Promise<void> {
  const question = page.locator('dialog[open]').filter({ has: page.getByRole('heading', { name: title }) })
  await question.locator('.dialog-foot .btn-solid, .dialog-foot .btn-danger').click()
  await expect(question).toHaveCount(0)
}

/** Fills a field by its label. */
export async function fill(page: Page, label: string, value: string): Promise<void> {
  const dialog = page.locator('dialog[open]').last()
  const scope = (await dialog.count()) > 0 ? dialog : page.locator('main')
  const field = scope.locator('input:not([type=file]):not([type=checkbox]), textarea').and(scope.getByLabel(label)).first()
  await field.fill(value)
  await field.blur()
}

/**
 * Chooses from a choice by its label: the browser's own list, or the portal's richer one. What was chosen must be shown: a press
 * and its release are two messages to the browser, and a list that moved between them would leave the choice as it was.
 */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const dialog = page.locator('dialog[open]').last()
  const scope = (await dialog.count()) > 0 ? dialog : page.locator('main')
  const choices = scope.locator('select, input[role=combobox]').and(scope.getByLabel(label))
  await choices.first().waitFor()
  const plain = scope
    .locator('select')
    .and(scope.getByLabel(label, { exact: true }))
    .first()
  if ((await plain.count()) > 0) {
    const value = await plain.locator('option').filter({ hasText: option }).first().getAttribute('value')
    await plain.selectOption(value!)
    await expect(plain, `${label} shows ${option}`).toHaveValue(value!)
    return
  }
  const field = choices.first()
  await field.click()
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click()
  const shown = field.locator('xpath=ancestor::div[contains(concat(" ", @class, " "), " ant-select ")][1]')
  await expect(shown, `${label} shows ${option}`).toContainText(option)
}

/** The notice that tells a success; it must come. */
export async function expectNotice(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator('.notice').filter({ hasText: text }).first()).toBeVisible()
}

/** Nothing may have gone wrong behind any visitor's back. */
export function expectNoFaults(...visitors: readonly Visitor[]): void {
  expect(visitors.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))).toEqual([])
}

/** Runs one step of a journey; when it fails, a picture of the visitor's page and their faults go with the error. */
export async function step<T>(title: string, visitor: Visitor, work: (page: Page) => Promise<T>): Promise<T> {
  try {
    return await work(visitor.page)
  } catch (error) {
    const picture = await screenshot(visitor.page, `failed-${title.replace(/\W+/g, '-')}`).catch(() => 'no picture')
    if (error instanceof Error)
      error.message = `${title} (${visitor.name} at ${visitor.page.url()}; ${picture})\n${error.message}\n${visitor.faults.join('\n')}`
    throw error
  }
}
