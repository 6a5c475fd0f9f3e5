import { isLocalDate } from '@usance/domain/local-date'

export type Unreadable = { field: string; text: string }

/** Collects the texts of one document that are no date or amount, so that a reader can answer null and go on. */
export function valueReader(unreadable: Unreadable[]) {
  const refused = (field: string, text: string): null => {
    unreadable.push({ field, text: text.slice(0, 100) })
    return null
  }
  return {
    /** Plain decimal text as written, without a plus sign and with a leading zero: '-.5' is '-0.5'. */
    decimal(field: string, text: string | null): string | null {
      if (text === null) return null
      const match = /^([+-]?)(\d{0,40})(?:\.(\d{0,40}))?$/.exec(text)
      if (!match || !(match[2] || match[3])) return refused(field, text)
      const whole = (match[2] || '0').replace(/^0+(?=\d)/, '')
      return `${match[1] === '-' ? '-' : ''}${whole}${match[3] ? `.${match[3]}` : ''}`
    },
    /** '2017-11-13', '2017-11-13+01:00' and '2017-11-13T00:00:00' are the same day. */
    isoDate(field: string, text: string | null): string | null {
      if (text === null) return null
      const day = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+)?(?:Z|[+-]\d{2}:\d{2})?$/.exec(text)?.[1]
      return day && isLocalDate(day) ? day : refused(field, text)
    },
    /** UN/CEFACT date text: format 102 is YYYYMMDD, 203 adds hours and minutes, 204 seconds. */
    compactDate(field: string, text: string | null): string | null {
      if (text === null) return null
      if (text.includes('-')) return this.isoDate(field, text)
      const match = /^(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6})?$/.exec(text)
      const day = match ? `${match[1]}-${match[2]}-${match[3]}` : ''
      return isLocalDate(day) ? day : refused(field, text)
    },
  }
}

export type ValueReader = ReturnType<typeof valueReader>
