import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeWorkbook } from '@usance/server/files/write-workbook'
import { paperInvoice, paperPdf, paperPhoto } from '@usance/server/testing/paper'
import { paperMail } from '@usance/server/testing/paper-mail'
import { aConfirmedInvoice } from '@usance/server/testing/trade'
import { afterAll, beforeAll } from 'vitest'
import { paperFolder } from './journey-papers.ts'
import { chineseAtTheDesk, englishAtTheDesk, inEach } from './journey-settings.ts'
import { expect, expectRow, type JourneyWorld, open, openJourneyWorld, press, settled } from './journey-world.ts'

/** Documents as people have them: put in several at a time, read, checked, corrected, kept and looked at again. */
let world: JourneyWorld
const does: JourneyWorld['does'] = (...step) => world.does(...step)
const papers = paperFolder()
const paper = (name: string, content: Uint8Array) => {
  writeFileSync(join(papers, name), content)
  return join(papers, name)
}

beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(async () => {
  await world?.close()
  rmSync(papers, { recursive: true, force: true })
})

/** A number as companies give them: letters and digits. */
const numberOf = (kind: string, mark: string) => `${kind}-${mark}-2025`
/** Reading a picture gives way to all else on the machine; it may take this long where that is much. */
const readingMs = 120_000
const card = (page: Page, name: string) => page.locator('.ocr-card').filter({ hasText: name })
const typed = (page: Page, label: string) => page.locator('main input').and(page.getByLabel(label, { exact: true }))

inEach(
  englishAtTheDesk,
  'a supplier puts in five documents at once; they are read three at a time, the faulty checked, the good kept',
  async ({ text, mark, ...options }) => {
    await aConfirmedInvoice(world.portal, { invoiceNo: numberOf('KNOWN', mark), amount: '3850.00' })
    const good = await paperPdf(paperInvoice({ number: numberOf('GOOD', mark) }))
    const files = [
      paper(`good-${mark}.pdf`, good),
      paper(`sum-${mark}.pdf`, await paperPdf(paperInvoice({ number: numberOf('SUM', mark), total: '3,900.00' }))),
      paper(`known-${mark}.pdf`, await paperPdf(paperInvoice({ number: numberOf('KNOWN', mark) }))),
      paper(`away-${mark}.pdf`, await paperPdf(paperInvoice({ number: numberOf('AWAY', mark) }))),
      paper(
        `mail-${mark}.msg`,
        paperMail({
          subject: `Our invoice ${mark}`,
          body: 'Please find it attached.',
          fileName: 'attached.pdf',
          file: await paperPdf(paperInvoice({ number: numberOf('MAIL', mark) })),
        }),
      ),
    ]
    await does(
      'alder.maker',
      'put in documents',
      async (page, { faults }) => {
        await open(page, '/trading/invoice/add')
        // Readings are held until every file is there; of those under way the first then fails, as with a reader that is gone.
        let [asked, release] = [0, () => {}]
        const released = new Promise<void>((done) => {
          release = done
        })
        await page.route('**/ocr/standard', async (route) => {
          asked += 1
          const isFirst = asked === 1
          await released
          if (isFirst)
            await route.fulfill({ json: { code: 20031, message: 'The reader is away', data: { error: 'OCR_FAILED' } } })
          else await route.continue()
        })
        await page.locator('main input[type=file]').first().setInputFiles(files)
        await expect(page.locator('.ocr-card[data-status=done]')).toHaveCount(5)
        await expect.poll(() => asked).toBe(3)
        release()
        await expect(page.locator('.ocr-card[data-ocr=done]')).toHaveCount(4, { timeout: readingMs })
        await page
          .locator('.ocr-card[data-ocr=error]')
          .getByRole('button', { name: text('common.retry') })
          .click()
        await expect(page.locator('.ocr-card[data-ocr=done]')).toHaveCount(5)
        expect(faults.splice(0).map((fault) => fault.split(':')[0])).toEqual(['refused'])

        const check = async (name: string) => {
          await card(page, name)
            .getByRole('button', { name: text('ocr.check') })
            .click()
          const dialog = page.locator('dialog[open]').last()
          await expect(dialog.locator('.ocr-picture img')).toBeVisible()
          return dialog
        }
        // A number that is known already, and a mail whose invoice hangs on it.
        await expect((await check(`known-${mark}.pdf`)).locator('.ocr-checks')).toContainText(
          text('ocr.rule.DUPLICATE_NUMBER', { number: numberOf('KNOWN', mark) }),
        )
        await press(page, text('common.cancel'))
        const mail = await check(`mail-${mark}.msg`)
        await expect(mail.getByRole('textbox', { name: text('ocr.field.invoiceNo'), exact: true })).toHaveValue(
          numberOf('MAIL', mark),
        )
        await mail
          .locator('summary')
          .filter({ hasText: text('ocr.mail') })
          .click()
        await expect(mail.locator('.ocr-mail')).toContainText(`Our invoice ${mark}`)
        await press(page, text('common.cancel'))

        // A total that the sums deny is marked, corrected, and then nothing is left to look at.
        const sum = await check(`sum-${mark}.pdf`)
        await expect(sum.locator('.ocr-checks')).toContainText('3,900.00')
        const total = sum.getByRole('textbox', { name: text('ocr.field.totalAmount'), exact: true })
        await expect(sum.locator('.ocr-field.is-doubtful').filter({ has: page.locator('#ocr-totalAmount') })).toHaveCount(1)
        await total.fill('3850.00')
        for (const right = sum.getByRole('button', { name: text('ocr.isRight') }); (await right.count()) > 0; )
          await right.first().click()
        await expect(sum.locator('.ocr-open')).toHaveText(text('ocr.allLooked'))
        await press(page, text('ocr.use'))
        await expect(typed(page, text('trading.invoiceNo'))).toHaveValue(numberOf('SUM', mark))
        await expect(typed(page, text('trading.amount'))).toHaveValue(/^3,?850/)

        // Another one instead: the form follows.
        await expect((await check(`good-${mark}.pdf`)).getByText(text('ocr.from.text'))).toBeVisible()
        await press(page, text('ocr.use'))
        await expect(typed(page, text('trading.invoiceNo'))).toHaveValue(numberOf('GOOD', mark))
        await card(page, `sum-${mark}.pdf`)
          .getByRole('button', { name: `${text('common.remove')} sum-${mark}.pdf` })
          .click()
        await expect(page.locator('.ocr-card')).toHaveCount(4)
        await press(page, text('trading.save'))
        await page.waitForURL('**/trading/invoice')
        await expectRow(page, numberOf('GOOD', mark), '3,850.00')
      },
      options,
    )
  },
)

