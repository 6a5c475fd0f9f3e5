import type { FlowStep } from '@usance/domain/approval'
import type { BusinessType } from '@usance/domain/approval-flows'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { mayGiveWay } from '../../../ui/may-leave.ts'
import { PageHeader, Section } from '../../../ui/page-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { typeText } from '../../approval/words.ts'
import { ChangesSection } from '../config/changes-section.tsx'
import { useCurrent, useMayChange } from '../config/use-config.ts'
import { FlowEditor } from './flow-editor.tsx'
import { FlowPicture } from './flow-picture.tsx'
import './workflow.css'

type Flow = { version: number; steps: FlowStep[] }

/** Who decides on what: the flow of each kind of object as a picture, and its next version put forward. */
export default function Flows() {
  const text = useText()
  const mayEdit = useMayChange('system.workflow.edit')
  const answer = useCurrent('WORKFLOW')
  const [type, setType] = useState<BusinessType>('FINANCE_ORDER')
  // The version that is edited stays the one that was begun with, whatever a colleague's change makes of the flow meanwhile.
  const [begun, begin] = useState<Flow>()
  const flow = answer.data?.find((row) => row.id === type)
  return (
    <div className="page">
      <PageHeader title={text('menu.systemWorkflow')}>{text('staff.flowsText')}</PageHeader>
      <Section>
        {answer.isLoadingError ? (
          <Failed error={answer.error} onRetry={() => void answer.refetch()} />
        ) : !flow ? (
          <Skeleton lines={8} />
        ) : (
          <>
            <div className="staff-bar">
              <Select
                label={text('staff.field.type')}
                all={false}
                value={type}
                options={answer.data!.map((row) => ({ value: row.id, label: typeText(row.id) }))}
                onChange={async (value) => {
                  if (value === type || !(await mayGiveWay())) return
                  setType(value as BusinessType)
                  begin(undefined)
                }}
              />
              <span className="muted">
                {flow.version === 0
                  ? text('staff.asShipped')
                  : `${text('staff.version')} ${flow.version} · ${flow.createdByName ?? ''} · ${formatDateTime(flow.createdAt)}`}
              </span>
              {mayEdit && !begun && (
                <Button small onClick={() => begin({ version: flow.version, steps: flow.steps as FlowStep[] })}>
                  {text('staff.change')}
                </Button>
              )}
            </div>
            {begun ? (
              <FlowEditor key={type} type={type} {...begun} onClose={() => begin(undefined)} />
            ) : (
              <FlowPicture type={type} steps={flow.steps as FlowStep[]} />
            )}
          </>
        )}
      </Section>
      <ChangesSection kind="WORKFLOW" />
    </div>
  )
}
