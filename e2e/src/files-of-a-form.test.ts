import type { Locator, Page } from '@playwright/test'
import { shippedPapers } from '@usance/domain/papers'
import { passAll } from '@usance/server/testing/trade'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { afterAll, beforeAll, expect as now, test } from 'vitest'
import { choose, expect, fill, type JourneyWorld, open, openJourneyWorld, settled } from './journey-world.ts'

let world: JourneyWorld
beforeAll(async () => {
  world = await openJourneyWorld()
}, 600_000)
afterAll(() => world?.close())

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
const longName = 'Commercial invoice for the autumn delivery of office chairs and desks INV-2026-00123 second copy.pdf'
const box = (page: Page, title: string) =>
  page.locator('.attachment-group').filter({ has: page.getByRole('heading', { name: title }) })
const input = (page: Page, title: string) => box(page, title).locator('input[type=file]')

/** Holds every upload back until it is released, like a slow line, or cuts it off. */
async function slowLine(page: Page) {
  const line = { isCut: false, release: () => {} }
  const gate = new Promise<void>((resolve) => {
    line.release = resolve
  })
  await page.route('**/sysAttachment/upload', async (route) => {
    if (line.isCut) return route.abort()
    await gate
    return route.continue()
  })
  return line
}

/** Fills in an invoice without its papers. */
async function typeInvoice(page: Page, no: string) {
  await open(page, '/trading/invoice/add')
  await choose(page, 'Buyer', 'Cedar Retail Inc')
  await fill(page, 'Invoice number', no)
  await fill(page, 'Issue date', '2025/02/20')
  await fill(page, 'Due date', '2025/05/02')
  await fill(page, 'Amount', '900.00')
}
const submit = (page: Page): Locator => page.locator('.edit-bar .btn-solid')
const papersOf = (no: string) =>
  world.portal.look((tx) =>
    tx
      .selectFrom('attachment as a')
      .innerJoin('invoice as i', 'i.id', 'a.ownerId')
      .select(['a.fileName', 'a.groupCode'])
      .where('i.invoiceNo', '=', no)
      .where('a.removedAt', 'is', null)
      .orderBy('a.groupCode')
      .orderBy('a.seq')
      .execute(),
  )

test('a form that is sent over a slow line waits for its files and holds all of them', async () => {
  const { page } = await world.visit('alder.maker')
  const line = await slowLine(page)
  await typeInvoice(page, 'SLOW-1')
  await input(page, 'Invoice').setInputFiles([pdf('b.pdf'), pdf('a.pdf')])
  await input(page, 'Transport documents').setInputFiles(pdf('bl.pdf'))
  await submit(page).click()
  await expect(page.getByText('3 files are still being sent.')).toBeVisible()
  now(await papersOf('SLOW-1')).toEqual([])
  line.release()
  await page.waitForURL('**/trading/invoice')
  now((await papersOf('SLOW-1')).map(({ fileName, groupCode }) => [groupCode, fileName])).toEqual([
    ['INVOICE', 'b.pdf'],
    ['INVOICE', 'a.pdf'],
    ['TRANSPORT', 'bl.pdf'],
  ])
})

test('a form with a file that failed is not sent until the file is tried again', async () => {
  const { page } = await world.visit('alder.maker')
  const line = await slowLine(page)
  line.release()
  await typeInvoice(page, 'CUT-1')
  line.isCut = true
  await input(page, 'Invoice').setInputFiles(pdf('scan.pdf'))
  await expect(page.locator('.upload-files [data-status=error]')).toHaveCount(1)
  await submit(page).click()
  await expect(page.getByText('1 file was not uploaded.')).toBeVisible()
  now(new URL(page.url()).pathname).toBe('/trading/invoice/add')
  line.isCut = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('.upload-files [data-status=done]')).toHaveCount(1)
  await submit(page).click()
  await page.waitForURL('**/trading/invoice')
  now(await papersOf('CUT-1')).toHaveLength(1)
})

