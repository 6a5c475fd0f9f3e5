import type { Insertable } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import type { CreditLimitTable, FeeRuleTable, FinancingProductTable } from '../../database/tables.ts'

type New<T> = Omit<Insertable<T>, 'id'>
export type NewFee = Omit<New<FeeRuleTable>, 'productId'>
export type NewProduct = New<FinancingProductTable> & { fees?: NewFee[] }

/** A financing product with its fee rules, on offer at once. */
export async function addProduct(tx: Tx, { fees = [], ...product }: NewProduct): Promise<string> {
  const id = newId()
  await tx
    .insertInto('financingProduct')
    .values({ id, ...product })
    .execute()
  if (fees.length > 0)
    await tx
      .insertInto('feeRule')
      .values(fees.map((fee) => ({ id: newId(), productId: id, ...fee })))
      .execute()
  return id
}

/** A limit: how much of something may be financed until when. */
export async function addLimit(tx: Tx, limit: New<CreditLimitTable>): Promise<string> {
  const id = newId()
  await tx
    .insertInto('creditLimit')
    .values({ id, ...limit })
    .execute()
  return id
}

/** A price the supplier has accepted: without one a product is not on offer to it. */
export async function addPricing(
  tx: Tx,
  offer: {
    supplierId: string
    productId: string
    margin: string
    validUntil: string
    no: string
    status?: 'OFFERED' | 'ACCEPTED'
  },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('pricingOffer')
    .values({ id, status: 'ACCEPTED', ...offer })
    .execute()
  return id
}
