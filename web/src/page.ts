import type { Permission } from '@usance/domain/permissions'
import type { ComponentType } from 'react'
import type { Ahead } from './http/ahead.ts'
import type { AreaName } from './i18n/areas.ts'
import type { TextKey } from './i18n/keys.ts'
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

/** Where a page is opened: what its address says. */
export type Place = {
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, string | string[] | undefined>>
}

export type Page = {
  /** `$id` marks a parameter. */
  path: string
  /** Key of its title. */
  title: TextKey
  /** What opens it; `undefined` when being signed in is enough. */
  permission?: Permission
  /** Where the menu lists it; left out for pages that are reached from others. */
  menu?: MenuGroup
  /** Texts that load together with the page. */
  area: AreaName
  load: () => Promise<{ default: ComponentType }>
  /** What the page will ask first; it is asked for while the page's code is on its way and its frame is drawn. */
  asks?: (place: Place) => readonly Ahead[]
}
