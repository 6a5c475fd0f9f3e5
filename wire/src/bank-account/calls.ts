import { z } from 'zod'
import { call } from '../call.ts'
import { CurrencyCode } from '../fields.ts'

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

/** The company's bank accounts as forms offer them, and the pool business it takes part in. */
export const bankAccountCalls = {
  accountByCurrencyList: call({
    method: 'GET',
    path: '/{p}-company/clientend/company/accountByCurrencyList',
    access: 'signed-in',
    scope: 'company',
    effect: 'read',
    title: "The caller's own enabled accounts whose currencies include the one asked for",
    query: z.object({ currency: CurrencyCode }),
    answer: z.array(Account),
  }),
  getCompanyBusinessType: call({
    method: 'GET',
    path: '/{p}-financial-transaction/air8PoolFinanceOrder/client/getCompanyBusinessType',
    access: 'signed-in',
    scope: 'company',
    effect: 'read',
    title: 'The pool business of the company, which decides what its menu shows',
    answer: z.string(),
  }),
}
