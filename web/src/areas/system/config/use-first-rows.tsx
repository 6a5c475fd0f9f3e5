import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'

/** So many rows of a list are shown at first; an imported file may hold a thousand. */
const most = 100

/** The first rows of each list of a change, and a button that shows the others too. */
export function useFirstRows() {
  const text = useText()
  const [isWhole, showWhole] = useState(false)
  return {
    firstOf: <T,>(rows: readonly T[]): readonly T[] => (isWhole ? rows : rows.slice(0, most)),
    /** The button below the first rows; nothing where all are shown. */
    othersOf: ({ length }: readonly unknown[]) =>
      !isWhole &&
      length > most && (
        <Button small onClick={() => showWhole(true)}>
          {text('staff.showOthers', { count: formatCount(length - most) })}
        </Button>
      ),
  }
}
