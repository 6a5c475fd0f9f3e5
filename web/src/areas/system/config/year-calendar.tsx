import type { CurrentOf } from '@usance/wire/config-change/answers'
import { language as currentLanguage } from '../../../i18n/language.ts'

const dayMs = 86_400_000

/** A year as twelve months: rest days filled, make-up working days outlined. */
export function YearCalendar({ year, days }: { year: number; days: readonly CurrentOf<'HOLIDAY'>[] }) {
  const language = currentLanguage()
  // The first of January 2024 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, index) =>
    new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index)),
  )
  const special = new Map(days.map((day) => [day.calendarDate, day]))
  return (
    <div className="staff-months">
      {Array.from({ length: 12 }, (_, month) => {
        const first = Date.UTC(year, month, 1)
        const length = Math.round((Date.UTC(year, month + 1, 1) - first) / dayMs)
        const blanks = (new Date(first).getUTCDay() + 6) % 7
        return (
          <div key={first} className="staff-month">
            <h3>{new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(first)}</h3>
            <div className="staff-days">
              {weekdays.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: days of the week never change places
                <b key={index} aria-hidden="true">
                  {name}
                </b>
              ))}
              {Array.from({ length }, (_, index) => {
                const date = new Date(first + index * dayMs)
                const day = special.get(date.toISOString().slice(0, 10))
                const weekend = date.getUTCDay() % 6 === 0
                return (
                  <span
                    key={date.getTime()}
                    className={day ? (day.type === 'J' ? 'is-J' : 'is-W') : weekend ? 'is-weekend' : undefined}
                    style={index === 0 ? { gridColumnStart: blanks + 1 } : undefined}
                    title={day && (language === 'zh-CN' ? day.holidayNameCn : day.holidayNameEn)}
                  >
                    {index + 1}
                  </span>
                )
              })}
            </div>
          </div>
        )
      })}
    </div>
  )
}
