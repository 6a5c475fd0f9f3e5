import { dayMeant, type QuickRange, quickRangeNames, quickRangeOf, quickRanges } from '@usance/domain/relative-day'
import { t } from '../i18n/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { formatDate } from '../ui/format.ts'
import { rangeWords, today } from './quick-range.ts'

type Set = (begin: string, end: string) => void

/** The days of a range today, for who wants to know them. */
const daysOf = (range: QuickRange): string => {
  const { begin, end } = quickRanges[range]
  return [begin, end].map((day) => (day ? formatDate(dayMeant(day, today())) : '')).join(' – ')
}

/** Ranges that people ask for again and again, to choose with one press. */
export function QuickRanges({ begin, end, set }: { begin: string; end: string; set: Set }) {
  const chosen = quickRangeOf(begin, end)
  return (
    <fieldset className="quick-ranges" aria-label={t('table.quickRanges')}>
      {quickRangeNames.map((range) => (
        <button
          type="button"
          key={range}
          aria-pressed={range === chosen}
          title={daysOf(range)}
          onClick={() => (range === chosen ? set('', '') : set(quickRanges[range].begin, quickRanges[range].end))}
        >
          {rangeWords(range)}
        </button>
      ))}
    </fieldset>
  )
}

type ChosenProps = { id?: string; title: string; words: string; onClear: () => void }
/** A condition of relative days in the place of its two fields. */
export function ChosenRange({ id, title, words, onClear }: ChosenProps) {
  return (
    <span className="range range-chosen">
      <span>{words}</span>
      <IconButton id={id} icon="close" size={13} label={t('table.removeFilter', { title })} onClick={onClear} />
    </span>
  )
}
