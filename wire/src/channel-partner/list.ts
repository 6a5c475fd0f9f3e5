import { z } from 'zod'
import { ofCallersRecords } from '../act.ts'
import { call } from '../call.ts'
import { DateText, Id } from '../fields.ts'
import { date, list, money, number, percent, readAtOnce, text } from '../list.ts'

/** Fees and commission are shown to the operator and its partner alone. */
const operator = ['PLATFORM'] as const

/** What each channel partner introduced, month by month. A company reads who introduced it, and its own orders. */
export const channelPartnerList = list({
  id: 'channel-partner',
  path: '/{p}-financial-transaction/channelPartner/client',
  permission: 'channel-partner',
  fits: readAtOnce,
  columns: {
    partnerName: text({ search: true, sort: true, width: 200 }),
    asOn: date({ search: true, sort: true, width: 140 }),
    companies: number({ width: 110, audience: operator }),
    orders: number({ negative: true, width: 110 }),
    financed: money({ total: true, negative: true }),
    feeBase: money({ total: true, negative: true, audience: operator }),
    ratePct: percent({ width: 120, audience: operator }),
    commission: money({ total: true, negative: true, sort: true, audience: operator }),
    currency: text({ search: true, width: 100 }),
    partnerId: text({ internal: true }),
  },
  order: { by: 'asOn', descending: true },
})

export const channelPartnerCalls = {
  partnerMonth: call({
    method: 'POST',
    path: '/{p}-financial-transaction/channelPartner/client/details',
    access: { permission: 'channel-partner.details' },
    scope: 'company',
    effect: 'read',
    names: { 'body.partnerId': ofCallersRecords },
    title: 'What a channel partner introduced in the month of a day, up to that day: orders, fee base, commission',
    body: z.object({ partnerId: Id, date: DateText }),
    answer: z.object({
      partnerName: z.string(),
      from: z.string(),
      to: z.string(),
      currencies: z.array(
        z.object({
          currency: z.string(),
          financed: z.string(),
          /** Told to the operator's people alone, like the commission of each order and what it is made of. */
          feeBase: z.string().nullable(),
          commission: z.string().nullable(),
          orders: z.array(
            z.object({
              id: z.string(),
              orderNo: z.string(),
              supplierName: z.string(),
              fundingDate: z.string(),
              /** In force on the funding date, in percent. */
              ratePct: z.string().nullable(),
              financed: z.string(),
              feeBase: z.string().nullable(),
              commission: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
  }),
  partnerMonthExport: call({
    method: 'POST',
    path: '/{p}-financial-transaction/channelPartner/client/details/excel/export',
    access: { permission: 'channel-partner.export' },
    scope: 'company',
    effect: 'read',
    names: { 'body.partnerId': ofCallersRecords },
    title: 'What a channel partner introduced in the month of a day, up to that day, as xlsx',
    kind: 'file',
    isLong: true,
    body: z.object({ partnerId: Id, date: DateText }),
    answer: z.any(),
  }),
  partners: call({
    method: 'POST',
    path: '/{p}-financial-transaction/channelPartner/backend/partners',
    access: { permission: 'system.product.view' },
    scope: 'company',
    effect: 'read',
    title: 'The people of business development a commission can be agreed with',
    body: z.object({}),
    answer: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
}