inEach(
  chineseAtTheDesk,
  'an invoice that was photographed is read and held against its picture; its papers are looked at and taken home',
  async ({ text, mark, ...options }) => {
    const photo = paper(`photo-${mark}.jpg`, paperPhoto(paperInvoice({ number: numberOf('PHOTO', mark) }), 0.01))
    const sheet = paper(`packing-${mark}.xlsx`, await writeWorkbook('Packing', [{ title: 'Box' }], [['1']]))
    const letter = paper(`letter-${mark}.pdf`, await paperPdf([[[60, 'Delivered in full.']]]))
    await does(
      'alder.maker',
      'photograph an invoice',
      async (page) => {
        await open(page, '/trading/invoice/add')
        await page.locator('main input[type=file]').first().setInputFiles(photo)
        await card(page, `photo-${mark}.jpg`)
          .getByRole('button', { name: text('ocr.check') })
          .click({ timeout: readingMs })
        const check = page.locator('dialog[open]').last()
        await expect(check.getByText(text('ocr.from.ocr'))).toBeVisible()
        await expect(check.locator('.ocr-picture img')).toBeVisible()
        // A place on the picture leads to its field.
        await check
          .locator('.ocr-picture')
          .getByRole('button', { name: text('ocr.field.totalAmount'), exact: true })
          .click()
        await expect(check.getByRole('textbox', { name: text('ocr.field.totalAmount'), exact: true })).toBeFocused()
        await check.getByRole('textbox', { name: text('ocr.field.invoiceNo'), exact: true }).fill(numberOf('PHOTO', mark))
        await press(page, text('ocr.use'))

        await page.locator('main .upload input[type=file]').first().setInputFiles([sheet, letter])
        await expect(page.locator('.upload-files [data-status=done]')).toHaveCount(3)
        await press(page, text('trading.save'))
        await page.waitForURL('**/trading/invoice')
        const row = await expectRow(page, numberOf('PHOTO', mark), '3,850.00')
        await row.getByRole('link', { name: numberOf('PHOTO', mark) }).click()
        await page.waitForURL('**/details')
        await settled(page)

        const file = (name: string) => page.locator('.attachment-group li').filter({ hasText: name })
        const show = async (name: string) => {
          await file(name)
            .getByRole('button', { name: `${text('common.preview')} ${name}` })
            .click()
          return page.locator('dialog[open]').last()
        }
        await expect((await show(`photo-${mark}.jpg`)).locator('img')).toBeVisible()
        await page.keyboard.press('Escape')
        // An office file is downloaded, not looked at.
        await expect(
          file(`packing-${mark}.xlsx`).getByRole('button', { name: `${text('common.preview')} packing-${mark}.xlsx` }),
        ).toHaveCount(0)
        const [one] = await Promise.all([
          page.waitForEvent('download'),
          file(`letter-${mark}.pdf`)
            .getByRole('button', { name: `${text('common.download')} letter-${mark}.pdf` })
            .click(),
        ])
        expect(one.suggestedFilename()).toBe(`letter-${mark}.pdf`)
        expect(readFileSync(await one.path()).equals(readFileSync(letter))).toBe(true)
        const [all] = await Promise.all([
          page.waitForEvent('download'),
          press(page, text('common.upload.downloadAll', { count: 3 })),
        ])
        expect(all.suggestedFilename()).toBe(`${numberOf('PHOTO', mark)}.zip`)
      },
      options,
    )
  },
)
