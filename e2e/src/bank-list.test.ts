import { openingDay } from '@usance/server/testing/world'
import { afterAll, beforeAll } from 'vitest'
import { chineseAtTheDesk, inEach } from './journey-settings.ts'
import { expect, expectNotice, type JourneyWorld, open, openJourneyWorld, press, settled } from './journey-world.ts'

/** A bank's list whose titles leave open what came in: staff say so before anything is booked. */
let world: JourneyWorld
beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(() => world?.close())

inEach(
  chineseAtTheDesk,
  'a bank’s list is booked once its unknown column, its lines and its amounts without a sign are declared',
  async ({ text, language, mark, ...size }) => {
    const list = [
      'Date,Amount,Currency,Reference,Payer,Region',
      `${openingDay},1200.50,USD,LIST-${mark}-1,Cedar Retail Inc,North`,
      'Second half of the month',
      `${openingDay},80.00,USD,LIST-${mark}-2,Cedar Retail Inc,South`,
    ].join('\n')
    await world.does(
      'staff.settlement',
      'import a list',
      async (page) => {
        await open(page, '/repayment/management')
        await press(page, text('repayment.statement.open'))
        const panel = page.getByRole('dialog')
        await panel
          .locator('input[type=file]')
          .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
        await expect(panel).toContainText(text('repayment.statement.columns', { columns: 'Region' }))
        await expect(panel.getByRole('button', { name: text('repayment.statement.nothing') })).toBeDisabled()
        await panel.getByLabel(text('repayment.statement.columnsSayNothing')).check()
        await expect(panel).toContainText('#3 Second half of the month')
        await panel.getByLabel(text('repayment.statement.linesSayNothing')).check()
        await expect(panel).toContainText(text('repayment.statement.fault.UNSIGNED'))
        await panel.getByLabel(text('repayment.statement.unsignedCameIn')).check()
        await press(page, text('repayment.statement.book', { count: 2 }))
        await expectNotice(page, text('repayment.statement.booked', { count: 2 }))
        await settled(page)
        await expect(panel).toContainText('LIST-')
      },
      { language, ...size },
    )
    const booked = await world.portal.look((tx) =>
      tx.selectFrom('collection').select('amount').where('bankRef', 'like', `LIST-${mark}-%`).orderBy('bankRef').execute(),
    )
    expect(booked.map(({ amount }) => Number(amount))).toEqual([1200.5, 80])
  },
)
