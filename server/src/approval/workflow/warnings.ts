import type { CommentReason } from '@usance/domain/approval'
import { isFailedCheck } from '@usance/domain/failed-check'
import { isToldToParties } from '@usance/wire/invoice/untold-flags'
import type { ApprovalSign } from '@usance/wire/workflow/sign'
import type { App } from '../../app.ts'
import { isPartner } from '../../auth/partner.ts'
import { readsAs } from '../../auth/reads-as.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { approvals } from './decision.ts'
import type { Instance } from './instance.ts'

type Reader = { tx: Tx; app: App; actor: Pick<Actor, 'staff' | 'userRoles' | 'companyId' | 'companyRole'> }

/**
 * What speaks against an approval as its reader is told it: the warnings of its submission, and what is known of its documents now. The
 * transaction sees every company.
 */
export async function warningsFor(
  { tx, app, actor }: Reader,
  instance: Instance,
): Promise<{ warnings: string[]; signs: ApprovalSign[] }> {
  const facts = instance.facts as { warnings?: string[] }
  const reader = readsAs(actor, instance)
  // A partner is told of other companies what the supplier that they introduced is told.
  const isParty = reader === 'SUPPLIER' || reader === 'BUYER' || isPartner(actor)
  const told = (facts.warnings ?? []).filter((code) => !isParty || isToldToParties(code))
  const asksForSigns = instance.status === 'IN_APPROVE' && reader !== 'BUYER'
  const known = (asksForSigns && (await approvals.of(app)[instance.businessType]?.signs?.(tx, instance.businessId))) || []
  const signs = known.filter(({ code }) => !isParty || isToldToParties(code))
  return { warnings: [...new Set([...told, ...signs.map(({ code }) => code)])], signs }
}

/** Why passing the present step needs a comment. Only checks that the reader is told of count. */
export async function passCommentOf(
  { tx, app }: Reader,
  instance: Instance,
  warnings: readonly string[],
): Promise<CommentReason | null> {
  if (warnings.some(isFailedCheck)) return 'FAILED_CHECK'
  const hasFailed = await approvals.of(app)[instance.businessType]?.hasFailedCheck?.(tx, instance.businessId)
  if (hasFailed) return 'FAILED_CHECK'
  return instance.steps.find(({ seq }) => seq === instance.currentSeq)?.passNeedsComment ? 'STEP' : null
}
