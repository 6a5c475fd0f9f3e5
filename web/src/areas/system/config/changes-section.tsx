import { Link } from '@tanstack/react-router'
import type { ConfigKind } from '@usance/wire/config-change/values'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Section } from '../../../ui/page-frame.tsx'
import { shownTitle } from '../../../ui/shown-title.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { Differences } from './differences.tsx'
import { PutForward } from './put-forward.tsx'
import { PagedStaffTable } from './staff-table.tsx'
import { useChanges } from './use-config.ts'

/** The versions of one kind of configuration, or of one thing of it: who asked for what, and what became of it. */
export function ChangesSection({ kind, targetId }: { kind: ConfigKind; targetId?: string | undefined }) {
  const text = useText()
  return (
    <Section title={text('staff.changes')}>
      <Answered question={useChanges(kind)} lines={3}>
        {(rows) => (
          <PagedStaffTable
            rows={targetId === undefined ? rows : rows.filter((row) => row.targetId === targetId)}
            empty={text('staff.noChanges')}
            columns={[
              {
                key: 'no',
                label: text('staff.no'),
                cell: (row) => <Link to={`/approval/${encodeURIComponent(row.no)}/view?businessId=${row.id}`}>{row.no}</Link>,
              },
              {
                key: 'title',
                label: text('staff.what'),
                cell: (row) => (
                  <div>
                    {shownTitle(row.title)}
                    <ul className="staff-diff">
                      <Differences row={row} />
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
      </Answered>
    </Section>
  )
}
