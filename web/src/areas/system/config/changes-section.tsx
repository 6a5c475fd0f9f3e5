import { Link } from '@tanstack/react-router'
import type { ChangeRow, ConfigKind } from '@usance/wire/config-change/calls'
import { useText } from '../../../i18n/i18n.ts'
import { Failed } from '../../../ui/empty.tsx'
import { formatDate, formatDateTime } from '../../../ui/format.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { PutForward } from './put-forward.tsx'
import { StaffTable } from './staff-table.tsx'
import { useChanges } from './use-config.ts'

/** Days inside a title or value in the user's own format. */
const withDays = (value: string) => value.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => formatDate(day))
const shown = (value: unknown) => (value === null || value === undefined || value === '' ? '-' : String(value))
const same = (a: unknown, b: unknown) => shown(a) === shown(b) || (shown(a) !== '-' && Number(a) === Number(b))

/** What a change of a limit or product alters, field by field. */
function differences(row: ChangeRow): { field: string; from: string; to: string }[] {
  const values = row.after?.values as Record<string, unknown> | undefined
  if (!values || !row.before || Array.isArray(row.before)) return []
  return Object.entries(values)
    .filter(([field, value]) => typeof value !== 'object' && field in row.before && !same(value, row.before[field]))
    .map(([field, value]) => ({ field, from: shown(row.before[field]), to: shown(value) }))
}

/** The versions of one kind of configuration: who asked for what, and what became of it. */
export function ChangesSection({ kind }: { kind: ConfigKind }) {
  const text = useText()
  const answer = useChanges(kind)
  return (
    <Section title={text('staff.changes')}>
      {answer.isError ? (
        <Failed error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <Skeleton lines={3} />
      ) : (
        <StaffTable
          rows={answer.data}
          empty={text('staff.noChanges')}
          columns={[
            {
              key: 'no',
              label: text('staff.no'),
              cell: (row) => <Link to={`/approval/${encodeURIComponent(row.no)}/view` as string}>{row.no}</Link>,
            },
            {
              key: 'title',
              label: text('staff.what'),
              cell: (row) => (
                <div>
                  {withDays(row.title)}
                  <ul className="staff-diff">
                    {differences(row).map(({ field, from, to }) => (
                      <li key={field}>
                        {text(`staff.field.${field}`)}: {withDays(from)} → {withDays(to)}
                      </li>
                    ))}
                    {row.comment && <li>{row.comment}</li>}
                  </ul>
                  <PutForward row={row} />
                </div>
              ),
            },
            { key: 'by', label: text('staff.by'), cell: (row) => row.createdByName },
            { key: 'at', label: text('staff.at'), cell: (row) => formatDateTime(row.createdAt) },
            { key: 'status', label: text('staff.status'), cell: (row) => <StatusTag value={row.status} /> },
          ]}
        />
      )}
    </Section>
  )
}
