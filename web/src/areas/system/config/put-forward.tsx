import { useRouterState } from '@tanstack/react-router'
import type { ChangeRow } from '@usance/wire/config-change/answers'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { useConfigWords } from './config-words.ts'
import { ProposedRates } from './proposed-rates.tsx'
import { ShowOthers } from './show-others.tsx'

/** So many rows of one list are shown at first; an imported file may hold a thousand. */
const most = 100

/** The contents of a change for its approvers; open for a reader who comes from the approval. */
export function PutForward({ row, isOpen = false }: { row: ChangeRow; isOpen?: boolean }) {
  const text = useText()
  const { label, word } = useConfigWords(row)
  const asked = useRouterState({ select: (state) => new URLSearchParams(state.location.searchStr).get('change') })
  const [isWhole, showWhole] = useState(false)
  // Roles and flows have components of their own.
  if (row.kind === 'ROLE' || row.kind === 'WORKFLOW') return null
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  /** Lines of words; a number is how many others a list has. */
  const lines = (of: Record<string, unknown>): { key: string; line: string | number }[] =>
    Object.entries(of).flatMap(([field, value]) => {
      if (isEmpty(value)) return []
      if (!Array.isArray(value))
        return typeof value === 'object'
          ? lines(value as Record<string, unknown>)
          : [{ key: field, line: `${label(field)}: ${word(field, value)}` }]
      if (typeof value[0] !== 'object')
        return [{ key: field, line: `${label(field)}: ${value.map((one) => word(field, one)).join(', ')}` }]
      const shown = (isWhole ? value : value.slice(0, most)).map((one, index) => ({
        key: `${field}.${index}`,
        line: Object.entries(one as object)
          .filter(([, part]) => !isEmpty(part))
          .map(([name, part]) => word(name, part))
          .join(' · '),
      }))
      const others = value.length - shown.length
      return others > 0 ? [...shown, { key: `${field}.others`, line: others }] : shown
    })
  const rates = row.kind === 'FX' || row.kind === 'RATE' ? row : undefined
  return (
    <details className="staff-stated" open={isOpen || asked === row.no}>
      <summary>{text('staff.putForward')}</summary>
      {rates && <ProposedRates row={rates} />}
      <ul className="staff-diff">
        {(rates ? [] : lines(row.after.values)).map(({ key, line }) => (
          <li key={key}>{typeof line === 'number' ? <ShowOthers count={line} onShow={() => showWhole(true)} /> : line}</li>
        ))}
      </ul>
    </details>
  )
}
