import type { FlowStep } from '@usance/domain/approval'
import { type BusinessType, businessTypes, lacksToDecide } from '@usance/domain/approval-flows'
import { type FlowDraft, flowInForce, soundFlow } from '@usance/domain/flow-definition'
import { sql } from 'kysely'
import { nameAt } from '../../audit/doer.ts'
import { matrixRows } from '../../auth/permission-matrix.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import type { Kind, ValuesOf } from './kind.ts'
import { aloneIn } from './stale.ts'

/** The flow of every kind of object that a new approval follows; version 0 is the one the product ships. */
export async function currentFlows(tx: Tx) {
  const saved = await tx
    .selectFrom('workflowDefinition as d')
    .select(['d.businessType', 'd.version', 'd.steps', 'd.createdAt'])
    .select(nameAt(sql.ref('d.createdBy'), sql.ref('d.createdAt')).as('createdByName'))
    .where('d.status', '=', 'ENABLE')
    .distinctOn('d.businessType')
    .orderBy('d.businessType')
    .orderBy('d.version', 'desc')
    .execute()
  return businessTypes.map((type) => {
    const own = saved.find((one) => one.businessType === type)
    return {
      id: type,
      version: own?.version ?? 0,
      steps: flowInForce(type, own?.steps as FlowStep[] | undefined),
      createdAt: own?.createdAt ?? null,
      createdByName: own?.createdByName ?? null,
    }
  })
}

const flowNow = async (tx: Tx, type: string) => (await currentFlows(tx)).find((one) => one.id === type)!

function stepsOf(type: BusinessType, values: ValuesOf<'WORKFLOW'>): FlowStep[] {
  const sound = soundFlow(type, values.steps as FlowDraft[])
  if (!sound.ok) throw faultyField('steps', sound.refusal)
  return sound.value
}

/** Refuses a step for a role that the matrix does not let decide on such objects; its task would wait for ever. */
async function refuseUnable(tx: Tx, type: BusinessType, steps: readonly FlowStep[]): Promise<void> {
  const rows = await matrixRows(tx)
  if (steps.flatMap((step) => step.roles).some((role) => lacksToDecide(rows, type, role))) throw faultyField('steps', 'FLOW_ROLE')
}

/** The flow of one kind of object: changed by an administrator, passed by operations; approvals under way keep theirs. */
export const workflowKind: Kind<'WORKFLOW'> = {
  permission: 'system.workflow.edit',
  page: '/system/workflow',
  businessType: () => 'WORKFLOW',
  async prepare(tx, { values, targetId, version }) {
    const before = await flowNow(tx, targetId!)
    if (before.version !== version) throw new Refused('STALE_VERSION')
    const steps = stepsOf(targetId as BusinessType, values)
    await refuseUnable(tx, targetId as BusinessType, steps)
    // What the product offers may be named in a condition, nothing else.
    const codes = steps.flatMap((step) => step.when ?? []).flatMap((one) => (one.kind === 'PRODUCT' ? one.codes : []))
    if (codes.length > 0) {
      const known = await tx.selectFrom('financingProduct').select('code').where('code', 'in', codes).execute()
      if (codes.some((code) => !known.some((one) => one.code === code))) throw faultyField('steps', 'NOT_FOUND')
    }
    return {
      before: { version: before.version, steps: before.steps },
      title: `${targetId} v${before.version + 1}: ${steps.map((step) => step.node.replace(/_CHECK$/, '')).join(' → ')}`,
      concerns: [],
    }
  },
  async apply({ tx, actor }, { values, targetId, version }) {
    // The matrix may have changed since it was put forward.
    await aloneIn(tx, 'ROLE')
    const steps = stepsOf(targetId as BusinessType, values)
    await refuseUnable(tx, targetId as BusinessType, steps)
    const added = await tx
      .insertInto('workflowDefinition')
      .values({
        id: newId(),
        businessType: targetId!,
        version: version! + 1,
        steps: JSON.stringify(steps),
        createdBy: actor.userId,
      })
      .onConflict((conflict) => conflict.columns(['businessType', 'version']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Refused('STALE_VERSION')
  },
}
