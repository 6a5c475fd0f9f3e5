import { type MenuGroup, menuGroups, type Page } from '../page.ts'
import type { Seat } from '../session/permissions.ts'
import { isHiddenByPool, mayOpen } from '../session/permissions.ts'

export type MenuPart = { group: MenuGroup; pages: readonly Page[] }

/** The menu of one user: what they may open, by group, without what the pool mode hides. */
export function menuOf(pages: readonly Page[], session: Seat): MenuPart[] {
  const open = pages.filter((page) => page.menu !== undefined && !isHiddenByPool(page.path, session) && mayOpen(session, page))
  return (Object.keys(menuGroups) as MenuGroup[])
    .map((group) => ({ group, pages: open.filter((page) => page.menu === group) }))
    .filter(({ pages }) => pages.length > 0)
}

/** The menu entry an address belongs to: the longest one it begins with. */
export const currentEntry = (pages: readonly Page[], path: string): Page | undefined =>
  pages
    .filter(
      (page) =>
        page.menu &&
        (path === page.path || path.startsWith(`${page.path}/`) || path.startsWith(`${page.path.replace(/\/detail$/, '')}/`)),
    )
    .sort((a, b) => b.path.length - a.path.length)[0]
