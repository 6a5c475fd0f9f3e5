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
]
