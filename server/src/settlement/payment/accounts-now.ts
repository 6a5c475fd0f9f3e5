import { accountOfMoney, accountToPay, type FromBank, fundingAccount } from '../../books/servicing/paying-account.ts'
import type { PaymentRow } from '../../books/servicing/payment-row.ts'
import type { Tx } from '../../database/database.ts'

type Accounts = { toAccountId: string | null; fromAccountId: string | null; fromBank: FromBank }

/**
 * The accounts of a payment that is sent into approval. Where one was switched off since it was drafted, or was never there, the account
 * that its company has now takes its place, for the approvers to read. The payee of a funding is the one that the order names.
 */
export async function accountsNow(tx: Tx, payment: PaymentRow): Promise<Partial<Accounts>> {
  const { type, currency, payeeCompanyId, toAccountId } = payment
  const isNamed = type === 'FUNDING' || type === 'RECEIPT_RETURN' || payeeCompanyId === null
  const to = isNamed ? {} : { toAccountId: await accountToPay(tx, { companyId: payeeCompanyId, currency, agreed: toAccountId }) }
  return { ...to, ...((await isEnabled(tx, payment.fromAccountId)) ? {} : await accountFrom(tx, payment)) }
}

async function isEnabled(tx: Tx, id: string | null): Promise<boolean> {
  const account = id && (await tx.selectFrom('bankAccount').select('status').where('id', '=', id).executeTakeFirst())
  return !!account && account.status === 'ENABLE'
}

const accountFrom = (tx: Tx, { type, funderId, currency, orderId, repaymentId, feeAdjustmentId }: PaymentRow) =>
  type === 'FUNDING'
    ? fundingAccount(tx, funderId, currency)
    : accountOfMoney(tx, {
        funderId,
        currency,
        orderId,
        received: type !== 'FEE_REMIT' && feeAdjustmentId === null,
        ...(repaymentId ? { repaymentId } : {}),
      })
