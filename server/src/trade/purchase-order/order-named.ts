import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

type Parties = Record<'supplierId' | 'buyerId', string>

/** The orders of two parties under a number, however that is spelt and whatever became of them; those that are written so come first. */
const ordersNamed = (tx: Tx, { supplierId, buyerId }: Parties, poNo: string) =>
  tx
    .selectFrom('purchaseOrder')
    .select('id')
    .where('supplierId', '=', supplierId)
    .where('buyerId', '=', buyerId)
    .where((eb) => eb.or([eb('normNo', '=', normalizeDocumentNo(poNo)), eb('poNo', '=', poNo)]))
    .orderBy(sql`po_no = ${poNo}`, 'desc')

const living = ['SUBMITTED', 'CONFIRMED', 'CLOSED'] as const

/** The sent order of two parties under a number, however that is spelt; of two that read alike the one that is written so comes first. */
export const orderNamed = (tx: Tx, parties: Parties, poNo: string) =>
  ordersNamed(tx, parties, poNo).where('docStatus', 'in', living)

/**
 * Whether a number names the order of a sent invoice. The invoice keeps it when its buyer gives that order back, and so does its number.
 * Of other orders only those that stand can be meant: one that is cancelled, or was never sent, takes no number from it.
 */
export async function namesOrderOf(tx: Tx, sent: Parties & { purchaseOrderId: string | null }, poNo: string): Promise<boolean> {
  const isOwn = sql<boolean>`id = ${sent.purchaseOrderId}`
  const first = await ordersNamed(tx, sent, poNo)
    .where((eb) => eb.or([isOwn, eb('docStatus', 'in', living)]))
    .orderBy(isOwn, 'desc')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined && first.id === sent.purchaseOrderId
}
