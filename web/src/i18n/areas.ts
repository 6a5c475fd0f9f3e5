import type { Language } from './language.ts'

type Loader = Record<Language, () => Promise<{ default: object }>>

/** The texts that load with their pages. A new area adds a file in each language folder and one entry here. */
export const areaTexts = {
  money: { 'en-US': () => import('./en-US/money.ts'), 'zh-CN': () => import('./zh-CN/money.ts') },
  finance: { 'en-US': () => import('./en-US/finance.ts'), 'zh-CN': () => import('./zh-CN/finance.ts') },
  costs: { 'en-US': () => import('./en-US/costs.ts'), 'zh-CN': () => import('./zh-CN/costs.ts') },
  pool: { 'en-US': () => import('./en-US/pool.ts'), 'zh-CN': () => import('./zh-CN/pool.ts') },
  purchase: { 'en-US': () => import('./en-US/purchase.ts'), 'zh-CN': () => import('./zh-CN/purchase.ts') },
  ocr: { 'en-US': () => import('./en-US/ocr.ts'), 'zh-CN': () => import('./zh-CN/ocr.ts') },
  trading: { 'en-US': () => import('./en-US/trading.ts'), 'zh-CN': () => import('./zh-CN/trading.ts') },
  approval: { 'en-US': () => import('./en-US/approval.ts'), 'zh-CN': () => import('./zh-CN/approval.ts') },
  contract: { 'en-US': () => import('./en-US/contract.ts'), 'zh-CN': () => import('./zh-CN/contract.ts') },
  dashboard: { 'en-US': () => import('./en-US/dashboard.ts'), 'zh-CN': () => import('./zh-CN/dashboard.ts') },
  report: { 'en-US': () => import('./en-US/report.ts'), 'zh-CN': () => import('./zh-CN/report.ts') },
  help: { 'en-US': () => import('./en-US/help.ts'), 'zh-CN': () => import('./zh-CN/help.ts') },
  messages: { 'en-US': () => import('./en-US/messages.ts'), 'zh-CN': () => import('./zh-CN/messages.ts') },
  configuration: {
    'en-US': () => import('./en-US/configuration.ts'),
    'zh-CN': () => import('./zh-CN/configuration.ts'),
  },
  org: { 'en-US': () => import('./en-US/org.ts'), 'zh-CN': () => import('./zh-CN/org.ts') },
  onboarding: { 'en-US': () => import('./en-US/onboarding.ts'), 'zh-CN': () => import('./zh-CN/onboarding.ts') },
  realname: { 'en-US': () => import('./en-US/realname.ts'), 'zh-CN': () => import('./zh-CN/realname.ts') },
  user: { 'en-US': () => import('./en-US/user.ts'), 'zh-CN': () => import('./zh-CN/user.ts') },
  integration: { 'en-US': () => import('./en-US/integration.ts'), 'zh-CN': () => import('./zh-CN/integration.ts') },
  assistant: { 'en-US': () => import('./en-US/assistant.ts'), 'zh-CN': () => import('./zh-CN/assistant.ts') },
  outlook: { 'en-US': () => import('./en-US/outlook.ts'), 'zh-CN': () => import('./zh-CN/outlook.ts') },
  insight: { 'en-US': () => import('./en-US/insight.ts'), 'zh-CN': () => import('./zh-CN/insight.ts') },
  home: { 'en-US': () => import('./en-US/home.ts'), 'zh-CN': () => import('./zh-CN/home.ts') },
  staff: { 'en-US': () => import('./en-US/staff.ts'), 'zh-CN': () => import('./zh-CN/staff.ts') },
} satisfies Record<string, Loader>

export type AreaName = keyof typeof areaTexts
