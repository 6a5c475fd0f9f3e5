import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page, Request } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { closeBrowser, type PageOptions, withPage } from './browser.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const web = mkdtempSync(join(tmpdir(), 'usance-kit-'))
let server: ServerUnderTest

beforeAll(async () => {
  // The screen of all widgets is in development builds only.
  const built = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--mode', 'development', '--outDir', web],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'development' } },
  )
  if (built.status !== 0) throw new Error(`The development build failed:\n${built.stdout}${built.stderr}`)
  server = await startServerUnderTest({ demo: 'small', env: { USANCE_WEB: web } })
  // The demo's trade comes in while the server answers already; lists are looked at when they stand still.
  await vi.waitFor(() => expect(server.log()).toContain('Demo: complete'), { timeout: 420_000, interval: 500 })
}, 600_000)
afterAll(async () => {
  await closeBrowser()
  await server?.stop()
  rmSync(web, { recursive: true, force: true })
})

/** Opens a page of the portal as one of the demo's people. */
const as = (user: string, path: string, work: (page: Page) => Promise<void>, options: PageOptions = {}) =>
  withPage({ baseUrl: server.url, ...options }, async (page) => {
    await page.goto('/login')
    await page.locator('input').first().fill(user)
    await page.locator('input[type=password]').fill('usance-demo-portal')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await page.goto(path)
    await work(page)
  })
const isRows = (path: string) => (request: Request) => request.method() === 'POST' && request.url().endsWith(`${path}/pageList`)
const asked = (request: Request) => request.postDataJSON() as Record<string, any>

describe('lists', () => {
  test('a column is filtered from its head: its values are loaded at opening, a choice applies and closes, reset clears', () =>
    as('chen.jie', '/trading/invoice', async (page) => {
      await page.locator('.table tbody tr').nth(3).waitFor()
      const head = page.locator('th', { hasText: 'Invoice no' })
      await head.hover()
      const [values] = await Promise.all([
        page.waitForRequest((request) => request.url().endsWith('/pageList') && asked(request).filterByField === 'invoiceNo'),
        head.locator('.head-filter-button').click(),
      ])
      expect(asked(values)).toMatchObject({ pageNum: 1, pageSize: 20_000, filterByField: 'invoiceNo' })
      const first = page.locator('.head-filter-values button').first()
      const wanted = (await first.textContent())!
      const [typed] = await Promise.all([
        page.waitForRequest(
          (request) => request.url().endsWith('/pageList') && asked(request).filterFields?.invoiceNo?.endsWith('*'),
        ),
        page.locator('.head-filter input').fill(wanted.slice(0, 4)),
      ])
      expect(asked(typed).filterFields.invoiceNo).toBe(`${wanted.slice(0, 4)}*`)
      await page.locator('.head-filter-values button', { hasText: wanted }).first().click()
      await page.locator('.head-filter button[type=submit]').click()
      await page.locator('.head-filter').waitFor({ state: 'detached' })
      await expect.poll(() => page.locator('.table tbody tr').count()).toBe(1)
      expect(await page.locator('.filter-tag').textContent()).toContain(wanted)
      await head.hover()
      await head.locator('.head-filter-button').click()
      await page.locator('.head-filter button', { hasText: 'Reset' }).click()
      await expect.poll(() => page.locator('.filter-tag').count()).toBe(0)
    }))

  test('a column that is switched off stays off for this user, moves by keyboard, and comes back with reset', () =>
    as('chen.jie', '/trading/invoice', async (page) => {
      const buyer = page.locator('th', { hasText: /^Buyer/ })
      await buyer.waitFor()
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      const saved = () =>
        page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/user/preference/columns/'))
      const [put] = await Promise.all([
        saved(),
        page.locator('.column-line', { hasText: 'Buyer' }).locator('input').first().click(),
      ])
      expect(Object.keys(put.postDataJSON()[0]).sort()).toEqual(['checked', 'key', 'seq', 'title', 'version'])
      await buyer.waitFor({ state: 'detached' })
      await page.reload()
      await page.locator('.table tbody tr').nth(3).waitFor()
      await buyer.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      const before = await page.locator('.column-line').first().textContent()
      await page.locator('.column-handle').first().focus()
      const told = page.locator('[id^=DndLiveRegion]')
      await page.keyboard.press('Space')
      await expect.poll(() => told.textContent()).toMatch(/picked up|moved over/i)
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => told.textContent()).toMatch(/item (\S+) was moved over droppable area (?!\1\.)/)
      await Promise.all([saved(), page.keyboard.press('Space')])
      await expect.poll(() => page.locator('.column-line').nth(1).textContent()).toBe(before)
      const [reset] = await Promise.all([saved(), page.getByRole('button', { name: 'Reset to default' }).click()])
      expect(reset.postDataJSON()).toEqual([])
      await buyer.waitFor()
    }))

  test('an export asks for the columns on screen in one request and is named by today', () =>
    as('chen.jie', '/trading/invoice?isEqual=1', async (page) => {
      await page.locator('.table tbody tr').nth(3).waitFor()
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const [request, file] = await Promise.all([
        page.waitForRequest((one) => one.url().endsWith('/csv/export')),
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Comma separated (.csv)' }).click(),
      ])
      expect(asked(request)).toMatchObject({ pageNum: 1, pageSize: 20_000, languageEnum: 'US' })
      expect(Object.keys(asked(request).columnList[0]).sort()).toEqual(['grp', 'key', 'title'])
      expect(asked(request).columnList.map((one: { title: string }) => one.title)).toEqual(
        await page.locator('thead .head-title').allInnerTexts(),
      )
      expect(file.suggestedFilename()).toMatch(/_\d{8}\.csv$/)
      const [sorted] = await Promise.all([
        page.waitForRequest(isRows('/invoice/client')),
        page.locator('.sort-head').first().click(),
      ])
      expect(asked(sorted)).toMatchObject({ pageNum: 1, isDesc: false })
      expect(asked(sorted).isEqual).toBeUndefined()
    }))
})

