import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { readsAs } from '../../auth/reads-as.ts'
import { isOwnOn, rowOfSeat } from '../../books/servicing/side-of-seat.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../http/context.ts'
import { Refused } from '../../http/refused.ts'
import { checkMayRead, isOfFlow, takesPart } from './acting.ts'
import { recordSeen } from './approvals-seen.ts'
import { approvals } from './decision.ts'
import type { Instance } from './instance.ts'

type Asked = { tx: Tx; app: App; actor: Actor; today: string }
type Subject = { businessNo: string; businessType?: string | undefined; businessId?: string | undefined }

/** SQL: whether an approval is for the side of the seat: the company is on that side of it, perhaps on others too, or on none. */
const isOfSide = (actor: Actor) => sql<boolean>`(${rowOfSeat(actor, 'workflow_instance')}
  or ${isOwnOn(actor, 'SUPPLIER', 'workflow_instance.supplier_id')} or ${isOwnOn(actor, 'BUYER', 'workflow_instance.buyer_id')}
  or ${isOwnOn(actor, 'FUNDER', 'workflow_instance.funder_id')})`

/**
 * Loads the approvals of an object that the caller may read, the newest first. Throws NOT_FOUND if there are none. A number belongs to one
 * object alone (`approval_number`), so a number without an id finds no other object.
 */
export async function instancesSeen(asked: Asked, subject: Subject): Promise<[Instance, ...Instance[]]> {
  const { tx, actor, app } = asked
  let found = tx
    .selectFrom('workflowInstance')
    .selectAll()
    .select([isOfSide(actor).as('isOfSide'), recordSeen(actor).as('isShown')])
    .where('businessNo', '=', subject.businessNo)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  if (subject.businessId) found = found.where('businessId', '=', subject.businessId)
  if (subject.businessType) found = found.where('businessType', '=', subject.businessType)
  const rows = (await found.limit(50).execute()) as (Instance & { isOfSide: boolean; isShown: boolean })[]
  const seen: Instance[] = []
  // People who take part in an approval read it, whatever it is. Others on the side of the seat read it too; one of money only as readers of its
  // record, or where its flow asks them.
  for (const { isOfSide, isShown, ...row } of rows) {
    const isTold = isOfSide && isToldToParty(asked, row)
    if (isTold ? isShown || (await isOfFlow(asked, row)) : await takesPart(asked, row)) seen.push(row)
  }
  const [instance, ...earlier] = seen
  if (!instance) throw new Refused('NOT_FOUND')
  const viewRight = approvals.of(app)[instance.businessType]?.viewRight
  if (viewRight) await checkMayRead(asked, instance, await viewRight(app, tx, instance.businessId))
  return [instance, ...earlier]
}

/** Whether the approval, as it stands, is for the side on which the caller reads it. */
function isToldToParty({ app, actor }: Asked, instance: Instance): boolean {
  if (instance.status === 'PASSED' || !approvals.of(app)[instance.businessType]?.isToldOncePassed) return true
  const reader = readsAs(actor, instance)
  return reader === 'PLATFORM' || reader === 'FUNDER'
}
