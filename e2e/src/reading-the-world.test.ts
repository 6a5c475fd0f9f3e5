import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paperInvoice, paperPdf } from '@usance/server/testing/paper'
import { aConfirmedInvoice } from '@usance/server/testing/trade'
import { afterAll, beforeAll, test } from 'vitest'
import { paperFolder } from './journey-papers.ts'
import { expect, expectRow, fill, type JourneyWorld, open, openJourneyWorld, press, settled } from './journey-world.ts'

/** The paths on which the portal reads documents, questions and news, and says what they mean. */
let world: JourneyWorld
const does: JourneyWorld['does'] = (...step) => world.does(...step)

beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(() => world?.close())

test('a supplier puts in an invoice as a PDF, checks what was read beside the picture, and saves it', async () => {
  const file = join(paperFolder(), 'invoice.pdf')
  writeFileSync(file, await paperPdf(paperInvoice()))
  await does('alder.maker', 'read a document', async (page) => {
    await open(page, '/trading/invoice/add')
    await page.locator('main input[type=file]').first().setInputFiles(file)
    await press(page, 'Check and use')
    const check = page.locator('dialog[open]').last()
    await expect(check.getByText('Taken from the text of the file.')).toBeVisible()
    const field = (name: string) => check.getByRole('textbox', { name, exact: true })
    await expect(field('Invoice number')).toHaveValue('AT-2025-0777')
    await expect(field('Total')).toHaveValue(/3,?850\.00/)
    for (const right = check.getByRole('button', { name: 'It is right' }); (await right.count()) > 0; )
      await right.first().click()
    await press(page, 'Put into the form')
    const typed = (label: string) => page.locator('main input').and(page.getByLabel(label, { exact: true }))
    await expect(typed('Invoice number')).toHaveValue('AT-2025-0777')
    await expect(typed('Amount')).toHaveValue(/^3,?850/)
    await press(page, 'Save draft')
    await page.waitForURL('**/trading/invoice')
    await expectRow(page, 'AT-2025-0777', '3,850.00', 'Draft')
  })
})

test('on a phone and in Chinese, the assistant answers from the caller’s own rows and leads to them', async () => {
  await aConfirmedInvoice(world.portal, { invoiceNo: 'ASK-1', amount: '12345.67' })
  const phone = { language: 'zh-CN', width: 390, height: 844 } as const
  await does(
    'alder.maker',
    'ask',
    async (page) => {
      await open(page, '/chatbot')
      await page.getByLabel('您的问题').fill('还有多少可融资？')
      await press(page, '提问')
      const answer = page.locator('.talk-line.is-assistant').last()
      await expect(answer).toContainText('USD 11,111.10')
      await answer.getByRole('link').first().click()
      await page.waitForURL((url) => url.pathname !== '/chatbot')
      await settled(page)
    },
    phone,
  )
})

test('staff write a piece of news in two languages; a supplier reads it in its own', async () => {
  await does('staff.admin', 'write news', async (page) => {
    await open(page, '/system/news')
    await press(page, 'Add news')
    await fill(page, 'Date', '2025/03/01')
    await fill(page, 'Title', 'Harbour reopens')
    await fill(page, 'Text', 'Ships are loaded again from Monday on.')
    await page.locator('dialog[open] summary').filter({ hasText: 'In Chinese' }).click()
    await fill(page, 'Title in Chinese', '港口重新开放')
    await fill(page, 'Text in Chinese', '自周一起恢复装船。')
    await press(page, 'Save')
    await expect(page.locator('main')).toContainText('Harbour reopens')
  })
  for (const [language, title] of [
    ['en-US', 'Harbour reopens'],
    ['zh-CN', '港口重新开放'],
  ] as const)
    await does(
      'alder.viewer',
      'read news',
      async (page) => {
        await open(page, '/buyer-outlook')
        await expect(page.locator('main')).toContainText(title)
      },
      { language, dark: true },
    )
})
