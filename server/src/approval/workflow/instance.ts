import type { FlowFacts, FlowStep } from '@usance/domain/approval'
import { isNeeded } from '@usance/domain/approval'
import { type AnsweringSide, type BusinessType, rolesAgainst, rolesOfSide } from '@usance/domain/approval-flows'
import { flowInForce } from '@usance/domain/flow-definition'
import type { Selectable } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { WorkflowInstanceTable } from '../../database/tables.ts'
import { Refused } from '../../http/refused.ts'

/** A step as an instance keeps it: the definition of the day it started, and whether this object needs the step. */
export type InstanceStep = FlowStep & { needed: boolean }
/** One approval of one object, over all its rounds. */
export type Instance = Omit<Selectable<WorkflowInstanceTable>, 'steps' | 'businessType'> & {
  steps: InstanceStep[]
  businessType: BusinessType
}

/** The newest definition of a flow that an administrator saved, if there is one. */
export const definitionFor = (tx: Tx, businessType: BusinessType) =>
  tx
    .selectFrom('workflowDefinition')
    .select(['id', 'steps'])
    .where('businessType', '=', businessType)
    .where('status', '=', 'ENABLE')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The steps of a new instance, put forward from a seat: those of the definition, or else the flow the product ships. Where
 * a side answers alone, nobody else decides in its place; the steps of staff stay theirs.
 */
export function stepsFor(
  definition: Awaited<ReturnType<typeof definitionFor>>,
  businessType: BusinessType,
  makerRole: string,
  facts: FlowFacts,
  answeredBy?: AnsweringSide,
) {
  const steps = flowInForce(businessType, definition?.steps as FlowStep[] | undefined)
  return {
    definitionId: definition?.id ?? null,
    steps: steps.map(
      (step): InstanceStep => ({
        ...step,
        roles: answeredBy ? rolesOfSide(answeredBy, step.roles) : rolesAgainst(businessType, makerRole, step.roles),
        needed: isNeeded(step, facts),
      }),
    ),
  }
}

/** The instance with its row locked: of two who decide at once, the second waits here and then sees what the first did. */
export async function lockInstance(tx: Tx, id: string): Promise<Instance> {
  const row = await tx.selectFrom('workflowInstance').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  return row as Instance
}

/** The newest approval of the object with a number, of the given kinds; throws NOT_FOUND where the caller's rows hold none. */
export async function newestInstance(tx: Tx, businessNo: string, businessTypes: readonly BusinessType[]): Promise<Instance> {
  const row = await tx
    .selectFrom('workflowInstance')
    .selectAll()
    .where('businessNo', '=', businessNo)
    .where('businessType', 'in', businessTypes)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  return row as Instance
}
