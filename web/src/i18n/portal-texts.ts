import type { Language } from './language.ts'

/** The texts of menu, frame and lists, which the sign-in page does without; known to the entry, so that they come with the code. */
export const portalTexts: Record<Language, () => Promise<{ default: object }>> = {
  'en-US': () => import('./en-US/portal.ts'),
  'zh-CN': () => import('./zh-CN/portal.ts'),
}
