import { aConfirmedInvoice } from '@usance/server/testing/trade'
import { afterAll, beforeAll } from 'vitest'
import { englishAtTheDesk, inEach } from './journey-settings.ts'
import { expect, fill, type JourneyWorld, open, openJourneyWorld, press, settled } from './journey-world.ts'

/** A payment from buyer to supplier: the buyer reports it, the supplier confirms it, and takes it back later. */
let world: JourneyWorld
beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(() => world?.close())

inEach(
  englishAtTheDesk,
  'a payment that the buyer reports is owed until the supplier has confirmed it, and again once it is taken back',
  async (setting) => {
    const { text, language, mark, ...size } = setting
    const options = { language, ...size }
    const invoiceNo = `PAID-${mark}`
    const id = await aConfirmedInvoice(world.portal, { invoiceNo, amount: '9000.00' })
    const address = `/trading/invoice/${id}/details`
    const decide = (businessType: string) =>
      world.does(
        'alder.checker',
        `decide on ${businessType}`,
        async (page) => {
          const { no } = await world.portal.look((tx) =>
            tx.selectFrom('directPayment').select('no').where('invoiceId', '=', id).executeTakeFirstOrThrow(),
          )
          await open(page, '/approval')
          await page.getByRole('link', { name: no }).first().click()
          await page.waitForURL(`**/approval/${no}/approve**`)
          await settled(page)
          await expect(page.locator('main')).toContainText(text(`approval.type.${businessType}`))
          await expect(page.locator('main')).toContainText(invoiceNo)
          await press(page, text('approval.pass'))
          await page.waitForURL((url) => !url.pathname.includes(no))
        },
        options,
      )
    await world.does(
      'cedar.maker',
      'report the payment',
      async (page) => {
        await open(page, address)
        await press(page, text('trading.report'))
        await fill(page, text('trading.amount'), '4000')
        await fill(page, text('trading.valueDate'), '2025/03/01')
        await fill(page, text('trading.paymentReference'), 'SWIFT 7')
        await press(page, text('common.submit'))
        await expect(page.locator('dialog[open]')).toHaveCount(0)
        await settled(page)
        const rows = page.locator('.plain-rows li').filter({ hasText: 'SWIFT 7' })
        await expect(rows).toContainText(text('status.IN_APPROVE'))
        await expect(page.locator('main')).toContainText('9,000.00')
      },
      options,
    )
    await decide('DIRECT_PAYMENT')
    await world.does(
      'alder.maker',
      'ask to take it back',
      async (page) => {
        await open(page, address)
        await expect(page.locator('main')).toContainText('5,000.00')
        await press(page, text('trading.takeBack'))
        await page.locator('dialog[open] textarea').fill('Of another invoice')
        await press(page, text('trading.takeBack'))
        await expect(page.locator('dialog[open]')).toHaveCount(0)
        await expect(page.locator('main')).toContainText(text('status.REVERSING'))
      },
      options,
    )
    await decide('DIRECT_PAYMENT_REVERSAL')
    await world.does(
      'cedar.maker',
      'read that it was taken back',
      async (page) => {
        await open(page, address)
        await expect(page.locator('main')).toContainText(text('status.REVERSED'))
        const lines = page.locator('.plain-rows li').filter({ hasText: /SWIFT 7|REVERSAL/ })
        await expect(lines.filter({ hasText: '−' })).toHaveCount(1)
        await expect(lines).toHaveCount(3)
      },
      options,
    )
  },
)
