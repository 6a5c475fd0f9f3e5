import { addDays } from '@usance/domain/local-date'
import * as M from '@usance/domain/money'
import { runEndOfDay } from '@usance/server/settlement/end-of-day/run-end-of-day'
import { aFundedOrder, aRepayment } from '@usance/server/testing/financing'
import { openingDay } from '@usance/server/testing/world'
import { repaymentCalls } from '@usance/wire/repayment/calls'
import { afterAll, beforeAll } from 'vitest'
import { englishAtTheDesk, inEach } from './journey-settings.ts'
import { expect, type JourneyWorld, open, openJourneyWorld, press, settled } from './journey-world.ts'

/** The tolerance for remainders: staff read and change it, and the order page shows the waiver to its supplier. */
let world: JourneyWorld
let orderId = ''
let waiverNo = ''
beforeAll(async () => {
  world = await openJourneyWorld()
  const { portal } = world
  ;({ orderId } = await aFundedOrder(portal, { product: 'purchaseOrder', tenors: [20] }))
  const maturity = addDays(openingDay, 20)
  const valueDate = await runEndOfDay(portal.app, { through: addDays(maturity, -1) })
  const { total } = await portal.ask(portal.seats.alderMaker, repaymentCalls.payoff, { body: { orderId } })
  const short = M.toDecimal(M.subtract(M.fromDecimal(total, 'USD'), M.fromDecimal('0.01', 'USD')))
  await aRepayment(portal, orderId, short, { valueDate, payerRole: 'SUPPLIER' })
  await runEndOfDay(portal.app, { through: addDays(maturity, 8) })
  const waiver = await portal.look((tx) =>
    tx
      .selectFrom('repayment')
      .select('no')
      .where('orderId', '=', orderId)
      .where('payerRole', '=', 'WAIVER')
      .executeTakeFirstOrThrow(),
  )
  waiverNo = waiver.no
})
afterAll(() => world?.close())

inEach(
  englishAtTheDesk,
  'a tolerance is read and put forward, and the remainder that it ended is shown for what it is',
  async (setting) => {
    const { text, language, mark, ...size } = setting
    const options = { language, ...size }
    const currency = mark === 'DE' ? 'EUR' : 'HKD'
    await world.does(
      'staff.operations',
      'change a tolerance',
      async (page) => {
        await open(page, '/system/rate')
        await page.getByRole('tab', { name: text('staff.tolerance') }).click()
        await expect(page.locator('main')).toContainText(text('staff.toleranceText'))
        const row = page.locator('.staff-table tbody tr').filter({ hasText: currency })
        await expect(row).toContainText(currency === 'EUR' ? '20.00' : '150.00')
        await row.getByRole('button', { name: text('staff.change') }).click()
        await page.getByLabel(text('staff.field.totalAmount')).fill('12.5')
        await page.getByLabel(text('staff.field.principalAmount')).fill('0')
        await press(page, text('staff.send'))
        await settled(page)
        await expect(page.locator('main')).toContainText(`${currency} ≤ 12.50 (0.00)`)
      },
      options,
    )
    await world.does(
      'alder.maker',
      'read what was waived',
      async (page) => {
        await open(page, `/finance/finance-order/${orderId}/detail`)
        await expect(page.locator('main')).toContainText(`${waiverNo} · ${text('finance.waived')}`)
        await expect(page.locator('main')).toContainText(text('finance.event.FINANCE_ORDER_WAIVED'))
      },
      options,
    )
  },
)
