import { currenciesOf } from '@usance/domain/bank-account-choice'
import type { bankAccountCalls } from '@usance/wire/bank-account/calls'
import { sql } from 'kysely'
import type { Handler } from '../../http/context.ts'
import { accountNumber } from './account-number.ts'

/**
 * Accounts by company code, in the order asked for. Row-level security decides which are seen: staff see all, a company
 * its own, so a foreign code and an unknown one are left out alike. Disabled accounts are shown; pickers do not offer them.
 * Numbers are whole for who pays or checks and for their owner.
 */
export const batchBankAccounts: Handler<typeof bankAccountCalls.queryBatchBankAccountList> = async ({ tx, actor, body }) => {
  const codes = [...new Set(body.companyCodes)]
  const rows = await tx
    .selectFrom('bankAccount as a')
    .innerJoin('company as c', 'c.id', 'a.companyId')
    .select([
      'c.code',
      'c.id as companyId',
      'c.name',
      'a.id',
      'a.accountName',
      'a.bankName',
      'a.bankNameEn',
      'a.bankAccount',
      'a.bankCode',
      'a.cnaps',
      'a.currency',
      'a.status',
      // Approved and past its cooling-off is enough; settlement has only to switch it on.
      sql<boolean>`(a.can_enable or (a.approval = 'PASSED' and coalesce(a.cooling_until <= app_now(), true)))`.as('canEnable'),
      'a.purpose',
    ])
    .where('c.code', 'in', codes)
    .$if(!actor.staff, (query) => query.where('c.id', '=', actor.companyId))
    .orderBy('a.createdAt')
    .orderBy('a.id')
    .execute()
  const companies = await tx
    .selectFrom('company')
    .select(['id', 'code', 'name'])
    .where('code', 'in', codes)
    .$if(!actor.staff, (query) => query.where('id', '=', actor.companyId))
    .execute()
  const funders = await tx
    .selectFrom('companyRole')
    .select('companyId')
    .where('role', '=', 'FUNDER')
    .where('companyId', 'in', ['00000000-0000-0000-0000-000000000000', ...companies.map(({ id }) => id)])
    .execute()
  return codes.flatMap((code) => {
    const company = companies.find((one) => one.code === code)
    if (!company) return []
    const accounts = rows
      .filter((row) => row.companyId === company.id)
      .filter((row) => body.currency === undefined || currenciesOf(row.currency).includes(body.currency))
      .map(({ code: _code, companyId, name: _name, bankAccount, ...account }) => ({
        ...account,
        bankAccount: accountNumber(actor, { number: bankAccount, companyId }, 'CHECKING'),
      }))
    const isFunder = funders.some(({ companyId }) => companyId === company.id)
    return [
      {
        code,
        name: company.name,
        bankAccounts: accounts.map(({ purpose: _purpose, ...account }) => account),
        companyRoleFunder: isFunder ? { companyFunderBankAccountDtos: accounts } : null,
      },
    ]
  })
}
