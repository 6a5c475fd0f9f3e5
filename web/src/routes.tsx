import type { Page } from './page.ts'
import { companyPages } from './routes/company.ts'
import { documentPages } from './routes/documents.ts'
import { financingPages } from './routes/financing.ts'
import { moneyPages } from './routes/money.ts'
import { overviewPages } from './routes/overview.ts'
import { systemPages } from './routes/system.ts'
import { tradingPages } from './routes/trading.ts'

/**
 * Every page inside the shell, in menu order: one entry each in the file of its section. The address of a page is the
 * specification's; a page without `menu` is reached from another one.
 */
export const pages: readonly Page[] = [
  ...overviewPages,
  ...documentPages,
  ...tradingPages,
  ...financingPages,
  ...moneyPages,
  ...companyPages,
  ...systemPages,
]
