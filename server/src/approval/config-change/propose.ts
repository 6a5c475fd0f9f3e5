import { createHash } from 'node:crypto'
import type { configChangeCalls } from '@usance/wire/config-change/calls'
import type { ConfigKind } from '@usance/wire/config-change/values'
import type { z } from 'zod'
import type { App } from '../../app.ts'
import { audit } from '../../audit/record.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Actor, Context, Handler } from '../../http/context.ts'
import { canonical } from '../../http/once.ts'
import { Refused } from '../../http/refused.ts'
import type { Approvals, Decision } from '../workflow/decision.ts'
import type { NoFacts } from '../workflow/facts.ts'
import { startFlow } from '../workflow/start-flow.ts'
import { configKinds, type Kind, type Proposal, viewRightOf } from './kind.ts'
import { judgedSize } from './limit-size.ts'

// biome-ignore lint/suspicious/noExplicitAny: the values of a stored change are of the kind that its row names.
type AnyKind = any
type Stored = Proposal<AnyKind> & { kind: ConfigKind }
const kindOf = (app: App, kind: string) => configKinds.of(app)[kind as ConfigKind] as Kind<AnyKind>
const hashOf = (stored: unknown) => createHash('sha256').update(canonical(stored)).digest('hex')

export const propose: Handler<typeof configChangeCalls.propose> = (request) => putForward(request, request.body)

/** Puts a change forward. Nothing is in force before people other than its maker have passed it. */
export async function putForward(
  request: Context & { actor: Actor },
  change: z.output<typeof configChangeCalls.propose.body>,
): Promise<{ id: string; no: string }> {
  const { app, tx, actor, today } = request
  const kind = kindOf(app, change.kind)
  if (!actor.permissions.has(kind.permission)) throw new Refused('FORBIDDEN')
  const { idempotencyKey: _, ...stored } = change as Stored & { idempotencyKey?: string }
  const { before, title, concerns, warnings = [], asks } = await kind.prepare(tx, stored, today)
  const id = newId()
  const no = await nextNumber(tx, 'CFG', today)
  const contentHash = hashOf(stored)
  const added = await tx
    .insertInto('configChange')
    .values({
      id,
      no,
      kind: stored.kind,
      targetId: stored.targetId ?? null,
      title,
      before: before === null ? null : JSON.stringify(before),
      after: JSON.stringify(stored),
      contentHash,
      createdBy: actor.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Refused('ILLEGAL_TRANSITION')
  const limit = change.kind === 'LIMIT' ? change.values : undefined
  await audit(request, {
    event: 'CONFIG_PROPOSED',
    objectType: `CONFIG_${stored.kind}`,
    objectId: id,
    objectNo: no,
    before,
    after: stored,
  })
  await startFlow(request, {
    businessType: asks?.businessType ?? kind.businessType(stored.values),
    supplierId: asks?.supplierId ?? null,
    businessId: id,
    businessNo: no,
    title,
    contentHash,
    concernedIds: concerns,
    warnings: [...warnings],
    ...(limit
      ? {
          amount: limit.amount,
          currency: limit.currency,
          funderId: limit.funderId || null,
          judged: await judgedSize(tx, limit, { changeId: id, limitId: stored.targetId ?? null, today }),
        }
      : {}),
    link: `${kind.page}?change=${no}`,
  })
  return { id, no }
}

const rowOf = (tx: Tx, id: string) =>
  tx.selectFrom('configChange').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

const ended = async (tx: Tx, id: string, status: 'PASSED' | 'REJECTED' | 'REFUSED', now: Date, comment?: string) => {
  const moved = await tx
    .updateTable('configChange')
    .set({ status, comment: comment ?? null, endedAt: now.toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'IN_APPROVE')
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Refused('STALE_VERSION')
}

/** What becomes of a change when its approval ends. One that was sent back is put forward again as a new change. */
const configChangeDecision: Decision<NoFacts> = {
  // The kind of a change says whom it concerns when the change is put forward.
  concerned: null,
  facts: { without: 'The call of the change tells what was and what shall be.' },
  // A company of the approval finds no change: it reads what it takes part in.
  async viewRight(app, tx, id) {
    const row = await tx.selectFrom('configChange').select('kind').where('id', '=', id).executeTakeFirst()
    return row ? viewRightOf(kindOf(app, row.kind)) : null
  },
  lock: rowOf,
  contentHash: async (tx, id) => hashOf((await rowOf(tx, id)).after),
  async passed(context, { businessId }) {
    const row = await rowOf(context.tx, businessId)
    await kindOf(context.app, row.kind).apply(context, row.after as Stored, row.before)
    await ended(context.tx, row.id, 'PASSED', context.now)
    await audit(context, {
      event: 'CONFIG_CHANGED',
      objectType: `CONFIG_${row.kind}`,
      objectId: row.targetId ?? row.id,
      objectNo: row.no,
      before: row.before,
      after: row.after,
    })
  },
  rejected: (context, { businessId }, comment) => ended(context.tx, businessId, 'REJECTED', context.now, comment),
  refused: (context, { businessId }, comment) => ended(context.tx, businessId, 'REFUSED', context.now, comment),
}

export const configChangeApprovals = {
  LIMIT: configChangeDecision,
  BUYER_LIMIT: configChangeDecision,
  DISCLOSURE: configChangeDecision,
  PRODUCT: configChangeDecision,
  RATE: configChangeDecision,
  ROLE: configChangeDecision,
  WORKFLOW: configChangeDecision,
  CALENDAR: configChangeDecision,
} satisfies Approvals
