import { isRelativeDay, type QuickRange, quickRangeOf } from '@usance/domain/relative-day'
import { knownConfig } from '../config.ts'
import { t } from '../i18n/i18n.ts'
import { todayInZone } from '../ui/format.ts'
import type { Draft } from './draft.ts'

/** The day from which relative days count: the business date, or as long as that is not known the reader's day. */
export const today = (): string => knownConfig()?.businessDate ?? todayInZone()

const boundOf = (draft: Draft, name: string): string => [draft[name] ?? ''].flat().join(', ')

/** The bounds of a condition on days that are relative ones, as people call them. Undefined where it has none. */
export function relativeWords(draft: Draft, name: string, show: (day: string) => string): string | undefined {
  const [begin, end] = [boundOf(draft, `${name}Begin`), boundOf(draft, `${name}End`)]
  const range = quickRangeOf(begin, end)
  if (range) return rangeWords(range)
  if (!isRelativeDay(begin) && !isRelativeDay(end)) return undefined
  const words = (day: string) => (isRelativeDay(day) ? t(`table.days.${day}`) : show(day))
  return begin && end ? `${words(begin)} – ${words(end)}` : begin ? `≥ ${words(begin)}` : `≤ ${words(end)}`
}

export const rangeWords = (range: QuickRange): string => t(`table.ranges.${range}`)
