import type { Page } from '@playwright/test'
import type { Language } from '../journey-world.ts'

/** One picture of a guide: who looks at which page, and what they do before it is taken. */
export type Scene = {
  name: string
  userName: string
  path: string
  height?: number
  before?: (page: Page, language: Language) => Promise<void>
}

/** An order that money stands in, so that everything a page of an order can show is there. */
const openFunded = async (page: Page) => {
  const row = page.locator('main .table tbody tr').filter({ hasText: /Funded|已放款/ })
  await row.first().locator('a').first().click()
  await page.waitForURL((url) => url.pathname.endsWith('/detail'))
}
/** What waits; where a desk is empty, what its owner has decided. */
const fullDesk = async (page: Page) => {
  if ((await page.locator('main .table tbody a').count()) === 0) await page.getByRole('tab').nth(1).click()
}

/** The pictures of each guide, in the order in which it shows them. */
export const scenes: readonly Scene[] = [
  { name: 'supplier-invoices', userName: 'chen.jie', path: '/trading/invoice' },
  {
    name: 'supplier-order',
    userName: 'chen.jie',
    path: '/finance/finance-order/add',
    height: 1080,
    async before(page) {
      await page.locator('main select').nth(1).selectOption('NORTHW')
      await page.locator('main select').nth(2).selectOption('USD')
      await page
        .locator('main label')
        .filter({ has: page.locator('input[type=radio]') })
        .nth(1)
        .click()
      await page.locator('main input[type=checkbox]:enabled').first().waitFor()
      for (const document of await page.locator('main input[type=checkbox]:enabled').all()) await document.check()
      await page.locator('.price-net strong').filter({ hasText: /\d/ }).waitFor()
    },
  },
  { name: 'supplier-dashboard', userName: 'chen.jie', path: '/dashboard/ar' },
  { name: 'buyer-confirmation', userName: 'daniel.brooks', path: '/confirmation/invoiceConfirmation' },
  { name: 'buyer-dashboard', userName: 'daniel.brooks', path: '/dashboard/ar' },
  { name: 'buyer-cashflow', userName: 'daniel.brooks', path: '/dashboard/cashflow' },
  { name: 'funder-inbox', userName: 'adrian.tan', path: '/approval', before: fullDesk },
  { name: 'funder-order', userName: 'adrian.tan', path: '/finance/finance-order', before: openFunded },
  { name: 'funder-overview', userName: 'adrian.tan', path: '/account-overview' },
  { name: 'staff-inbox', userName: 'ops', path: '/approval', before: fullDesk },
  { name: 'staff-repayments', userName: 'settle', path: '/repayment/management' },
  { name: 'staff-end-of-day', userName: 'settle', path: '/system/end-of-day' },
]
