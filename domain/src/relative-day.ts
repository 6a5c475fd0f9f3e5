import { addDays, endOfMonth, type LocalDate, startOfMonth } from './local-date.ts'

/** Days by where they lie from today, so that a condition that is kept means the same on another day. */
const relativeDays = ['YESTERDAY', 'TODAY', 'IN_7_DAYS', 'IN_30_DAYS', 'MONTH_BEGIN', 'MONTH_END'] as const
export type RelativeDay = (typeof relativeDays)[number]

export const isRelativeDay = (text: string): text is RelativeDay => relativeDays.some((day) => day === text)

const days: Record<RelativeDay, (today: LocalDate) => LocalDate> = {
  YESTERDAY: (today) => addDays(today, -1),
  TODAY: (today) => today,
  IN_7_DAYS: (today) => addDays(today, 7),
  IN_30_DAYS: (today) => addDays(today, 30),
  MONTH_BEGIN: startOfMonth,
  MONTH_END: endOfMonth,
}

/** The day that a text means on a certain day; any other text is what it says. */
export const dayMeant = (text: string, today: LocalDate): string => (isRelativeDay(text) ? days[text](today) : text)

/** Ranges of days that people ask for again and again. Within so many days of today means today and those days. */
export const quickRanges = {
  PAST: { begin: '', end: 'YESTERDAY' },
  NEXT_7_DAYS: { begin: 'TODAY', end: 'IN_7_DAYS' },
  NEXT_30_DAYS: { begin: 'TODAY', end: 'IN_30_DAYS' },
  THIS_MONTH: { begin: 'MONTH_BEGIN', end: 'MONTH_END' },
} as const satisfies Record<string, { begin: RelativeDay | ''; end: RelativeDay }>
export type QuickRange = keyof typeof quickRanges
export const quickRangeNames: readonly QuickRange[] = ['PAST', 'NEXT_7_DAYS', 'NEXT_30_DAYS', 'THIS_MONTH']

/** The quick range with these bounds. */
export const quickRangeOf = (begin: string, end: string): QuickRange | undefined =>
  quickRangeNames.find((name) => quickRanges[name].begin === begin && quickRanges[name].end === end)
