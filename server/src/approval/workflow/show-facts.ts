import type { workflowCalls } from '@usance/wire/workflow/calls'
import type { Handler } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { isOfFlow, takesPart } from './acting.ts'
import { mayOpen } from './approvals-seen.ts'
import { decisionOf } from './decision.ts'
import { instancesSeen } from './instances-seen.ts'

/**
 * Returns the facts behind a decision to the people of its flow, and to readers who may open the page of the record. Returns an empty list
 * for a record that the reader may not see.
 */
export const showFacts: Handler<typeof workflowCalls.facts> = async (request) => {
  const { app, actor } = request
  const [instance] = await instancesSeen(request, request.body)
  const { facts } = decisionOf(app, instance.businessType)
  if ('without' in facts) return { facts: [] }
  const reader = { ...request, takesPart: await takesPart(request, instance) }
  if (!mayOpen(facts.access, actor) && !(await isOfFlow(request, instance))) return { facts: [] }
  try {
    return { facts: await facts.tell(reader, instance) }
  } catch (error) {
    if (error instanceof Refused && (error.refusal === 'NOT_FOUND' || error.refusal === 'FORBIDDEN')) return { facts: [] }
    throw error
  }
}
