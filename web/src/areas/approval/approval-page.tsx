import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ActionPage } from '../../form/action-page.tsx'
import { useText } from '../../i18n/i18n.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Money } from '../../ui/money.tsx'
import { DescriptionList, PageHeader, Section } from '../../ui/page-frame.tsx'
import Panel from './panel.tsx'
import { useApproval } from './use-approval.ts'
import { typeText, warningText } from './words.ts'

/** The page of one approval: what it is about, its steps, its history, and the decision unless it is only read. */
export function ApprovalPage({ mode }: { mode: 'approve' | 'edit' | 'view' }) {
  const text = useText()
  const { id } = useParams({ strict: false }) as { id: string }
  const { businessType } = useSearch({ strict: false }) as { businessType?: string }
  const readOnly = mode === 'view'
  const { data: approval } = useApproval(id, businessType, !readOnly)
  const type = approval?.businessType ?? businessType ?? ''
  const link = approval?.link
  return (
    <ActionPage>
      <PageHeader
        title={id}
        back="/approval"
        {...(approval ? { status: approval.status } : {})}
        actions={
          link && (
            <Link to={link as string} className="btn btn-plain">
              <span>
                {mode === 'edit' && approval?.status === 'REJECTED'
                  ? text('approval.correct')
                  : text('approval.openObject', { type: typeText(type) })}
              </span>
            </Link>
          )
        }
      >
        {type && typeText(type)}
      </PageHeader>
      {approval && (
        <Section>
          <DescriptionList
            facts={[
              { label: text('approval.about'), value: approval.title.text },
              approval.amount !== null && {
                label: text('approval.amount'),
                value: <Money amount={approval.amount} currency={approval.currency} />,
              },
              { label: text('approval.maker'), value: approval.makerName },
              { label: text('approval.started'), value: formatDateTime(approval.startedAt) },
              approval.warnings.length > 0 && {
                label: text('approval.warnings'),
                value: approval.warnings.map(warningText).join(', '),
                wide: true,
              },
            ]}
          />
        </Section>
      )}
      <Panel businessNo={id} businessType={type} readOnly={readOnly} />
    </ActionPage>
  )
}
