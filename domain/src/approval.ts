import type { ApprovalStep, ApproverRole } from './approval-flows.ts'
import type { LocalDate } from './local-date.ts'
import { ok, type Result, refuse } from './result.ts'
import { type ApprovalStatus, approvalCan } from './states/approval-instance.ts'

/** What the three buttons send: pass, deny (send back for change), reject (refuse for good). */
export const reviewTypes = ['PASSED', 'REJECTED', 'REFUSED'] as const
export type ReviewType = (typeof reviewTypes)[number]

export const maxCommentLength = 500
// Format and control characters, and letters that print as blanks, so that nobody comments with nothing.
const invisible = /[\p{Cc}\p{Cf}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu

/** The comment as it is kept: without what cannot be seen (line breaks stay), trimmed. */
export const cleanComment = (text: string): string =>
  text.replace(invisible, (char) => (char === '\n' || char === '\t' ? char : '')).trim()

/** Deny and reject need a comment, or the maker cannot tell what to correct; no comment is longer than 500 characters. */
export function checkedComment(review: ReviewType, text: string): Result<string, 'COMMENT_REQUIRED'> {
  const comment = cleanComment(text)
  if ([...comment].length > maxCommentLength) return refuse('COMMENT_REQUIRED')
  return review !== 'PASSED' && comment === '' ? refuse('COMMENT_REQUIRED') : ok(comment)
}

export type Approver = { readonly userId: string; readonly companyId: string; readonly role: ApproverRole }
/** Somebody's tasks go to somebody else for a time, both days included; same company and role. */
export type Delegation = {
  readonly fromUserId: string
  readonly toUserId: string
  readonly companyId: string
  readonly role: ApproverRole
  readonly fromDate: LocalDate
  readonly toDate: LocalDate
}
export type TaskStatus = 'OPEN' | ReviewType | 'CANCELLED'
export type ApprovalTask = {
  readonly taskId: string
  readonly seq: number
  readonly assigneeId: string
  /** Set when a delegate acts: 'A for B'. */
  readonly onBehalfOf: string | null
  readonly status: TaskStatus
}
export type ApprovalInstance = {
  readonly status: ApprovalStatus
  readonly makerId: string
  /** The steps it began with. */
  readonly steps: readonly ApprovalStep[]
  readonly currentSeq: number
  readonly tasks: readonly ApprovalTask[]
}

const actedIn = ({ tasks }: ApprovalInstance) =>
  new Set(tasks.filter(({ status }) => status !== 'OPEN' && status !== 'CANCELLED').map(({ assigneeId }) => assigneeId))

/**
 * Who gets a task of a step: everybody of its roles except the maker and those who have acted in this approval already;
 * a delegate in place of who is away, under the same two conditions. Nobody left is for the caller to escalate.
 */
export function assigneesOf(
  step: ApprovalStep,
  instance: ApprovalInstance,
  approvers: readonly Approver[],
  delegations: readonly Delegation[],
  on: LocalDate,
): { assigneeId: string; onBehalfOf: string | null }[] {
  const acted = actedIn(instance)
  const mayAct = (userId: string) => userId !== instance.makerId && !acted.has(userId)
  const chosen = new Map<string, string | null>()
  for (const approver of approvers.filter(({ role, userId }) => step.roles.includes(role) && userId !== instance.makerId)) {
    const delegate = delegateOf(approver, approvers, delegations, on)
    if (delegate && mayAct(delegate)) {
      if (!chosen.get(delegate)) chosen.set(delegate, approver.userId)
    } else if (mayAct(approver.userId) && !chosen.has(approver.userId)) chosen.set(approver.userId, null)
  }
  return [...chosen].map(([assigneeId, onBehalfOf]) => ({ assigneeId, onBehalfOf }))
}

function delegateOf(
  { userId, companyId, role }: Approver,
  approvers: readonly Approver[],
  delegations: readonly Delegation[],
  on: LocalDate,
): string | null {
  const active = delegations.find(
    (one) =>
      one.fromUserId === userId && one.companyId === companyId && one.role === role && one.fromDate <= on && on <= one.toDate,
  )
  const holdsRole = approvers.some((one) => one.userId === active?.toUserId && one.companyId === companyId && one.role === role)
  return active && holdsRole ? active.toUserId : null
}

export type Decision = {
  readonly taskId: string
  readonly actorId: string
  readonly review: ReviewType
  readonly comment: string
}
export type DecisionRefusal =
  | 'ILLEGAL_TRANSITION'
  | 'NOT_YOUR_TASK'
  | 'MAKER_CANNOT_APPROVE'
  | 'STALE_VERSION'
  | 'COMMENT_REQUIRED'
export type Decided = {
  readonly instance: ApprovalInstance
  readonly comment: string
  /** The step that now needs tasks; null while the current one waits for others, and at the end. */
  readonly nextStep: ApprovalStep | null
}

/** What a decision does: the step goes on, the next begins, or the approval ends and the other tasks are cancelled. */
export function decide(
  instance: ApprovalInstance,
  { taskId, actorId, review, comment }: Decision,
): Result<Decided, DecisionRefusal> {
  if (!approvalCan.pass(instance.status)) return refuse('ILLEGAL_TRANSITION')
  const task = instance.tasks.find((one) => one.taskId === taskId)
  if (actorId === instance.makerId) return refuse('MAKER_CANNOT_APPROVE')
  if (!task || task.assigneeId !== actorId) return refuse('NOT_YOUR_TASK')
  // Somebody else was faster, or the page is old.
  if (task.status !== 'OPEN' || task.seq !== instance.currentSeq) return refuse('STALE_VERSION')
  if (actedIn(instance).has(actorId)) return refuse('NOT_YOUR_TASK')
  const checked = checkedComment(review, comment)
  if (!checked.ok) return checked

  const acted = instance.tasks.map((one) => (one.taskId === taskId ? { ...one, status: review as TaskStatus } : one))
  const answer = (change: Partial<ApprovalInstance>, nextStep: ApprovalStep | null = null) =>
    ok({ instance: { ...instance, tasks: acted, ...change }, comment: checked.value, nextStep })

  if (review !== 'PASSED') return answer({ status: review, tasks: cancelOpen(acted) })
  const step = instance.steps.find(({ seq }) => seq === instance.currentSeq)!
  if (!quorumReached(step, acted)) return answer({})
  const tasks = cancelOpen(acted)
  const nextStep = instance.steps.find(({ seq }) => seq > instance.currentSeq) ?? null
  return nextStep ? answer({ tasks, currentSeq: nextStep.seq }, nextStep) : answer({ tasks, status: 'PASSED' })
}

const cancelOpen = (tasks: readonly ApprovalTask[]): ApprovalTask[] =>
  tasks.map((one) => (one.status === 'OPEN' ? { ...one, status: 'CANCELLED' } : one))

/** ANY: one pass is enough; ALL: no task of the step is open any more. */
const quorumReached = ({ seq, mode }: ApprovalStep, tasks: readonly ApprovalTask[]): boolean => {
  const ofStep = tasks.filter((one) => one.seq === seq)
  return mode === 'ANY' ? ofStep.some(({ status }) => status === 'PASSED') : ofStep.every(({ status }) => status !== 'OPEN')
}