test('leaving in the middle of an upload asks, also where nothing else was entered', async () => {
  const { page } = await world.visit('alder.maker')
  const line = await slowLine(page)
  await open(page, '/trading/invoice/add')
  await input(page, 'Invoice').setInputFiles(pdf('scan.pdf'))
  const away = () => page.locator('a[href="/trading/purchase"]').first().click()
  await away()
  const question = page.locator('dialog[open]').last()
  await expect(question).toContainText('Discard what you entered?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  now(new URL(page.url()).pathname).toBe('/trading/invoice/add')
  line.release()
  await expect(page.locator('.upload-files [data-status=done]')).toHaveCount(1)
})

/** No element is wider than the window, and every button of a file is inside it. */
async function expectInside(page: Page) {
  const width = page.viewportSize()!.width
  now(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  const buttons = page.locator('.upload-files .icon-btn')
  now(await buttons.count()).toBeGreaterThan(0)
  for (const button of await buttons.all()) {
    const place = (await button.boundingBox())!
    now(place.x + place.width).toBeLessThanOrEqual(width)
  }
}

test('a long name on a phone is cut in the middle, in the form and on the card, and every button stays in reach', async () => {
  const { page } = await world.visit('alder.maker', { width: 390, height: 844 })
  await typeInvoice(page, 'PHONE-1')
  await input(page, 'Invoice').setInputFiles(pdf(longName))
  await expect(page.locator('.upload-files [data-status=done]')).toHaveCount(1)
  await expectInside(page)
  const name = page.locator('.upload-files .file-name')
  const [start, end] = [name.locator('span').first(), name.locator('span').last()]
  now(await start.evaluate((part) => part.scrollWidth > part.clientWidth)).toBe(true)
  now(await end.evaluate((part) => [part.textContent, part.scrollWidth <= part.clientWidth])).toEqual(['ond copy.pdf', true])
  await submit(page).click()
  await page.waitForURL('**/trading/invoice')
  const { id } = await world.portal.look((tx) =>
    tx.selectFrom('invoice').select('id').where('invoiceNo', '=', 'PHONE-1').executeTakeFirstOrThrow(),
  )
  await open(page, `/trading/invoice/${id}/details`)
  await expect(page.locator('.attachment-group li')).toContainText('version 1')
  await expectInside(page)
})

test('the buttons of an order that cannot be sent yet say what is missing', async () => {
  const { page } = await world.visit('alder.maker')
  await open(page, '/finance/finance-order/add')
  for (const name of ['Submit order', 'Save draft']) {
    const button = page.getByRole('button', { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription('Choose a buyer first.')
  }
  await expect(page.getByText('Choose a buyer first.')).toBeVisible()
  // The form asks for its papers by group, like those of other documents.
  await expect(box(page, 'Transport documents')).toBeVisible()
})

test('a required paper that is missing stops a purchase order with words, and staff see what is asked for', async () => {
  const groups = shippedPapers.PO.map((group) => (group.code === 'PO' ? { ...group, need: 'REQUIRED' } : group))
  const { portal } = world
  const { no } = await portal.ask(portal.seats.operations, configChangeCalls.propose, {
    body: { kind: 'PAPER', targetId: 'PO', version: 0, values: { documentKind: 'PO', productId: null, groups } } as never,
  })
  await passAll(portal, no, 'PRODUCT')
  await world.does('staff.operations', 'read which papers are asked for', async (page) => {
    await open(page, '/system/paper')
    await expect(page.locator('tbody tr').filter({ hasText: 'Purchase order *' }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Change' }).first().click()
    await expect(page.locator('dialog[open]')).toContainText('Explanation (English)')
    await page.keyboard.press('Escape')
  })
  await world.does('alder.maker', 'send an order without its paper', async (page) => {
    await open(page, '/trading/purchase/add')
    await settled(page)
    await expect(box(page, 'Purchase order · required')).toBeVisible()
    await submit(page).click()
    await expect(page.getByText('Please upload Purchase order.')).toBeVisible()
    await input(page, 'Purchase order · required').setInputFiles(pdf('po.pdf'))
    await expect(page.getByText('Please upload Purchase order.')).toHaveCount(0)
  })
})
