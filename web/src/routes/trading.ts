import { deductionReport } from '@usance/wire/adjustment/list'
import { invoiceCalls } from '@usance/wire/invoice/calls'
import { confirmationList, invoiceList } from '@usance/wire/invoice/list'
import { purchaseOrderList } from '@usance/wire/purchase-order/list'
import { firstRows } from '../list/first-rows.ts'
import type { Page } from '../page.ts'

/** Purchase orders, invoices and their confirmation. */
export const tradingPages: readonly Page[] = [
  {
    path: '/trading/purchase',
    title: 'menu.purchase',
    permission: 'trading.purchase.view',
    menu: 'trading',
    area: 'purchase',
    load: () => import('../areas/trading/purchase/page.tsx'),
    asks: firstRows(purchaseOrderList),
  },
  {
    path: '/trading/purchase/add',
    title: 'purchase.add',
    permission: 'trading.purchase.add',
    area: 'purchase',
    load: () => import('../areas/trading/purchase/form-page.tsx'),
  },
  {
    path: '/trading/purchase/edit/$id',
    title: 'purchase.editTitle',
    permission: 'trading.purchase.edit',
    area: 'purchase',
    load: () => import('../areas/trading/purchase/form-page.tsx'),
  },
  {
    path: '/trading/purchase/draft/$id',
    title: 'purchase.draftTitle',
    permission: 'trading.purchase.draft',
    area: 'purchase',
    load: () => import('../areas/trading/purchase/form-page.tsx'),
  },
  {
    path: '/trading/purchase/update/$id',
    title: 'purchase.updateTitle',
    permission: 'trading.purchase.update',
    area: 'purchase',
    load: () => import('../areas/trading/purchase/update-page.tsx'),
  },
  {
    path: '/trading/purchase/upload/$id',
    title: 'purchase.uploadTitle',
    permission: 'trading.purchase.upload',
    area: 'purchase',
    load: () => import('../areas/trading/purchase/upload-page.tsx'),
  },
  {
    path: '/trading/purchase/details/$id',
    title: 'menu.purchase',
    permission: 'trading.purchase.details',
    area: 'purchase',
    load: () => import('../areas/trading/purchase/details-page.tsx'),
  },
  {
    path: '/trading/invoice',
    title: 'menu.invoice',
    permission: 'trading.invoice.view',
    menu: 'trading',
    area: 'trading',
    load: () => import('../areas/trading/invoice/page.tsx'),
    asks: firstRows(invoiceList),
  },
  {
    path: '/trading/invoice/add',
    title: 'trading.addTitle',
    permission: 'trading.invoice.add',
    area: 'trading',
    load: () => import('../areas/trading/invoice/form-page.tsx'),
  },
  {
    path: '/trading/invoice/$id/edit',
    title: 'trading.editTitle',
    permission: 'trading.invoice.edit',
    area: 'trading',
    load: () => import('../areas/trading/invoice/form-page.tsx'),
  },
  {
    path: '/trading/invoice/$id/details',
    title: 'menu.invoice',
    permission: 'trading.invoice.details',
    area: 'trading',
    load: () => import('../areas/trading/invoice/details-page.tsx'),
    asks: ({ params }) => [[invoiceCalls.detail, { query: { id: params.id } }]],
  },
  {
    path: '/trading/invoice/$id/upload',
    title: 'trading.uploadTitle',
    permission: 'trading.invoice.upload',
    area: 'trading',
    load: () => import('../areas/trading/invoice/upload-page.tsx'),
  },
  {
    path: '/confirmation/invoiceConfirmation',
    title: 'menu.invoiceConfirmation',
    permission: 'confirmation.invoiceConfirmation.view',
    menu: 'trading',
    area: 'trading',
    load: () => import('../areas/confirmation/page.tsx'),
    asks: firstRows(confirmationList),
  },
  {
    path: '/confirmation/invoiceConfirmation/$id/detail',
    title: 'menu.invoiceConfirmation',
    permission: 'confirmation.invoiceConfirmation.detail',
    area: 'trading',
    load: () => import('../areas/trading/invoice/details-page.tsx'),
    asks: ({ params }) => [[invoiceCalls.detail, { query: { id: params.id } }]],
  },
  {
    path: '/confirmation/deduction-report',
    title: 'menu.deductionReport',
    permission: 'confirmation.deduction-report.view',
    menu: 'trading',
    area: 'trading',
    load: () => import('../areas/confirmation/deduction-report.tsx'),
    asks: firstRows(deductionReport),
  },
]
