import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import type { DataColumn } from '../../../ui/data-table.tsx'

/** The column of the buttons that change a row, and copy it where that makes sense; no column for whoever may not. */
export function useChangeColumn<R>(
  onChange: ((row: R) => void) | undefined | false,
  onCopy?: (row: R) => void,
): readonly DataColumn<R>[] {
  const text = useText()
  if (!onChange) return []
  const cell = (row: R) => (
    <span className="staff-bar">
      <Button small onClick={() => onChange(row)}>
        {text('staff.change')}
      </Button>
      {onCopy && (
        <Button small onClick={() => onCopy(row)}>
          {text('staff.copy')}
        </Button>
      )}
    </span>
  )
  return [{ key: 'edit', label: text('staff.action'), cell }]
}
