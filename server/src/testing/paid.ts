import type { Tx } from '../database/database.ts'
import { newId } from '../database/id.ts'

type How = { amount: string; payDate: string; waived?: boolean }
type Paid = How & { invoiceId: string; supplierId: string; buyerId: string; currency: string }

/** Stores a confirmed direct payment with its line on the invoice, or with one that is a waiver, for tests that make their rows themselves. */
export async function storePaid(tx: Tx, { payDate, waived = false, ...facts }: Paid): Promise<void> {
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

/** Pays or waives a part of an invoice beside every order, where so much is owed on it. */
export async function payBeside(tx: Tx, invoiceId: string, how: How): Promise<void> {
  const found = await tx
    .updateTable('invoice')
    .set((eb) => ({ paidAmount: eb('paidAmount', '+', how.amount) }))
    .where('id', '=', invoiceId)
    .where('outstanding', '>=', how.amount)
    .returning(['supplierId', 'buyerId', 'currency'])
    .executeTakeFirst()
  if (found) await storePaid(tx, { invoiceId, ...found, ...how })
}
