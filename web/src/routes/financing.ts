import { costList } from '@usance/wire/cost/list'
import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { financeOrderList } from '@usance/wire/finance-order/list'
import { facilityAccountList } from '@usance/wire/pool/list'
import { firstRows } from '../list/first-rows.ts'
import type { Page } from '../page.ts'

const askedOfOrder: Page['asks'] = ({ params }) => [[financeOrderCalls.detail, { query: { id: params.id } }]]

/** Finance orders, fees and pools. */
export const financingPages: readonly Page[] = [
  {
    path: '/finance/finance-order',
    title: 'menu.financeOrder',
    permission: 'finance.finance-order.view',
    menu: 'financing',
    area: 'finance',
    load: () => import('../areas/finance/finance-order/page.tsx'),
    asks: firstRows(financeOrderList),
  },
  {
    path: '/finance/finance-order/add',
    title: 'finance.addTitle',
    permission: 'finance.finance-order.add',
    area: 'finance',
    load: () => import('../areas/finance/finance-order/add-page.tsx'),
  },
  {
    path: '/finance/finance-order/$id/edit',
    title: 'menu.financeOrder',
    permission: 'finance.finance-order.edit',
    area: 'finance',
    load: () => import('../areas/finance/finance-order/add-page.tsx'),
  },
  {
    path: '/finance/finance-order/update/$id',
    title: 'finance.update',
    permission: 'finance.finance-order.update',
    area: 'finance',
    load: () => import('../areas/finance/finance-order/update-page.tsx'),
  },
  {
    path: '/finance/finance-order/arp/$id',
    title: 'finance.arp',
    permission: 'finance.finance-order.arp',
    area: 'finance',
    load: () => import('../areas/finance/finance-order/arp-page.tsx'),
  },
  {
    path: '/finance/finance-order/$id/detail',
    title: 'menu.financeOrder',
    permission: 'finance.finance-order.detail',
    area: 'finance',
    load: () => import('../areas/finance/finance-order/detail-page.tsx'),
    asks: askedOfOrder,
  },
  {
    path: '/finance/finance-order/$id/confirm',
    title: 'finance.confirmRight',
    permission: 'finance.finance-order.confirm',
    area: 'finance',
    load: () => import('../areas/finance/finance-order/detail-page.tsx'),
  },
  {
    path: '/finance/fund-management',
    title: 'finance.funds.title',
    permission: 'finance.finance-order.view',
    area: 'finance',
    load: () => import('../areas/finance/fund-management/page.tsx'),
  },
  {
    path: '/finance/costs',
    title: 'menu.costs',
    permission: 'finance.costs.view',
    menu: 'financing',
    area: 'costs',
    load: () => import('../areas/finance/costs/page.tsx'),
    asks: firstRows(costList),
  },
  {
    path: '/finance/costs/details',
    title: 'menu.costs',
    permission: 'finance.costs.details',
    area: 'costs',
    load: () => import('../areas/finance/costs/details-page.tsx'),
  },
  {
    path: '/finance/poolFactoring',
    title: 'menu.poolFactoring',
    permission: 'finance.poolFactoring.view',
    menu: 'financing',
    area: 'pool',
    load: () => import('../areas/finance/pool-factoring/page.tsx'),
  },
  {
    path: '/finance/dbsFinance',
    title: 'menu.dbsFinance',
    permission: 'finance.dbsFinance.view',
    menu: 'financing',
    area: 'pool',
    load: () => import('../areas/finance/dbs-finance/page.tsx'),
  },
  // An order of a company that works in a pool, whose mode hides the pages of orders (`addressFor`).
  {
    path: '/finance/poolFactoring/$id/detail',
    title: 'menu.financeOrder',
    permission: 'finance.finance-order.detail',
    area: 'finance',
    load: () => import('../areas/finance/finance-order/detail-page.tsx'),
    asks: askedOfOrder,
  },
  {
    path: '/finance/dbsFinance/$id/detail',
    title: 'menu.financeOrder',
    permission: 'finance.finance-order.detail',
    area: 'finance',
    load: () => import('../areas/finance/finance-order/detail-page.tsx'),
    asks: askedOfOrder,
  },
  {
    path: '/finance/account',
    title: 'menu.financeAccount',
    permission: 'finance.account.view',
    menu: 'financing',
    area: 'pool',
    load: () => import('../areas/finance/account/page.tsx'),
    asks: firstRows(facilityAccountList),
  },
  {
    path: '/finance/interest',
    title: 'menu.financeInterest',
    menu: 'financing',
    area: 'pool',
    load: () => import('../areas/finance/interest/page.tsx'),
  },
]
