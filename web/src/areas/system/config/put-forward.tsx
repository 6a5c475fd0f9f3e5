import { useRouterState } from '@tanstack/react-router'
import type { ChangeRow } from '@usance/wire/config-change/answers'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { useConfigWords } from './config-words.ts'
import { ProposedRates } from './proposed-rates.tsx'
import { useFirstRows } from './use-first-rows.tsx'

/** The contents of a change for its approvers; open for a reader who comes from the approval. */
export function PutForward({ row, isOpen = false }: { row: ChangeRow; isOpen?: boolean }) {
  const text = useText()
  const { label, word } = useConfigWords(row)
  const asked = useRouterState({ select: (state) => new URLSearchParams(state.location.searchStr).get('change') })
  const { firstOf, othersOf } = useFirstRows()
  // Roles and flows have components of their own.
  if (row.kind === 'ROLE' || row.kind === 'WORKFLOW') return null
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  const lines = (of: Record<string, unknown>): { key: string; line: ReactNode }[] =>
    Object.entries(of).flatMap(([field, value]) => {
      if (isEmpty(value)) return []
      if (!Array.isArray(value))
        return typeof value === 'object'
          ? lines(value as Record<string, unknown>)
          : [{ key: field, line: `${label(field)}: ${word(field, value)}` }]
      if (typeof value[0] !== 'object')
        return [{ key: field, line: `${label(field)}: ${value.map((one) => word(field, one)).join(', ')}` }]
      const shown = firstOf(value).map((one, index) => ({
        key: `${field}.${index}`,
        line: Object.entries(one as object)
          .filter(([, part]) => !isEmpty(part))
          .map(([name, part]) => word(name, part))
          .join(' · '),
      }))
      const others = othersOf(value)
      return others ? [...shown, { key: `${field}.others`, line: others }] : shown
    })
  const rates = row.kind === 'FX' || row.kind === 'RATE' ? row : undefined
  return (
    <details className="staff-stated" open={isOpen || asked === row.no}>
      <summary>{text('staff.putForward')}</summary>
      {rates && <ProposedRates row={rates} />}
      <ul className="staff-diff">
        {(rates ? [] : lines(row.after.values)).map(({ key, line }) => (
          <li key={key}>{line}</li>
        ))}
      </ul>
    </details>
  )
}
