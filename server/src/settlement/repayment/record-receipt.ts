import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import type { Handler } from '../../http/context.ts'
import { addReceipt } from './add-receipts.ts'
import { collectingPurposes, creditedAccount } from './collecting-account.ts'

/** L4: one line of the bank's statement, typed in by hand. */
export const recordReceipt: Handler<typeof repaymentCalls.recordReceipt> = async (request) => {
  const account = await creditedAccount(request.tx, request.body.bankAccountId)
  return addReceipt(request, account, request.body)
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
