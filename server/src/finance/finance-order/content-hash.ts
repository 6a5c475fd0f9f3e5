import { createHash } from 'node:crypto'
import type { Tx } from '../../database/database.ts'
import { canonical } from '../../http/once.ts'

/** A hash of everything an approver judges: terms, documents, price, payee and files. One changed byte is another hash. */
export async function orderContentHash(tx: Tx, orderId: string): Promise<string> {
  const [order, items, files] = await Promise.all([
    tx
      .selectFrom('financeOrder')
      .select([
        'id',
        'type',
        'productId',
        'supplierId',
        'buyerId',
        'funderId',
        'currency',
        'financeAmount',
        'netAmount',
        'requestedFundingDate',
        'pricingHash',
        'payeeBankAccountId',
        'arpOfOrderId',
        'remark',
      ])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('financeOrderItem')
      .select(['docType', 'invoiceId', 'purchaseOrderId', 'face', 'applyAmount', 'maturity'])
      .where('orderId', '=', orderId)
      .orderBy('seq')
      .execute(),
    tx
      .selectFrom('attachment')
      .select(['groupCode', 'sha256'])
      .where('ownerType', '=', 'FINANCE_ORDER')
      .where('ownerId', '=', orderId)
      .where('removedAt', 'is', null)
      .orderBy('groupCode')
      .orderBy('sha256')
      .execute(),
  ])
  return createHash('sha256').update(canonical({ order, items, files })).digest('hex')
}
