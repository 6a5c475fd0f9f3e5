import { useText } from '../../../i18n/i18n.ts'
import { formatDate } from '../../../ui/format.ts'

/** Says that a receipt may be an earlier one; whoever uses it ticks that the two were compared and differ. */
export function MaybeSame({ told, isApart, onTell }: { told: string; isApart: boolean; onTell: (isApart: boolean) => void }) {
  const text = useText()
  // The list's 'RC-2026-000001 · 2026-01-02'.
  const [no = '', date = ''] = told.split(' · ')
  return (
    <p className="form-hint" role="alert">
      {text('repayment.maybeSame', { no, date: formatDate(date) })}
      <br />
      <label>
        <input type="checkbox" checked={isApart} onChange={(event) => onTell(event.target.checked)} />{' '}
        {text('repayment.notTheSame')}
      </label>
    </p>
  )
}