describe('widgets', () => {
  test('figures, choices, rates and remarks behave to the digit', () =>
    as('chen.jie', '/widgets', async (page) => {
      const figure = page.getByLabel('Figure')
      // A text that is no figure stays as typed, and the field shows the reason.
      await figure.pressSequentially('12ab3.4.56')
      await figure.blur()
      expect(await figure.inputValue()).toBe('12ab3.4.56')
      await page.getByText('Enter a whole number, without decimals.').waitFor()
      await figure.fill('-7')
      await figure.blur()
      await page.getByText('At least 0.').waitFor()
      await figure.fill('3')
      await figure.blur()
      expect(await figure.inputValue()).toBe('5')
      await page.getByText('3 is too little; 5, the least that is possible, stands here now.').waitFor()
      await page.getByLabel('Signed').pressSequentially('-1234.5')
      await page.getByLabel('Signed').blur()
      await expect.poll(() => page.getByLabel('Signed').inputValue()).toBe('-1234.5')
      await page.getByLabel(/^Rate \(1 USD/).fill('7.1')
      await page.getByLabel(/^Rate \(1 USD/).blur()
      await expect.poll(() => page.getByLabel(/^Inverse rate/).inputValue()).toBe('0.1408450704')
      await page.getByLabel('Remark').fill('x'.repeat(501))
      expect((await page.getByLabel('Remark').inputValue()).length).toBe(500)
      await page.getByRole('radio', { name: 'A', exact: true }).click()
      await expect.poll(() => page.getByRole('radio', { name: 'A', exact: true }).isChecked()).toBe(false)
    }))

  test('twenty thousand rows scroll with only a few drawn', () =>
    as('chen.jie', '/widgets', async (page) => {
      const table = page.locator('.virtual-list')
      await table.scrollIntoViewIfNeeded()
      await table.locator('tbody tr').nth(3).waitFor()
      expect(await table.locator('tbody tr').count()).toBeLessThan(60)
      const most = await table.evaluate(async (place) => {
        let drawn = 0
        for (let step = 1; step <= 60; step++) {
          place.scrollTop = (place.scrollHeight / 60) * step
          await new Promise(requestAnimationFrame)
          drawn = Math.max(drawn, place.querySelectorAll('tbody tr').length)
        }
        return drawn
      })
      await expect.poll(() => table.locator('tbody').textContent()).toContain('Line 20000')
      expect(most).toBeLessThan(100)
    }))

  test('files: what is not accepted says why, a failure pauses and can be tried again, archives have no preview', () =>
    as('chen.jie', '/widgets', async (page) => {
      const input = page.getByLabel('Files', { exact: true }).and(page.locator('input[type=file]'))
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      )
      await input.setInputFiles({ name: 'run.exe', mimeType: 'application/octet-stream', buffer: png })
      await page.getByText('This kind of file is not accepted.').first().waitFor()
      let fail = true
      await page.route('**/sysAttachment/upload', (route) => (fail ? route.abort() : route.continue()))
      await input.setInputFiles({ name: 'STAMP.PNG', mimeType: 'image/png', buffer: png })
      const row = page.locator('.upload-files li', { hasText: 'STAMP.PNG' })
      await expect.poll(() => row.getAttribute('data-status')).toBe('error')
      expect(await row.getAttribute('class')).toContain('is-error')
      fail = false
      await row.getByRole('button', { name: 'Try again' }).click()
      await expect.poll(() => row.getAttribute('data-status')).toBe('done')
      const [address] = await Promise.all([
        page.waitForRequest((request) => request.url().includes('/sysAttachment/getUrl')),
        row.getByRole('button', { name: /^Preview/ }).click(),
      ])
      expect(address.url()).toContain('preview=true')
      await page.locator('.file-preview img').waitFor()
      await page.keyboard.press('Escape')
      await row.getByRole('button', { name: /^Remove/ }).click()
      await expect.poll(() => row.count()).toBe(0)
    }))
})

describe('texts and forms of an administrator', () => {
  test('a changed word shows everywhere, and switching the language loses nothing typed', () =>
    as('admin', '/system/translation', async (page) => {
      await page.getByPlaceholder('Key or words').fill('menu.endOfDay')
      await page.locator('.text-table .link-button').first().click()
      await page.locator('dialog textarea').first().fill('Close of business')
      await page.locator('dialog .btn-solid').click()
      await page.locator('.sidebar, nav').getByText('Close of business').first().waitFor()
      await page.reload()
      await page.getByText('Close of business').first().waitFor()
      await page.getByPlaceholder('Key or words').fill('typed before')
      await page.getByRole('button', { name: 'Language' }).click()
      await page.getByRole('menuitemradio', { name: '简体中文' }).click()
      await page.getByPlaceholder('键或文字').waitFor()
      expect(await page.getByPlaceholder('键或文字').inputValue()).toBe('typed before')
      expect(await page.evaluate(() => localStorage.getItem('_lang'))).toBe('zh-CN')
    }))

  test('a form is put together with its result beside it, and a condition hides what does not apply', () =>
    as('admin', '/system/dynamic-form', async (page) => {
      await page.getByLabel(/^Name in capitals/).fill('SHIPMENT_FORM')
      await page.getByRole('button', { name: 'New form' }).click()
      await page.getByRole('button', { name: 'Add field' }).click()
      await page.getByRole('button', { name: 'Add field' }).click()
      const cards = page.locator('.field-card')
      await cards.nth(0).getByLabel('Label (English)').fill('Mode')
      await cards.nth(1).getByLabel('Label (English)').fill('Port')
      await cards.nth(1).getByRole('combobox', { name: 'Requirement' }).selectOption('condition')
      await cards.nth(1).getByLabel('is', { exact: true }).fill('SEA')
      const preview = page.locator('.form-preview')
      expect(await preview.getByLabel('Port').count()).toBe(0)
      await preview.getByLabel('Mode').fill('SEA')
      await preview.getByLabel('Port').waitFor()
      await preview.getByRole('button', { name: 'Check' }).click()
      await preview.getByText('Please input port').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Form SHIPMENT_FORM saved').first().waitFor()
    }))

  test('a list shows the columns an administrator arranged: other words, another order, one taken out', () =>
    as('admin', '/system/audit', async (page) => {
      const heads = () => page.locator('thead .head-title').allInnerTexts()
      await page.locator('tbody tr').first().waitFor()
      const before = await heads()
      await page.getByRole('link', { name: 'Forms and tables' }).click()
      await page.getByRole('combobox', { name: 'Form', exact: true }).selectOption('LIST_SYSTEM_AUDIT')
      const cards = page.locator('.table-card')
      await cards.nth(0).getByLabel('Label (English)').fill('First of all')
      await cards.nth(1).getByRole('combobox').selectOption('HIDDEN')
      await cards.nth(2).getByRole('button', { name: /^Up / }).click()
      await cards.nth(1).getByRole('button', { name: /^Up / }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Form LIST_SYSTEM_AUDIT saved').first().waitFor()
      await page.goto('/system/audit')
      await page.locator('tbody tr').first().waitFor()
      await page.locator('thead').getByText('First of all').waitFor()
      expect(await heads()).toEqual([before[2], 'First of all', ...before.slice(3)])
    }))
})
