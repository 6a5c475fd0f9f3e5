import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'

type Paid = { invoiceId: string; supplierId: string; buyerId: string; currency: string; amount: string; payDate: string }

/** Stores a confirmed direct payment with its line on the invoice, for tests that make their rows themselves. */
export async function storePaid(tx: Tx, { payDate, ...facts }: Paid): Promise<void> {
  const id = newId()
  const { id: createdBy } = await tx.selectFrom('appUser').select('id').limit(1).executeTakeFirstOrThrow()
  await tx
    .insertInto('directPayment')
    .values({ id, no: `DP-${id}`, ...facts, payDate, status: 'PASSED', reportedFor: facts.supplierId, createdBy })
    .execute()
  await tx
    .insertInto('invoicePayment')
    .values({ id: newId(), ...facts, payDate, directPaymentId: id })
    .execute()
}
