import { normalizeReference } from '@usance/domain/fingerprint'
import * as M from '@usance/domain/money'
import { receiveUnmatched } from '@usance/domain/servicing/journals'
import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { Whole } from '../../bank-statement/receipt-lines.ts'
import { post } from '../../books/ledger/post.ts'
import { elevate, type Tx } from '../../database/database.ts'
import { newId } from '../../database/id.ts'
import { nextNumber } from '../../database/number-series.ts'
import type { Handler, UseCaseContext } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { amountIn, type CreditedAccount, collectingPurposes, creditedAccount, lockReceiptsOf } from './collecting-account.ts'
import { dealOfNobody } from './repayment-row.ts'
import { likestReceipt, receiptKeys } from './same-receipt.ts'
import { suggest } from './suggest.ts'
import { numberNamed } from './virtual-account.ts'

export type ReceiptFacts = {
  bankRef: string
  valueDate: string
  amount: string
  currency: string
  payerName?: string | undefined
  payerAccount?: string | undefined
  rawText?: string | undefined
  fundSource?: 'INTEREST' | 'COLLECTION'
  /** The collective entry that it is a part of. */
  whole?: Whole | undefined
}

/** L4: one line of the bank's statement, typed in by hand. */
export const recordReceipt: Handler<typeof repaymentCalls.recordReceipt> = async (request) => {
  const account = await creditedAccount(request.tx, request.body.bankAccountId)
  return addReceipt(request, account, request.body)
}

/**
 * L4: one line of the bank's statement, recorded once. What its text names is offered as its match, and an earlier receipt that it may
 * be is named. `besides` are the receipts of the same statement.
 */
export async function addReceipt(
  context: UseCaseContext,
  account: CreditedAccount,
  body: ReceiptFacts,
  besides: ReadonlySet<string> = new Set(),
) {
  const { tx, today, actor } = context
  if (!account.currency.split(',').includes(body.currency)) throw faultyField('currency', 'CURRENCY_MISMATCH')
  const amount = amountIn('amount', body.amount, body.currency)
  if (body.valueDate > today) throw faultyField('valueDate', 'VALUE_DATE_AHEAD', { businessDate: today })
  await elevate(tx)
  const rowIds = await lockReceiptsOf(tx, account)
  const receipt = { id: newId(), no: await nextNumber(tx, 'RC', today) }
  const viaNumber = await numberNamed(tx, account.id, body.rawText)
  const payerCompanyId = viaNumber?.payerCompanyId ?? (await payerOf(tx, body))
  // The number taken above lets one receipt be recorded at a time, so that two alike do not miss each other.
  const identity = { bankRef: body.bankRef, valueDate: body.valueDate, amount, payerCompanyId }
  const maybeSameAs = await likestReceipt(tx, { ...identity, rowIds, besides, whole: body.whole })
  const added = await tx
    .insertInto('collection')
    .values({
      ...receipt,
      bankAccountId: account.id,
      funderId: account.companyId,
      bankRef: body.bankRef,
      ...receiptKeys(body.bankRef),
      maybeSameAs: maybeSameAs?.id ?? null,
      valueDate: body.valueDate,
      amount: M.toDecimal(amount),
      currency: body.currency,
      payerName: body.payerName || null,
      payerAccount: body.payerAccount || null,
      payerCompanyId,
      virtualAccountId: viaNumber?.id ?? null,
      rawText: body.rawText || null,
      wholeKey: body.whole ? normalizeReference(body.whole.bankRef) : null,
      fundSource: body.fundSource ?? 'COLLECTION',
      createdBy: actor.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw faultyField('bankRef', 'BANK_REF_DUPLICATE')
  await post(
    tx,
    receiveUnmatched(
      { eventType: 'COLLECTION', sourceType: 'COLLECTION', sourceId: receipt.id, seq: 0 },
      await dealOfNobody(tx, account.companyId),
      amount,
    ),
    { valueDate: body.valueDate, postedOn: today, by: actor.userId },
  )
  await audit(context, {
    event: 'COLLECTION_RECEIVED',
    objectType: 'COLLECTION',
    objectId: receipt.id,
    objectNo: receipt.no,
    after: {
      amount: M.toDecimal(amount),
      currency: body.currency,
      bankRef: body.bankRef,
      valueDate: body.valueDate,
      ...(account.status === 'ENABLE' ? {} : { accountOff: true }),
    },
  })
  const [likely] = await suggest(tx, {
    funderId: account.companyId,
    currency: body.currency,
    text: body.rawText,
    payerCompanyId,
    amount: M.toDecimal(amount),
  })
  const isPayers = likely?.reason === 'PAYER' || likely?.reason === 'AMOUNT'
  const reason = viaNumber && isPayers ? 'VIRTUAL_ACCOUNT' : likely?.reason
  const matchReason = likely && reason && reason !== 'PAYER' ? `${reason} ${likely.orderNo}` : null
  if (matchReason) await tx.updateTable('collection').set({ matchReason }).where('id', '=', receipt.id).execute()
  return { ...receipt, status: 'RECEIVED', matchReason, maybeSameAs }
}

// The company that owns the paying account, else the one whose name the bank wrote. Only an account that was checked and is switched on
// names its owner: anybody may enter the number of another, and would read whose money came from it.
async function payerOf(
  tx: Tx,
  { payerAccount, payerName }: { payerAccount?: string | undefined; payerName?: string | undefined },
): Promise<string | null> {
  if (payerAccount) {
    const owners = await tx
      .selectFrom('bankAccount')
      .select('companyId')
      .distinct()
      .where('bankAccount', '=', payerAccount)
      .where('approval', '=', 'PASSED')
      .where('status', '=', 'ENABLE')
      .execute()
    if (owners.length === 1) return owners[0]!.companyId
  }
  if (!payerName) return null
  const named = await tx
    .selectFrom('company')
    .select('id')
    .where(({ fn, eb }) => eb(fn<string>('lower', ['name']), '=', payerName.toLowerCase()))
    .limit(2)
    .execute()
  return named.length === 1 ? named[0]!.id : null
}

/** The accounts on which funders collect, and behind them those that were switched off: the bank may still credit these. */
export const collectionAccounts: Handler<typeof repaymentCalls.accounts> = async ({ tx }) => ({
  accounts: await tx
    .selectFrom('bankAccount as a')
    .innerJoin('company as c', 'c.id', 'a.companyId')
    .innerJoin('companyRole as r', (join) => join.onRef('r.companyId', '=', 'c.id').on('r.role', '=', 'FUNDER'))
    .select(['a.id', 'c.code as companyCode', 'c.name as companyName', 'a.bankAccount', 'a.currency'])
    .select(sql<boolean>`a.status <> 'ENABLE'`.as('isOff'))
    .where((eb) => eb.or([eb('a.status', '=', 'ENABLE'), eb('a.canEnable', '=', true)]))
    .where('a.purpose', 'in', collectingPurposes)
    .orderBy((eb) => eb('a.status', '<>', 'ENABLE'))
    .orderBy('c.name')
    // An account for collections alone stands first.
    .orderBy('a.purpose', 'desc')
    .orderBy('a.createdAt')
    .execute(),
})
