import { useQuery } from '@tanstack/react-query'
import type { FlowStep } from '@usance/domain/approval'
import type { ChangeOf, ChangeRow } from '@usance/wire/config-change/answers'
import { configChangeCalls } from '@usance/wire/config-change/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Answered } from '../../../ui/answered.tsx'
import { Section } from '../../../ui/page-frame.tsx'
import { typeText } from '../../approval/words.ts'
import { FlowPicture } from '../workflow/flow-picture.tsx'
import '../workflow/workflow.css'
import { Differences } from './differences.tsx'
import { ProductProof } from './product-proof.tsx'
import { ProposedRates } from './proposed-rates.tsx'
import { PutForward } from './put-forward.tsx'
import { RoleMatrix, roleLetters } from './role-matrix.tsx'

/** What a change of configuration alters, on the page where it is decided: nobody passes what they cannot read. */
export function ProposedChange({ no }: { no: string }) {
  const text = useText()
  const answer = useQuery({
    queryKey: ['config', 'change', no],
    queryFn: () => send(configChangeCalls.change, { body: { no } }, { quiet: true }),
  })
  return (
    <Section title={text('staff.putForward')}>
      <Answered question={answer} lines={4}>
        {(row) => <Change row={row} />}
      </Answered>
    </Section>
  )
}

function Change({ row }: { row: ChangeRow }) {
  if (row.kind === 'WORKFLOW') return <Flows row={row} />
  if (row.kind === 'ROLE') return <Grants row={row} />
  if (row.kind === 'FX' || row.kind === 'RATE') return <ProposedRates row={row} />
  return (
    <>
      <ul className="staff-diff">
        <Differences row={row} />
      </ul>
      <PutForward row={row} isOpen />
      {row.kind === 'PRODUCT' && <ProductProof no={row.no} />}
    </>
  )
}

function Flows({ row }: { row: ChangeOf<'WORKFLOW'> }) {
  const text = useText()
  const type = row.targetId ?? ''
  return (
    <>
      <h3 className="flow-which">
        {typeText(type)} · {text('staff.flowNow')}
      </h3>
      <FlowPicture type={type} steps={stepsOf(row.before?.steps ?? [])} />
      <h3 className="flow-which">
        {typeText(type)} · {text('staff.flowThen')}
      </h3>
      <FlowPicture type={type} steps={stepsOf(row.after.values.steps)} />
    </>
  )
}

type StatedStep = Omit<FlowStep, 'seq' | 'node'> & Partial<Pick<FlowStep, 'seq' | 'node'>>
/** A step without a name of its own is named for its role. */
const stepsOf = (steps: readonly StatedStep[]): FlowStep[] =>
  steps.map((step, at) => ({ ...step, seq: step.seq ?? at + 1, node: step.node ?? `${step.roles[0]}_CHECK` }))

function Grants({ row }: { row: ChangeOf<'ROLE'> }) {
  const before = row.before ?? []
  const after = row.after.values.changes
  return (
    <RoleMatrix
      rows={before.map(({ permission, roles, version, alwaysGranted }) => ({
        id: permission,
        roles,
        version,
        alwaysGranted: alwaysGranted ?? false,
      }))}
      letters={roleLetters}
      rolesOf={({ id, roles }) => after.find(({ permission }) => permission === id)?.roles ?? roles}
    />
  )
}
