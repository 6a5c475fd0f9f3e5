import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'

type Paid = { invoiceId: string; supplierId: string; buyerId: string; currency: string; amount: string; payDate: string }
type Told = Paid & { waived?: boolean }

/** Stores a confirmed direct payment with its line on the invoice, or one that says what was waived, for tests that make their rows themselves. */
export async function storePaid(tx: Tx, { payDate, waived = false, ...facts }: Told): Promise<void> {
  const id = newId()
  const { id: createdBy } = await tx.selectFrom('appUser').select('id').limit(1).executeTakeFirstOrThrow()
  await tx
    .insertInto('directPayment')
    .values({ id, no: `DP-${id}`, ...facts, payDate, status: 'PASSED', reportedFor: facts.supplierId, createdBy })
    .execute()
  await tx
    .insertInto('invoicePayment')
    .values({ id: newId(), ...facts, payDate, directPaymentId: id, waived })
    .execute()
}
