import { addDays } from '@usance/domain/local-date'
import { newId } from '@usance/server/database/id'
import { afterAll, beforeAll, test } from 'vitest'
import { expect, type JourneyWorld, open, openJourneyWorld, settled } from './journey-world.ts'

/** The fixings of a year, as staff leaf through them on a phone. */
let world: JourneyWorld
beforeAll(async () => {
  world = await openJourneyWorld()
  await world.portal.look((tx) =>
    tx
      .insertInto('baseRateFixing')
      .values(
        Array.from({ length: 150 }, (_, at) => ({
          id: newId(),
          type: 'SOFR',
          effectiveDate: addDays('2023-10-01', at),
          percentRate: '4.1',
          source: 'by hand',
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
})
afterAll(() => world?.close())

test('the fixings of a year stand on a phone in pages of twenty', async () => {
  await world.does(
    'staff.operations',
    'leaf through the fixings',
    async (page) => {
      await open(page, '/system/rate')
      const [rows, pager] = [page.locator('.staff-table').first().locator('tbody tr'), page.locator('.pager').first()]
      await expect(rows).toHaveCount(20)
      const { height, width } = await page.evaluate(() => ({
        height: document.documentElement.scrollHeight,
        width: document.documentElement.scrollWidth,
      }))
      expect(height).toBeLessThan(7000)
      expect(width).toBeLessThanOrEqual(390)
      const first = await rows.first().innerText()
      await pager.getByRole('button', { name: 'Next page' }).click()
      await settled(page)
      await expect(rows).toHaveCount(20)
      expect(await rows.first().innerText()).not.toBe(first)
    },
    { width: 390, height: 844 },
  )
})
