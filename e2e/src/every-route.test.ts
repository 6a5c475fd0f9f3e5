import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { aReceipt } from '@usance/server/testing/financing'
import { introduce } from '@usance/server/testing/introduce'
import { aConfirmedInvoice } from '@usance/server/testing/trade'
import { pages } from '@usance/web/routes.tsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder, carryOn } from './journey-orders.ts'
import { type JourneyWorld, type Language, openJourneyWorld, settled, type Visitor } from './journey-world.ts'

/** One person of each role, and which of them looks at their pages in Chinese and in the dark. */
const people: readonly { userName: string; language: Language; dark?: boolean }[] = [
  { userName: 'alder.maker', language: 'en-US' },
  { userName: 'alder.viewer', language: 'zh-CN', dark: true },
  { userName: 'alder.director', language: 'en-US' },
  { userName: 'cedar.checker', language: 'zh-CN' },
  { userName: 'elm.checker', language: 'en-US', dark: true },
  { userName: 'staff.operations', language: 'zh-CN' },
  { userName: 'staff.risk', language: 'en-US' },
  { userName: 'staff.settlement', language: 'zh-CN' },
  { userName: 'staff.bd', language: 'en-US' },
  { userName: 'staff.admin', language: 'zh-CN' },
  { userName: 'staff.auditor', language: 'en-US' },
]
const other: Record<Language, Language> = { 'en-US': 'zh-CN', 'zh-CN': 'en-US' }
const widths = [1440, 390] as const
/** A key whose text is missing is shown as itself: words joined by dots, nothing else. */
const keyLike = /^[a-z]+(\.[a-zA-Z_0-9]+)+$/

let world: JourneyWorld
/** Names to sign in with look like keys, and are none. */
let userNames: ReadonlySet<string>
beforeAll(async () => {
  world = await openJourneyWorld()
  const { portal } = world
  userNames = new Set(
    (await portal.look((tx) => tx.selectFrom('appUser').select('userName').execute())).map((one) => one.userName),
  )
  // Alder was introduced by a channel partner.
  await introduce(portal)
  // Something of everything: a draft, an order in approval, one being paid, one funded, and money that has arrived.
  const [draft, open, paying, funded] = await Promise.all(
    ['R-1', 'R-2', 'R-3', 'R-4'].map((invoiceNo) => aConfirmedInvoice(portal, { invoiceNo, amount: '12000.00' })),
  )
  await anOrder(portal, draft!, 'DRAFT')
  await carryOn(portal, await anOrder(portal, paying!), 'cedarChecker', 'INSTRUCTED')
  await carryOn(portal, await anOrder(portal, funded!), 'cedarChecker')
  await anOrder(portal, open!)
  await aReceipt(portal, '1000.00')
})
afterAll(() => world?.close())

/** What somebody has looked at already: the second of its kind needs no second look at contrast or width. */
const known = { fresh: new Set<string>(), phone: new Set<string>() }

for (const { userName, language, dark } of people)
  test(`${userName} finds every page in order, on a desk and on a phone, in both languages`, async () => {
    const visitor = await world.visit(userName, { language, dark: dark ?? false })
    const problems: string[] = []
    countRows(visitor)
    const ids = new Map<string, string>()
    const seen = new Map<string, string>()
    for (const { path } of pages) {
      const address = addressOf(path, ids)
      if (!address) continue
      const isFirst = !known.fresh.has(path)
      const found = await look(visitor, address, { language, width: 1440, axe: isFirst, fresh: isFirst })
      if (found === 'not theirs') continue
      known.fresh.add(path)
      seen.set(path, address)
      problems.push(...found)
      await collectIds(visitor.page, path, ids)
    }
    expect(seen.size, `${userName} sees no page at all`).toBeGreaterThan(0)
    await switchTo(visitor.page, other[language])
    for (const [path, address] of seen) {
      if (known.phone.has(path)) continue
      known.phone.add(path)
      const found = await look(visitor, address, { language: other[language], width: 390, axe: true, fresh: true })
      if (found !== 'not theirs') problems.push(...found)
    }
    await visitor.context.close()
    expect(problems).toEqual([])
  }, 900_000)

/** Pages of one thing that the query names; without it they lead back to their list. */
const namedByQuery = ['/org/info/edit-intent', '/finance/costs/details']

