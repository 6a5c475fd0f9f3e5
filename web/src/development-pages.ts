import type { Page } from './page.ts'

/** The screen of all widgets, in development only: an installation's build leaves it out. */
export const developmentPages: readonly Page[] = import.meta.env.DEV
  ? [{ path: '/widgets', title: 'menu.widgets', area: 'home', load: () => import('./areas/widgets/page.tsx') }]
  : []
