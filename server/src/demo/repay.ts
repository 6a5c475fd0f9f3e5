import { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import type { Day } from './day.ts'
import { look } from './look.ts'
import { orRefused } from './person.ts'

type Repayment = {
  orderId: string
  funderId: string
  amount: string
  currency: string
  payerRole: 'BUYER' | 'SUPPLIER'
  payerName: string
  bankRef: string
  rawText: string
  reason: string
  invoiceIds: string[]
}

/** Money comes in on the funder's collecting account and is matched to the order it names. */
export async function repay(day: Day, of: Repayment): Promise<void> {
  const [account] = await look(
    day,
    sql<{
      id: string
    }>`select id from bank_account where company_id = ${of.funderId} and purpose in ('COLLECTION', 'BOTH') order by created_at limit 1`,
  )
  const receipt = await orRefused(
    day.client.ask('settle', repaymentCalls.recordReceipt, {
      body: {
        bankAccountId: account!.id,
        bankRef: of.bankRef,
        valueDate: day.today,
        amount: of.amount,
        currency: of.currency,
        payerName: of.payerName,
        rawText: of.rawText,
      },
    }),
  )
  if (!receipt) return
  await orRefused(
    day.client.ask('settle', repaymentCalls.match, {
      body: {
        collectionId: receipt.id,
        // Two buyers of a year may well pay the same sum in one week.
        ...(receipt.maybeSameAs ? { notTheSameAs: receipt.maybeSameAs.id } : {}),
        notReturnOf: receipt.maybeReturnOf.map(({ no }) => no),
        payerRole: of.payerRole,
        fundSource: 'COLLECTION',
        reason: of.reason,
        parts: [{ orderId: of.orderId, amount: of.amount, invoiceIds: of.invoiceIds }],
      },
    }),
  )
}
