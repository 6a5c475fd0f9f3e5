import type { ComponentType } from 'react'
import type { AreaName } from './i18n/areas.ts'
import type { IconName } from './ui/icons.tsx'

export const menuGroups = {
  overview: 'overview',
  trading: 'trading',
  financing: 'financing',
  money: 'money',
  documents: 'documents',
  insight: 'insight',
  company: 'company',
  system: 'system',
} satisfies Record<string, IconName>
export type MenuGroup = keyof typeof menuGroups

export type Page = {
  /** `$id` marks a parameter. */
  path: string
  /** Key of its title. */
  title: string
  /** What opens it; `undefined` when being signed in is enough. */
  permission?: string
  /** Where the menu lists it; left out for pages that are reached from others. */
  menu?: MenuGroup
  /** Texts that load together with the page. */
  area: AreaName
  load: () => Promise<{ default: ComponentType }>
}
