import { z } from 'zod'
import { call } from '../call.ts'

const foundKinds = ['INVOICE', 'PURCHASE_ORDER', 'FINANCE_ORDER', 'CONTRACT', 'PAYMENT', 'COMPANY'] as const
export const Found = z.object({
  kind: z.enum(foundKinds),
  id: z.string(),
  no: z.string(),
  text: z.string(),
  status: z.string().nullable(),
  link: z.string(),
})
export type Found = z.infer<typeof Found>

/** One search over everything the caller may see. */
export const searchCalls = {
  find: call({
    method: 'POST',
    path: '/{p}-financial-transaction/search/client/find',
    access: 'signed-in',
    tells: { byRight: 'each kind is found with the right to its list, as far as that list shows it (search/routes.ts)' },
    scope: 'company',
    effect: 'read',
    title: 'Orders, invoices, contracts, payments and companies by a part of their number or name',
    body: z.object({ text: z.string().trim().min(2).max(80) }),
    answer: z.array(Found),
  }),
}
