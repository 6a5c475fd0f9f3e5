import type { ComponentType } from 'react'
import type { AreaName } from '../i18n/areas.ts'

type Loaded = { default: ComponentType }

/** Loads a page with the texts of another area whose parts it shows, besides those of its own. */
export async function withTexts(area: AreaName, page: Promise<Loaded>): Promise<Loaded> {
  const [loaded, { loadAreaTexts }] = await Promise.all([page, import('../i18n/load-area.ts')])
  await loadAreaTexts(area)
  return loaded
}
