import * as M from '@usance/domain/money'
import type { Tx } from '../../database/database.ts'
import { faultyAmount, faultyField, Refused } from '../../http/refused.ts'
import { rowsOfAccount } from './rows-of-account.ts'

/** Text of an amount as money of a currency, or a refusal beside its field. */
export function amountIn(field: string, text: string, currency: string): M.Money {
  const parsed = M.parseAmount(text, currency)
  if (!parsed.ok) throw faultyAmount(field, parsed.refusal, currency)
  if (!M.isPositive(parsed.value)) throw faultyField(field, 'AMOUNT_NOT_POSITIVE')
  return parsed.value
}

/** The purposes of accounts on which money comes in; an account for payments alone takes none. */
export const collectingPurposes = ['COLLECTION', 'BOTH'] as const

/**
 * The funder's account money came in on, as the caller may see it. The bank may still credit one that was switched off; one that was never
 * on and one for payments take nothing.
 */
export async function creditedAccount(tx: Tx, id: string) {
  const account = await tx.selectFrom('bankAccount').selectAll().where('id', '=', id).executeTakeFirst()
  if (!account) throw new Refused('NOT_FOUND')
  if (account.status !== 'ENABLE' && !account.canEnable) throw faultyField('bankAccountId', 'BANK_ACCOUNT_NOT_ENABLED')
  if (!collectingPurposes.some((one) => one === account.purpose)) throw faultyField('bankAccountId', 'ACCOUNT_FOR_PAYMENTS')
  return account
}

/** A funder's account that payers may be told to pay to: one that is on. */
export async function collectingAccount(tx: Tx, id: string) {
  const account = await creditedAccount(tx, id)
  if (account.status !== 'ENABLE') throw faultyField('bankAccountId', 'BANK_ACCOUNT_NOT_ENABLED')
  return account
}

/**
 * Waits for whoever records receipts on an account, in whichever of its rows, and lets nobody else until the transaction ends: what is
 * read afterwards knows all of theirs. Call it before the receipts of the account are read. Returns the ids of the rows.
 */
export async function lockReceiptsOf(tx: Tx, account: { id: string }): Promise<string[]> {
  const rowIds = await rowsOfAccount(tx, account)
  await tx.selectFrom('bankAccount').select('id').where('id', 'in', rowIds).orderBy('id').forNoKeyUpdate().execute()
  return rowIds
}

export type CreditedAccount = Awaited<ReturnType<typeof creditedAccount>>
