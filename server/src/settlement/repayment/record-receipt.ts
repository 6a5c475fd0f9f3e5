import type { repaymentCalls } from '@usance/wire/repayment/calls'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Handler } from '../../http/context.ts'
import { faultyField } from '../../http/refused.ts'
import { addReceipt } from './add-receipts.ts'
import { type CreditedAccount, collectingPurposes, creditedAccount } from './collecting-account.ts'

/** L4: one line of the bank's statement, typed in by hand. */
export const recordReceipt: Handler<typeof repaymentCalls.recordReceipt> = async (request) => {
  const { bankAccountId, funderCode, ...facts } = request.body
  const account = await creditedAccount(request.tx, bankAccountId)
  if (funderCode !== undefined && !(await isAccountOf(request.tx, account, funderCode)))
    throw faultyField('bankAccountId', 'ACCOUNT_OF_OTHER_FUNDER')
  return addReceipt(request, account, facts)
}

const isAccountOf = async (tx: Tx, account: CreditedAccount, funderCode: string): Promise<boolean> =>
  (await tx
    .selectFrom('company')
    .select('id')
    .where('id', '=', account.companyId)
    .where('code', '=', funderCode)
    .executeTakeFirst()) !== undefined

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
