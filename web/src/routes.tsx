import type { Page } from './page.ts'

/**
 * Every page inside the shell: one line each, in menu order. The address of a page is the specification's;
 * a page without `menu` is reached from another one.
 */
export const pages: readonly Page[] = [
  {
    path: '/home',
    title: 'menu.home',
    permission: 'home.view',
    menu: 'overview',
    area: 'home',
    load: () => import('./areas/home/page.tsx'),
  },
  {
    path: '/dashboard/ar',
    title: 'menu.dashboardAr',
    permission: 'dashboard.ar.view',
    menu: 'overview',
    area: 'dashboard',
    load: () => import('./areas/dashboard/ar/page.tsx'),
  },
  {
    path: '/approval',
    title: 'menu.approval',
    permission: 'approval.view',
    menu: 'overview',
    area: 'approval',
    load: () => import('./areas/approval/page.tsx'),
  },
  {
    path: '/approval/$id/approve',
    title: 'menu.approval',
    permission: 'approval.view',
    area: 'approval',
    load: () => import('./areas/approval/approve-page.tsx'),
  },
  {
    path: '/approval/$id/edit',
    title: 'menu.approval',
    permission: 'approval.view',
    area: 'approval',
    load: () => import('./areas/approval/edit-page.tsx'),
  },
  {
    path: '/approval/$id/view',
    title: 'menu.approval',
    permission: 'approval.view',
    area: 'approval',
    load: () => import('./areas/approval/view-page.tsx'),
  },
  {
    path: '/contract/info',
    title: 'menu.contractInfo',
    permission: 'contract.info.view',
    menu: 'documents',
    area: 'contract',
    load: () => import('./areas/contract/info/page.tsx'),
  },
  {
    path: '/trading/invoice',
    title: 'menu.invoice',
    permission: 'trading.invoice.view',
    menu: 'trading',
    area: 'trading',
    load: () => import('./areas/trading/invoice/page.tsx'),
  },
  {
    path: '/trading/invoice/add',
    title: 'trading.addTitle',
    permission: 'trading.invoice.add',
    area: 'trading',
    load: () => import('./areas/trading/invoice/form-page.tsx'),
  },
  {
    path: '/trading/invoice/$id/edit',
    title: 'trading.editTitle',
    permission: 'trading.invoice.edit',
    area: 'trading',
    load: () => import('./areas/trading/invoice/form-page.tsx'),
  },
  {
    path: '/trading/invoice/$id/details',
    title: 'menu.invoice',
    permission: 'trading.invoice.details',
    area: 'trading',
    load: () => import('./areas/trading/invoice/details-page.tsx'),
  },
  {
    path: '/confirmation/invoiceConfirmation',
    title: 'menu.invoiceConfirmation',
    permission: 'confirmation.invoiceConfirmation.view',
    menu: 'trading',
    area: 'trading',
    load: () => import('./areas/confirmation/page.tsx'),
  },
  {
    path: '/confirmation/invoiceConfirmation/$id/detail',
    title: 'menu.invoiceConfirmation',
    permission: 'confirmation.invoiceConfirmation.detail',
    area: 'trading',
    load: () => import('./areas/trading/invoice/details-page.tsx'),
  },
]
