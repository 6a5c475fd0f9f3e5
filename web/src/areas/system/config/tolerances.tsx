import type { CurrentOf } from '@usance/wire/config-change/answers'
import { useState } from 'react'
import { NumberField } from '../../../form/fields.tsx'
import { useText } from '../../../i18n/i18n.ts'
import { dash } from '../../../ui/format.ts'
import { Money } from '../../../ui/money.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { CurrentRows } from './current-rows.tsx'
import { type ProposalOf, useMayChange } from './use-config.ts'

/** The tolerance for remainders in each currency; another amount is put forward for approval. */
export function Tolerances() {
  const text = useText()
  const [edited, setEdited] = useState<CurrentOf<'TOLERANCE'>>()
  const field = (name: string) => text.of('staff.field', name)
  const mayEdit = useMayChange('system.rate.edit')
  const amount = (name: 'totalAmount' | 'principalAmount') => ({
    key: name,
    label: field(name),
    figure: true,
    cell: (row: CurrentOf<'TOLERANCE'>) => <Money amount={row[name]} currency={row.currency} exact bare />,
  })
  return (
    <>
      <p className="muted">{text('staff.toleranceText')}</p>
      <CurrentRows
        kind="TOLERANCE"
        columns={[
          { key: 'currency', label: field('currency'), cell: (row) => row.currency },
          amount('totalAmount'),
          amount('principalAmount'),
          { key: 'version', label: text('staff.version'), figure: true, cell: (row) => row.version || dash },
        ]}
        onChange={mayEdit && setEdited}
      />
      {edited && <ToleranceDialog row={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function ToleranceDialog({ row, onClose }: { row: CurrentOf<'TOLERANCE'>; onClose: () => void }) {
  const text = useText()
  const { currency, totalAmount, principalAmount, version } = row
  const kind = { money: currency }
  return (
    <ChangeDialog<Omit<ProposalOf<'TOLERANCE'>['values'], 'currency'>>
      kind="TOLERANCE"
      title={`${text('staff.tolerance')} · ${currency}`}
      initialValues={{ totalAmount, principalAmount }}
      bodyOf={(values) => ({ kind: 'TOLERANCE', targetId: currency, version, values: { currency, ...values } })}
      onClose={onClose}
    >
      <NumberField name="totalAmount" label={text('staff.field.totalAmount')} required kind={kind} min="0" />
      <NumberField name="principalAmount" label={text('staff.field.principalAmount')} required kind={kind} min="0" />
    </ChangeDialog>
  )
}