test('no page is out of everybody’s reach', () => {
  const unseen = pages
    .map(({ path }) => path)
    .filter((path) => !path.includes('$') && !namedByQuery.includes(path) && !known.fresh.has(path))
  expect(unseen).toEqual([])
})

/** The address of a page, with an id that a list showed before; undefined where no list has shown one. */
const addressOf = (path: string, ids: Map<string, string>): string | undefined => (path.includes('$') ? ids.get(path) : path)

/** Every link of a page that leads to a page with a parameter gives that page its address. */
async function collectIds(page: Page, from: string, ids: Map<string, string>) {
  if (from.includes('$')) return
  const links = await page.locator('main a[href]').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  for (const { path } of pages.filter((one) => one.path.includes('$') && !ids.has(one.path))) {
    const shape = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/?]+')}(\\?|$)`)
    const link = links.find((one) => shape.test(one))
    if (!link) continue
    ids.set(path, link)
    // The edit page of an object stands beside its details, and is opened to see that it refuses kindly.
    const id = link.match(new RegExp(path.replaceAll(/\$\w+/g, '([^/?]+)')))?.[1]
    for (const sibling of pages)
      if (id && sibling.path.split('$')[0] === path.split('$')[0] && !ids.has(sibling.path))
        ids.set(sibling.path, sibling.path.replaceAll(/\$\w+/g, id) + (link.includes('?') ? `?${link.split('?')[1]}` : ''))
  }
}

/** Where an administrator edits texts or what a role may do, keys are what one reads. */
const keysThemselves = ['/system/translation', '/system/role']

/** What each page has asked of lists since it was opened. */
const rowsAsked = new WeakMap<Page, string[]>()
function countRows({ page }: Visitor) {
  const asked: string[] = []
  rowsAsked.set(page, asked)
  page.on('request', (request) => {
    if (request.url().endsWith('/pageList')) asked.push(`${request.url()} ${request.postData()}`)
  })
}

type Look = { language: Language; width: (typeof widths)[number]; axe: boolean; fresh: boolean }

/** Opens one page and answers all that is wrong with it, or that the guard led elsewhere. */
async function look(visitor: Visitor, address: string, { language, width, axe, fresh }: Look): Promise<string[] | 'not theirs'> {
  const { page, faults } = visitor
  faults.length = 0
  rowsAsked.get(page)!.length = 0
  await page.setViewportSize({ width, height: 900 })
  if (fresh) await page.goto(address)
  else await goInside(page, address)
  await settled(page)
  // A page may lead on to one below itself; anywhere else is the guard's doing.
  const reached = new URL(page.url()).pathname
  const wanted = address.split('?')[0]!
  if (reached !== wanted && !reached.startsWith(`${wanted}/`)) return 'not theirs'
  const where = `${address} (${language}, ${width})`
  const problems = faults.map((fault) => `${where} ${fault}`)
  const rows = rowsAsked.get(page)!
  if (fresh && new Set(rows).size < rows.length) problems.push(`${where} asks twice for the same rows: ${rows.join(' ')}`)
  for (const text of await visibleTexts(page))
    if (keyLike.test(text) && !userNames.has(text) && !keysThemselves.includes(wanted))
      problems.push(`${where} shows the key ${text}`)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (overflow > 1) problems.push(`${where} is ${overflow} px wider than the window`)
  if (axe) {
    // Frames hold PDFs alone: the rules run in the page itself, and only what they find is gathered.
    const rules = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
    const { violations } = await rules.analyze()
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical')
        problems.push(`${where} axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  }
  return problems
}

type Router = { state: { status: string; resolvedLocation?: { href: string } }; latestLocation: { href: string } }
/** Follows an address as a link inside the portal does, without loading the portal anew. */
async function goInside(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
  // The page of before stays on screen until the code of the next one has come.
  await page.waitForFunction(() => {
    const { state, latestLocation } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    return state.status === 'idle' && state.resolvedLocation?.href === latestLocation.href
  })
}

const visibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      const around = node.parentElement
      if (text && around && !['SCRIPT', 'STYLE', 'CODE'].includes(around.tagName)) texts.push(text)
    }
    for (const field of document.querySelectorAll('[placeholder], [aria-label], [title]'))
      for (const name of ['placeholder', 'aria-label', 'title']) {
        const value = field.getAttribute(name)
        if (value) texts.push(value)
      }
    return texts
  })

async function switchTo(page: Page, language: Language) {
  await page.evaluate((wanted) => localStorage.setItem('_lang', wanted), language)
}
