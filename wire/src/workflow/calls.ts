import { commentReasons, reviewTypes } from '@usance/domain/approval'
import { z } from 'zod'
import { ofCallersRows } from '../act.ts'
import { only } from '../audience.ts'
import { call } from '../call.ts'
import { DateText, Id, IdempotencyKey, requiredText, text } from '../fields.ts'
import { companyRoles } from '../roles.ts'
import { ApprovalFact } from './fact.ts'
import { ApprovalSign } from './sign.ts'

const base = '/{p}-financial-transaction/backend/workflow'
const businessType = z.string().max(40)
const businessNo = requiredText(120)

/** How many colleagues are told at a time; the others are found by their names. */
export const mostColleagues = 50

export const approvalStatuses = ['IN_APPROVE', 'PASSED', 'REJECTED', 'REFUSED', 'WITHDRAWN'] as const
const stepStates = ['DONE', 'CURRENT', 'WAITING', 'SKIPPED', 'NOT_NEEDED', 'STOPPED'] as const

/** One line of an approval's history. */
const HistoryRow = z.object({
  updateTime: z.string(),
  assigneeName: z.string(),
  operation: z.string(),
  auditComment: z.string().nullable(),
  nodeName: z.string(),
  round: z.number(),
  onBehalfOf: z.string().nullable(),
})
/** One step of the flow as it stands. */
export const FlowStepView = z.object({
  seq: z.number(),
  nodeName: z.string(),
  roles: z.array(z.string()),
  mode: z.enum(['ANY', 'ALL']),
  state: z.enum(stepStates),
  assigneeName: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type FlowStepView = z.infer<typeof FlowStepView>

const Delegation = z.object({
  id: z.string(),
  fromName: z.string(),
  toName: z.string(),
  /** The seat in which it was given; it holds there alone. */
  companyRole: z.enum(companyRoles),
  fromDate: z.string(),
  toDate: z.string(),
  mine: z.boolean(),
})

/** An object in approval, by its number, its kind and its id. */
const subject = {
  businessNo,
  businessType: businessType.optional(),
  /** The id of the object; with it, the number only has to be its own. */
  businessId: Id.optional(),
}
const subjectNames = { 'body.businessNo': ofCallersRows, 'body.businessId': ofCallersRows } as const

/** Approvals: the flow of an object, deciding on one's own task, and handing tasks to a colleague. */
export const workflowCalls = {
  history: call({
    method: 'POST',
    path: `${base}/history`,
    access: { permission: 'approval.view' },
    scope: 'company',
    effect: 'read',
    names: subjectNames,
    title: "An object's approval: its steps, its history, and with ifQueryTask=YES the caller's open task",
    body: z.object({
      ...subject,
      ifQueryTask: z.enum(['YES', 'NO']).optional(),
    }),
    answer: z.object({
      businessNo: z.string(),
      businessType: z.string(),
      businessId: z.string(),
      title: z.record(z.string(), z.string().nullable()),
      status: z.enum(approvalStatuses),
      currentNode: z.string().nullable(),
      round: z.number(),
      /** The caller's own open task, null when there is none to decide. */
      taskId: z.string().nullable(),
      /** The decisions that the caller may give on that task, for themselves or for a colleague. */
      reviews: z.array(z.enum(reviewTypes)),
      /** Send it back with the decision: an object changed meanwhile is then refused. */
      contentHash: z.string(),
      makerName: z.string().nullable(),
      amount: z.string().nullable(),
      currency: z.string().nullable(),
      warnings: z.array(z.string()),
      /** What is known of its documents at this moment, while it is in approval. */
      signs: only(['SUPPLIER', 'FUNDER', 'COMPANY', 'PLATFORM'], z.array(ApprovalSign)),
      /** Why passing the open task needs a comment; null where it needs none. */
      passComment: z.enum(commentReasons).nullable(),
      link: z.string().nullable(),
      startedAt: z.string(),
      /** Nobody who holds the role of the present step may decide on it; somebody else has to be given the role. */
      withoutDecider: z.boolean(),
      steps: z.array(FlowStepView),
      detailDTOS: z.array(HistoryRow),
    }),
  }),
  facts: call({
    method: 'POST',
    path: `${base}/facts`,
    access: { permission: 'approval.view' },
    scope: 'company',
    effect: 'read',
    names: subjectNames,
    title:
      'What the decision is about: the figures of the record as the caller may read them, none of a kind that tells them elsewhere',
    body: z.object(subject),
    answer: z.object({ facts: z.array(ApprovalFact) }),
  }),
  approve: call({
    method: 'POST',
    path: `${base}/approve`,
    // Whose task it is decides the rest: a delegate acts with the right of the person who delegated.
    access: { permission: ['approval.pass', 'approval.deny', 'approval.reject', 'approval.view'] },
    scope: 'company',
    effect: 'write',
    names: {
      'body.businessNo': { judged: 'the number of the task that is decided, held against it' },
      'body.taskId': { kind: 'task', of: 'company' },
    },
    // The task knows its seat and its delegate; a Viewer decides only as a delegate.
    act: {
      by: { SUPPLIER: 'any', BUYER: 'any', FUNDER: 'any', COMPANY: 'any', PLATFORM: 'any' },
      second: 'flow',
      shows: ['body.contentHash'],
      event: ['APPROVAL_PASSED', 'APPROVAL_REJECTED', 'APPROVAL_REFUSED'],
    },
    title: 'Pass, send back (REJECTED) or refuse for good (REFUSED) the own open task',
    body: z.object({
      businessNo,
      nodeName: z.string().max(80),
      taskId: Id,
      reviewType: z.enum(reviewTypes),
      approvalComments: z.string().max(5000).default(''),
      contentHash: z.string().max(200).optional(),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: z.object({ status: z.enum(approvalStatuses), nextNode: z.string().nullable() }),
  }),
  counts: call({
    method: 'POST',
    path: `${base}/counts`,
    access: { permission: 'approval.view' },
    scope: 'company',
    effect: 'read',
    title: 'How many tasks wait for the caller, how many they have decided, and how many approvals they have begun',
    body: z.object({}),
    answer: z.object({ open: z.number(), done: z.number(), mine: z.number() }),
  }),
  delegations: call({
    method: 'POST',
    path: `${base}/delegation/list`,
    access: { permission: 'approval.view' },
    scope: 'company',
    effect: 'read',
    title: 'Delegations from and to the caller that have not ended',
    body: z.object({}),
    answer: z.array(Delegation),
  }),
  colleagues: call({
    method: 'POST',
    path: `${base}/delegation/colleagues`,
    access: { permission: 'approval.delegate' },
    scope: 'company',
    effect: 'read',
    title: 'The people of the same company and role whom the caller may let act',
    body: z.object({ name: text(80).default('') }),
    answer: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  delegate: call({
    method: 'POST',
    path: `${base}/delegation/add`,
    access: { permission: 'approval.delegate' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.toUserId': { kind: 'user', of: 'company' },
    },
    act: {
      by: { SUPPLIER: 'checking', BUYER: 'checking', FUNDER: 'checking', COMPANY: 'checking', PLATFORM: 'either' },
      second: 'nobody',
      event: 'DELEGATION_ADDED',
    },
    title: "Let a colleague of the same company and role decide on the caller's tasks between two days",
    body: z.object({ toUserId: Id, fromDate: DateText, toDate: DateText, idempotencyKey: IdempotencyKey }),
    answer: z.object({ id: z.string() }),
  }),
  endDelegation: call({
    method: 'POST',
    path: `${base}/delegation/end`,
    access: { permission: 'approval.delegate' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.id': { kind: 'delegation', of: 'company' },
    },
    act: {
      by: { SUPPLIER: 'checking', BUYER: 'checking', FUNDER: 'checking', COMPANY: 'checking', PLATFORM: 'either' },
      second: 'nobody',
      event: 'DELEGATION_ENDED',
    },
    title: 'End a delegation of the caller before its day',
    body: z.object({ id: Id, idempotencyKey: IdempotencyKey }),
    answer: z.object({}),
  }),
}
