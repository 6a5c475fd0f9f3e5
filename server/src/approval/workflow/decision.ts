import type { BusinessType } from '@usance/domain/approval-flows'
import type { ApprovalSign } from '@usance/wire/workflow/sign'
import type { RawBuilder } from 'kysely'
import type { App } from '../../app.ts'
import type { Tx } from '../../database/database.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { Port } from '../../port.ts'
import type { Facts, NoFacts } from './facts.ts'
import type { Instance } from './instance.ts'

/** What an object does with the outcome of its approval, in the transaction of the decision. */
export type Decision<F extends Facts | NoFacts = Facts | NoFacts> = {
  /**
   * The permission with which the object is read by who has no part in its approval; null where the object is not there. Kinds
   * without one are read by all companies of the approval and by staff, with `approval.view`.
   */
  viewRight?: (app: App, tx: Tx, businessId: string) => Promise<string | null>
  /** Supplier and buyer read the approval only after it has passed, as on the page of the object. People who take part in it read it at any time. */
  isToldOncePassed?: true
  /**
   * The companies and people that the object concerns, besides those that its approval names as parties: a SELECT of their ids. Whoever
   * is one of them, or introduced one of these companies, has an interest in the outcome and decides nothing. Null where the use case
   * that submits the object names them all.
   */
  concerned: ((businessId: string) => RawBuilder<unknown>) | null
  /** What the deciders read of the record beside their decision, or why they read it elsewhere. */
  facts: F
  /** Locks the object and what else its hash reads of rows that may change, until the decision has ended. */
  lock: (tx: Tx, businessId: string) => Promise<unknown>
  /** A hash of everything the approvers judge, computed from the rows as they are now. A decision locks them first. */
  contentHash: (tx: Tx, businessId: string) => Promise<string>
  /** What is known at this moment of the documents behind the object, for its approvers; no buyer is told. Sees every company. */
  signs?: (tx: Tx, businessId: string) => Promise<ApprovalSign[]>
  /** Whether a check failed that is no warning of the submission. Sees every company. */
  hasFailedCheck?: (tx: Tx, businessId: string) => Promise<boolean>
  /** What must be there before anybody passes a step; a refusal thrown here stops the decision. */
  mayPass?: (context: UseCaseContext, instance: Instance) => Promise<void>
  /** The last step has passed. A refusal thrown here undoes the decision. */
  passed: (context: UseCaseContext, instance: Instance) => Promise<void>
  /** Sent back for correction; the maker may edit and submit again, which opens a new round. */
  rejected: (context: UseCaseContext, instance: Instance, comment: string) => Promise<void>
  /** Refused for good. */
  refused: (context: UseCaseContext, instance: Instance, comment: string) => Promise<void>
}

/** The approvals of a noun, by the kind of object. `all-approvals.ts` joins those of all nouns. */
export type Approvals = Partial<Record<BusinessType, Decision>>

export const approvals = new Port<Approvals>('approvals')

/** The decision of a kind of object. A kind without one is a bug, because nobody would act on its outcome. */
export function decisionOf(app: App, businessType: BusinessType): Decision {
  const decision = approvals.of(app)[businessType]
  if (!decision) throw new Error(`Nothing decides on ${businessType}.`)
  return decision
}
