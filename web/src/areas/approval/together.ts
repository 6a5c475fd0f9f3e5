import { decided } from '@usance/domain/decided-together'
import type { Row } from '@usance/wire/list'
import { workflowCalls } from '@usance/wire/workflow/calls'
import type { openTaskList } from '@usance/wire/workflow/list'
import { send } from '../../http/client.ts'
import { randomId } from '../../http/random-id.ts'
import { isUncertain, Refused } from '../../http/refused.ts'
import { wordsOf } from '../../http/report.ts'
import { addDecimals } from '../../ui/decimal.ts'
import type { Approval } from './use-approval.ts'

export type Task = Row<typeof openTaskList>
export type Review = 'PASSED' | 'REJECTED'
/** Why a row may not be decided with others, or several rows not with one press; the name of its text. */
export type Bar = 'alone' | 'otherSeat' | 'severalKinds' | 'severalSteps'

/** Why a row is decided on its own page only. */
export const barOf = (task: Pick<Task, 'businessType' | 'seat'>, seat: string): Bar | undefined => {
  if (decided[task.businessType] === 'alone') return 'alone'
  return task.seat !== null && task.seat !== seat ? 'otherSeat' : undefined
}
/** Why these rows are not decided with one press: they have to be alike. */
export const barOfAll = (tasks: readonly Pick<Task, 'businessType' | 'nodeName'>[]): Bar | undefined => {
  if (new Set(tasks.map(({ businessType }) => businessType)).size > 1) return 'severalKinds'
  return new Set(tasks.map(({ nodeName }) => nodeName)).size > 1 ? 'severalSteps' : undefined
}

/** What is known of a row once its approval was read: it can be decided, or why not. */
export type Known = { state: 'ready' | 'warned' | 'asked' | 'moved'; approval: Approval } | { state: 'unread'; message: string }
/** What became of the decision on a row. `unknown` may be sent once more, as the same request. */
export type Outcome = { state: 'done' | 'changed' } | { state: 'refused' | 'unknown'; message: string }

const messageOf = (error: unknown) => {
  if (error instanceof Refused) return wordsOf(error)
  throw error
}

/**
 * Reads an approval as it stands. What carries a warning, or asks for a comment of its own to be passed, is not passed with others,
 * though it may be sent back with them.
 */
export async function know(task: Task, review: Review): Promise<Known> {
  const { businessNo, businessType, businessId } = task
  try {
    const approval = await send(
      workflowCalls.history,
      { body: { businessNo, businessType, businessId, ifQueryTask: 'YES' } },
      { quiet: true },
    )
    const isOwn = approval.taskId === task.id && approval.reviews.includes(review)
    if (!isOwn || approval.currentNode !== task.nodeName) return { state: 'moved', approval }
    if (review !== 'PASSED') return { state: 'ready', approval }
    return { state: approval.warnings.length > 0 ? 'warned' : approval.passComment ? 'asked' : 'ready', approval }
  } catch (error) {
    return { state: 'unread', message: messageOf(error) }
  }
}

/** A decision on a row as it is sent, again too: with its key and the comment of the first time. */
export type Sent = { key: string; comment: string }

/** The decision on one row, by the call of its own page: on the content that was shown, and once however often it is sent. */
export async function decideOne(
  { task, approval }: { task: Task; approval: Approval },
  review: Review,
  { key, comment }: Sent,
): Promise<Outcome> {
  try {
    await send(
      workflowCalls.approve,
      {
        body: {
          businessNo: task.businessNo,
          nodeName: task.nodeName,
          taskId: task.id,
          reviewType: review,
          approvalComments: comment,
          contentHash: approval.contentHash,
          idempotencyKey: key,
        },
      },
      { quiet: true },
    )
    return { state: 'done' }
  } catch (error) {
    if (error instanceof Refused && (error.refusal === 'STALE_VERSION' || error.refusal === 'CONTENT_CHANGED'))
      return { state: 'changed' }
    return { state: isUncertain(error) ? 'unknown' : 'refused', message: messageOf(error) }
  }
}
export const newKey = randomId

/** The sum of each currency, in the order in which the currencies come. */
export function totalsOf(items: readonly Pick<Approval, 'amount' | 'currency'>[]): [currency: string, amount: string][] {
  const sums = new Map<string, string>()
  for (const { amount, currency } of items)
    if (amount !== null && currency !== null) sums.set(currency, addDecimals(sums.get(currency) ?? '0', amount))
  return [...sums]
}
