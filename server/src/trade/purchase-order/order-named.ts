import { normalizeDocumentNo } from '@usance/domain/fingerprint'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** The sent order of two parties under a number, however that is spelt; of two that read alike the one that is written so comes first. */
export const orderNamed = (tx: Tx, { supplierId, buyerId }: Record<'supplierId' | 'buyerId', string>, poNo: string) =>
  tx
    .selectFrom('purchaseOrder')
    .select('id')
    .where('supplierId', '=', supplierId)
    .where('buyerId', '=', buyerId)
    .where((eb) => eb.or([eb('normNo', '=', normalizeDocumentNo(poNo)), eb('poNo', '=', poNo)]))
    .where('docStatus', 'in', ['SUBMITTED', 'CONFIRMED', 'CLOSED'])
    .orderBy(sql`po_no = ${poNo}`, 'desc')
