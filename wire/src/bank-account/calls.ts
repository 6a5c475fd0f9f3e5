import { z } from 'zod'
import { ofCallersRows } from '../act.ts'
import { call } from '../call.ts'
import { KnownCurrency } from '../fields.ts'

const Account = z.object({
  id: z.string(),
  accountName: z.string(),
  bankName: z.string(),
  bankNameEn: z.string().nullable(),
  bankAccount: z.string(),
  bankCode: z.string(),
  cnaps: z.string().nullable(),
  currency: z.string(),
  status: z.string(),
  canEnable: z.boolean(),
})
const CompanyAccounts = z.object({
  code: z.string(),
  name: z.string(),
  bankAccounts: z.array(Account),
  /** A funder’s accounts stand here too, under the name forms read them by. */
  companyRoleFunder: z.object({ companyFunderBankAccountDtos: z.array(Account.extend({ purpose: z.string() })) }).nullable(),
})

/** Whoever fills in a form that says which of the own accounts is paid to. */
const choosesPayee = [
  'finance.finance-order.add',
  'finance.finance-order.edit',
  'finance.finance-order.update',
  'finance.dbsFinance.add',
  'finance.poolFactoring.add',
] as const

/** The company's bank accounts as forms offer them, and the pool business it takes part in. */
export const bankAccountCalls = {
  accountByCurrencyList: call({
    method: 'GET',
    path: '/{p}-company/clientend/company/accountByCurrencyList',
    access: { permission: choosesPayee },
    scope: 'company',
    effect: 'read',
    title: "The caller's own enabled accounts whose currencies include the one asked for",
    query: z.object({ currency: KnownCurrency }),
    answer: z.array(Account),
  }),
  accountsAhead: call({
    method: 'GET',
    path: '/{p}-company/clientend/company/accountsAhead',
    access: { permission: choosesPayee },
    scope: 'company',
    effect: 'read',
    title:
      "The caller's own accounts of a currency that are not paid to: checked, cooling off, waiting to be switched on, or switched off",
    query: z.object({ currency: KnownCurrency }),
    answer: z.array(
      z.object({
        id: z.string(),
        /** Its last digits only. */
        bankAccount: z.string(),
        /** Nothing is paid to it before; null once that is over. */
        coolingUntil: z.string().nullable(),
        /** It was passed and then switched off. */
        isOff: z.boolean(),
      }),
    ),
  }),
  queryBatchBankAccountList: call({
    method: 'POST',
    path: '/{p}-company/backend/company/queryBatchBankAccountList',
    access: { permission: ['repayment.management.view', 'system.bank.view'] },
    scope: 'company',
    effect: 'read',
    names: { 'body.companyCodes[]': ofCallersRows },
    title: 'The accounts of companies by their codes, as far as the caller may see them; numbers in full for who needs them so',
    body: z.object({ companyCodes: z.array(z.string().min(1).max(60)).min(1).max(50), currency: KnownCurrency.optional() }),
    answer: z.array(CompanyAccounts),
  }),
  getCompanyBusinessType: call({
    method: 'GET',
    path: '/{p}-financial-transaction/air8PoolFinanceOrder/client/getCompanyBusinessType',
    access: 'signed-in',
    tells: 'caller',
    scope: 'company',
    effect: 'read',
    title: 'The pool business of the company, which decides what its menu shows',
    answer: z.string(),
  }),
}
