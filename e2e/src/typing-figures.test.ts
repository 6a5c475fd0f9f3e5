import type { Locator, Page } from '@playwright/test'
import { aConfirmedInvoice } from '@usance/server/testing/trade'
import { afterAll, beforeAll } from 'vitest'
import { chineseAtTheDesk, deskEnglish, englishAtTheDesk, inEach, type Setting } from './journey-settings.ts'
import { choose, expect, type JourneyWorld, open, openJourneyWorld, press, settled } from './journey-world.ts'

/** Figures as people type and paste them, in fields of staff and suppliers: the meant figure is stored, or refused. */
let world: JourneyWorld
beforeAll(async () => {
  world = await openJourneyWorld()
})
afterAll(() => world?.close())

const kinds = ['USD', 'JPY', 'KWD', 'fxRate', 'rate', 'share', 'days'] as const
type Kind = (typeof kinds)[number]
/** The figure of a spelling in each kind, as the field shows it; without an entry it is refused beside the field. */
const spellings: readonly [typed: string, meant: Partial<Record<Kind, string>>][] = [
  ['1,234.56', { USD: '1,234.56', KWD: '1,234.560', fxRate: '1,234.5600' }],
  ['1.234,56', { USD: '1,234.56', KWD: '1,234.560', fxRate: '1,234.5600' }],
  ['1 234,56', { USD: '1,234.56', KWD: '1,234.560', fxRate: '1,234.5600' }],
  ['1234,56', { USD: '1,234.56', KWD: '1,234.560', fxRate: '1,234.5600' }],
  ['12.5%', { rate: '12.5', share: '12.5' }],
  ['USD 100', { USD: '100.00' }],
  ['-1', { rate: '-1' }],
  ['1.5', { USD: '1.50', KWD: '1.500', fxRate: '1.5000', rate: '1.5', share: '1.5' }],
  ['1e3', {}],
  ['１２', { USD: '12.00', JPY: '12', KWD: '12.000', fxRate: '12.0000', rate: '12', share: '12', days: '12' }],
  ['12 ', { USD: '12.00', JPY: '12', KWD: '12.000', fxRate: '12.0000', rate: '12', share: '12', days: '12' }],
]

/** Replaces the text of a field by keys, as people do. */
async function retype(field: Locator, typed: string): Promise<void> {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  await field.pressSequentially(typed)
}

/**
 * Enters spellings into a field, alternately key by key and as a paste, and compares the shown texts. The desktop run takes one
 * half of them and the phone run the other; the unit test of the field takes all.
 */
async function enterEach(page: Page, label: string, kind: Kind): Promise<void> {
  const dialog = page.locator('dialog[open]').last()
  const scope = (await dialog.count()) > 0 ? dialog : page.locator('main')
  const field = scope.locator('input:not([role=combobox])').and(scope.getByLabel(label)).first()
  const item = field.locator('xpath=ancestor::div[contains(concat(" ", @class, " "), " ant-form-item ")][1]')
  const words = item.locator('.ant-form-item-explain-error, .number-note')
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  const half = spellings.filter((_, at) => (at % 2 === 1) === isPhone)
  for (const [index, [typed, meant]] of half.entries()) {
    const way = index % 2 === 0 ? 'typed' : 'pasted'
    await retype(field, way === 'typed' ? typed : '')
    if (way === 'pasted') await page.keyboard.insertText(typed)
    await field.press('Tab')
    const what = `${typed} ${way} as ${kind}`
    await expect(field, what).toHaveValue(meant[kind] ?? typed)
    if (meant[kind] === undefined) await expect(words.first(), what).toHaveText(/\S/)
    else await expect(words, what).toHaveCount(0)
  }
}

const withoutMark = ({ text: _, ...options }: Setting) => options

inEach(englishAtTheDesk, 'staff type rates, fixings and percentages as people of any country write them', async (setting) => {
  const { text } = setting
  await world.does(
    'staff.operations',
    'type rates',
    async (page) => {
      await open(page, '/system/rate')
      await press(page, text('staff.addFixing'))
      await enterEach(page, text('staff.field.percentRate'), 'rate')
      await press(page, text('common.cancel'))
      await page.getByRole('tab', { name: text('staff.fx') }).click()
      await press(page, text('staff.addFx'))
      await choose(page, text('staff.field.fromCurrency'), 'CNY')
      const day = page.locator('dialog[open]').getByLabel(text('staff.date')).first()
      await retype(day, '2025/02/28')
      await day.press('Tab')
      await enterEach(page, `${text('staff.field.rate')} (1 CNY = ? USD)`, 'fxRate')

      // A text that is no figure is not sent and stays as typed.
      const field = page.locator('dialog[open]').getByLabel(`${text('staff.field.rate')} (1 CNY = ? USD)`)
      await retype(field, '1e3')
      await press(page, text('staff.send'))
      await expect(page.locator('dialog[open]').getByRole('heading', { name: text('staff.addFx') })).toBeVisible()
      await retype(field, '0,1392757660')
      await press(page, text('staff.send'))
      await expect(page.locator('.notice').first()).toBeVisible()
      const kept = await world.portal.look((tx) =>
        tx
          .selectFrom('configChange')
          .select('after')
          .where('kind', '=', 'FX')
          .orderBy('no', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow(),
      )
      expect(kept.after).toMatchObject({ values: { rates: [{ fromCurrency: 'CNY', toCurrency: 'USD', rate: '0.1392757660' }] } })

      await open(page, '/system/commission')
      await press(page, text('staff.commissionAdd'))
      await enterEach(page, text('staff.field.ratePct'), 'share')
      await press(page, text('common.cancel'))
    },
    withoutMark(setting),
  )
})

inEach(chineseAtTheDesk, 'a supplier types amounts and days as people of any country write them', async (setting) => {
  const { text } = setting
  await world.does(
    'alder.maker',
    'type amounts',
    async (page) => {
      await open(page, '/trading/invoice/add')
      for (const currency of ['USD', 'JPY', 'KWD'] as const) {
        await choose(page, text('trading.currency'), currency)
        await enterEach(page, text('trading.amount'), currency)
      }
      await open(page, '/trading/purchase/add')
      await enterEach(page, text('purchase.paymentTermDays'), 'days')
    },
    withoutMark(setting),
  )
})

inEach([deskEnglish], 'Enter applies the filter in the head of a column of figures', async (setting) => {
  const { text } = setting
  await aConfirmedInvoice(world.portal, { currency: 'USD', amount: '999.99' })
  await aConfirmedInvoice(world.portal, { currency: 'USD', amount: '1000.00' })
  await world.does(
    'alder.maker',
    'filter by amount',
    async (page) => {
      await open(page, '/trading/invoice')
      await page.getByRole('button', { name: text('table.filter', { title: text('list.trading.invoice.amount') }) }).click()
      const least = page.getByRole('textbox', { name: text('table.min') })
      await least.pressSequentially('1,000')
      await least.press('Enter')
      await expect(least).toBeHidden()
      await settled(page)
      await expect(page.locator('.table tbody tr')).toHaveCount(1)
      await expect(page.locator('.table tbody tr')).toContainText('1,000.00')
    },
    withoutMark(setting),
  )
})
