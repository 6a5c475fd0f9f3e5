import { type PaperKind, paperFaults, paperKinds, shippedPapers } from '@usance/domain/papers'
import { paperTarget } from '@usance/wire/config-change/values'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { faultyField, Refused } from '../../http/refused.ts'
import { paperGroupsOf } from '../../platform/paper/groups.ts'
import type { Kind } from './kind.ts'

const setOf = (tx: Tx, kind: PaperKind, productId: string | null) =>
  tx
    .selectFrom('paperSet')
    .selectAll()
    .where('kind', '=', kind)
    .where('productId', productId ? '=' : 'is', productId)
    .executeTakeFirst()

/** The sets of groups in force; a kind that nobody changed has the shipped groups, in version 0. */
export async function currentPapers(tx: Tx) {
  const sets = await tx
    .selectFrom('paperSet as s')
    .leftJoin('financingProduct as p', 'p.id', 's.productId')
    .select(['s.kind', 's.productId', 's.groups', 's.version', 's.updatedAt', 'p.code as productCode'])
    .orderBy('p.code')
    .execute()
  return paperKinds.flatMap((kind) => {
    const own = sets.filter((set) => set.kind === kind)
    const common = own.find((set) => set.productId === null) ?? {
      kind,
      productId: null,
      productCode: null,
      groups: [...shippedPapers[kind]],
      version: 0,
      updatedAt: null,
    }
    return [common, ...own.filter((set) => set.productId !== null)].map(({ kind: _, ...set }) => ({
      id: paperTarget(kind, set.productId),
      documentKind: kind,
      ...set,
    }))
  })
}

/** Changes of papers: the groups of a document, and which of them are required. */
export const paperKind: Kind<'PAPER'> = {
  permission: 'system.product.edit',
  page: '/system/paper',
  businessType: () => 'PRODUCT',
  async prepare(tx, { values: { documentKind, productId, groups }, targetId, version }) {
    if (targetId !== paperTarget(documentKind, productId)) throw faultyField('documentKind', 'BAD_REQUEST')
    const product = productId
      ? await tx.selectFrom('financingProduct').select(['code', 'type']).where('id', '=', productId).executeTakeFirst()
      : undefined
    // A drawing on a pool has no form that could ask for papers.
    if (productId && (documentKind !== 'FINANCE_ORDER' || !product || product.type === 'POOL_FACTORING'))
      throw faultyField('productId', 'PRODUCT_NOT_AVAILABLE')
    const { faults, missing } = paperFaults(documentKind, groups)
    if (faults.length > 0)
      throw new Refused('BAD_REQUEST', {
        fields: faults.map(({ at, field, fault }) => ({ field: `groups.${at}.${field}`, message: fault })),
      })
    if (missing.length > 0) throw new Refused('PAPER_GROUP_NEEDED', { groups: missing.join(', ') })
    const before = await setOf(tx, documentKind, productId || null)
    if ((before?.version ?? 0) !== version) throw new Refused('STALE_VERSION')
    const required = groups.filter(({ need }) => need === 'REQUIRED').map(({ titleEn }) => titleEn)
    return {
      before: {
        documentKind,
        productId: productId || null,
        groups: await paperGroupsOf(tx, documentKind, productId || undefined),
      },
      title: [documentKind, product?.code, required.length > 0 ? `${required.join(', ')} *` : ''].filter(Boolean).join(' · '),
      concerns: [],
    }
  },
  async apply({ tx, actor }, { values: { documentKind, productId, groups }, version }) {
    const saved = await tx
      .insertInto('paperSet')
      .values({
        id: newId(),
        kind: documentKind,
        productId: productId || null,
        groups: JSON.stringify(groups),
        updatedBy: actor.userId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (Number(saved.numInsertedOrUpdatedRows) === 1 && version === 0) return
    const changed = await tx
      .updateTable('paperSet')
      .set({ groups: JSON.stringify(groups), version: version! + 1, updatedAt: sql`app_now()`, updatedBy: actor.userId })
      .where('kind', '=', documentKind)
      .where('productId', productId ? '=' : 'is', productId || null)
      .where('version', '=', version!)
      .executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) throw new Refused('STALE_VERSION')
  },
}
