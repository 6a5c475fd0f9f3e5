import { currenciesOf } from '@usance/domain/bank-account-choice'
import { standingApprovals } from '@usance/domain/states/bank-account'
import { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { bankAccountChangeCalls } from '@usance/wire/bank-account/change-calls'
import { routes } from '../../http/context.ts'
import { maskedAccount } from './account-number.ts'
import { batchBankAccounts } from './batch-bank-accounts.ts'
import { addAccount, disableAccount, enableAccount, recordCallBack } from './change-account.ts'
import { ownAccounts, readAccount } from './read-accounts.ts'

export const bankAccountChangeRoutes = routes(bankAccountChangeCalls, {
  own: ownAccounts,
  detail: readAccount,
  add: addAccount,
  recordCallBack,
  enable: enableAccount,
  disable: disableAccount,
})

export const bankAccountRoutes = routes(bankAccountCalls, {
  accountByCurrencyList: async ({ tx, actor, query, now }) => {
    const rows = await tx
      .selectFrom('bankAccount')
      .select([
        'id',
        'accountName',
        'bankName',
        'bankNameEn',
        'bankAccount',
        'bankCode',
        'cnaps',
        'currency',
        'status',
        'canEnable',
        'coolingUntil',
      ])
      .where('companyId', '=', actor.companyId)
      .where('status', '=', 'ENABLE')
      .orderBy('createdAt')
      .execute()
    return rows
      .filter(
        (row) =>
          currenciesOf(row.currency).includes(query.currency) && !(row.coolingUntil && row.coolingUntil > now.toISOString()),
      )
      .map(({ coolingUntil: _, ...row }) => row)
  },
  accountsAhead: async ({ tx, actor, query, now }) => {
    const rows = await tx
      .selectFrom('bankAccount')
      .select(['id', 'bankAccount', 'currency', 'coolingUntil', 'status', 'disabledAt'])
      .where('companyId', '=', actor.companyId)
      .where('approval', 'in', [...standingApprovals])
      .orderBy('createdAt')
      .execute()
    return rows
      .map((row) => ({
        ...row,
        coolingUntil: row.coolingUntil && row.coolingUntil > now.toISOString() ? row.coolingUntil : null,
      }))
      .filter(
        ({ currency, status, coolingUntil }) =>
          currenciesOf(currency).includes(query.currency) && (status === 'DISABLE' || coolingUntil !== null),
      )
      .map(({ id, bankAccount, coolingUntil, disabledAt }) => ({
        id,
        bankAccount: maskedAccount(bankAccount),
        coolingUntil,
        isOff: disabledAt !== null,
      }))
  },
  queryBatchBankAccountList: batchBankAccounts,
  // The product's own pool carries the product's name on the wire.
  getCompanyBusinessType: async ({ tx, actor, app }) =>
    (
      await tx.selectFrom('company').select('businessType').where('id', '=', actor.companyId).executeTakeFirstOrThrow()
    ).businessType.replace(/^OWN_/, `${app.config.prefix.toUpperCase()}_`),
})
