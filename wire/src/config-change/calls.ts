import { z } from 'zod'
import { ofCallersRows, ownFile } from '../act.ts'
import { call } from '../call.ts'
import { tradingRoles } from '../company/calls.ts'
import { CurrencyCode, DateText, Id, text } from '../fields.ts'
import { ImportResult } from '../invoice/calls.ts'
import { ChangeRow, CurrentRow, ProductProof } from './answers.ts'
import { Change, type ConfigKind, CountryCode, configKinds } from './values.ts'

const base = '/{p}-financial-transaction/config/backend'

const view = [
  'system.holiday.view',
  'system.rate.view',
  'system.limit.view',
  'system.product.view',
  'system.role.view',
  'system.workflow.view',
  'system.company.view',
] as const
const edit = [
  'system.holiday.edit',
  'system.rate.edit',
  'system.limit.edit',
  'system.product.edit',
  'system.role.edit',
  'system.workflow.edit',
  'system.company.edit',
  'proof.templet.edit',
] as const

/** Of these kinds so many rows are answered at once, and the next of them with the next page. All rows of the others come at once. */
export const rowsAtOnce: Partial<Record<ConfigKind, number>> = {
  RATE: 200,
  FX: 200,
  LIMIT: 500,
  COMMISSION: 1000,
  PARTNER: 1000,
  TEMPLATE: 1000,
  COMPANY: 1000,
  RELATIONSHIP: 2000,
  PRICING: 500,
}

const byItsKind = {
  judged: 'the kind of the change says whom or what it may name, and refuses others beside their field',
} as const

/** What staff run the portal with: as it is, who changed it when, and changes put forward for approval. */
export const configChangeCalls = {
  current: call({
    method: 'POST',
    path: `${base}/current`,
    access: { permission: view },
    scope: 'company',
    effect: 'read',
    title: 'The calendars, rates, limits or products that are in force',
    body: z.object({
      kind: z.enum(configKinds),
      countryCode: CountryCode.optional(),
      year: z.number().int().min(1990).max(2100).optional(),
      pageNum: z.number().int().min(1).max(10_000).optional().describe('of a kind whose rows do not come at once'),
    }),
    answer: z.array(CurrentRow),
  }),
  changes: call({
    method: 'POST',
    path: `${base}/changes`,
    access: { permission: view },
    scope: 'company',
    effect: 'read',
    title: 'Changes of one kind, the newest first, at most a hundred',
    body: z.object({ kind: z.enum(configKinds) }),
    answer: z.array(ChangeRow),
  }),
  change: call({
    method: 'POST',
    path: `${base}/change`,
    // Whoever has a part in its approval reads it, also those who never open the page it was put forward on.
    access: { permission: 'approval.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.no': ofCallersRows },
    title: 'One change with what it alters, for those who decide on it',
    body: z.object({ no: z.string().min(1).max(120) }),
    answer: ChangeRow,
  }),
  proof: call({
    method: 'POST',
    path: `${base}/proof`,
    // Every participant in the approval of a product sees its effect on each party before passing it.
    access: { permission: 'approval.view' },
    scope: 'company',
    effect: 'read',
    names: { 'body.no': ofCallersRows },
    title: 'What a proposed product does to each party in the lives it is tried in, by currency',
    body: z.object({ no: z.string().min(1).max(120) }),
    answer: z.array(ProductProof),
  }),
  parties: call({
    method: 'POST',
    path: `${base}/parties`,
    access: { permission: ['system.limit.edit', 'system.product.edit'] },
    scope: 'company',
    effect: 'read',
    names: { 'body.id': ofCallersRows },
    title: 'Companies that limits, relationships, prices and products name, by a part of code or name, or the one of an id',
    body: z.object({
      role: z.enum(tradingRoles),
      codeOrName: text(100).optional(),
      id: Id.optional().describe('a company that stands there already, whatever its role is by now'),
      pageNum: z.number().int().min(1).max(10_000).default(1),
      pageSize: z.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ list: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })), total: z.number() }),
  }),
  fxInForce: call({
    method: 'POST',
    path: `${base}/rates/fxInForce`,
    access: { permission: ['system.rate.view', 'system.rate.edit'] },
    scope: 'company',
    effect: 'read',
    title: 'The exchange rate of two currencies that is in force on a day, or the newest one, in the direction asked for',
    body: z.object({ fromCurrency: CurrencyCode, toCurrency: CurrencyCode, day: DateText.optional() }),
    answer: z.object({ rate: z.string(), rateDate: z.string() }).nullable(),
  }),
  propose: call({
    method: 'POST',
    path: `${base}/propose`,
    access: { permission: edit },
    scope: 'company',
    effect: 'write',
    names: {
      'body.targetId': byItsKind,
      'body.values.partnerId': byItsKind,
      'body.values.companyId': byItsKind,
      'body.values.templetId': byItsKind,
      'body.values.supplierId': byItsKind,
      'body.values.productId': byItsKind,
      'body.values.buyerId': byItsKind,
      'body.values.funderId': byItsKind,
      'body.values.terms.funderId': byItsKind,
      'body.values.terms.arpTargetProduct': byItsKind,
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'CONFIG_PROPOSED' },
    title: 'Put a change forward; it is in force when its last approver has passed it',
    body: Change,
    answer: z.object({ id: z.string(), no: z.string() }),
  }),
  rateTemplate: call({
    method: 'POST',
    path: `${base}/rates/template/download`,
    access: { permission: 'system.rate.edit' },
    scope: 'none',
    effect: 'read',
    kind: 'file',
    title: 'The sheet of fixings or exchange rates as a workbook in the reader’s language',
    body: z.object({ kind: z.enum(['RATE', 'FX']) }),
    answer: z.any(),
  }),
  importRates: call({
    method: 'POST',
    path: `${base}/rates/importExcel`,
    access: { permission: 'system.rate.edit' },
    scope: 'company',
    effect: 'write',
    names: {
      'query.fileKey': ownFile,
    },
    act: { by: { PLATFORM: 'either' }, second: 'approval', event: 'CONFIG_PROPOSED' },
    title: 'Read fixings or exchange rates from an uploaded sheet and put them forward; faulty lines come back with reasons',
    query: z.object({ fileKey: z.string().max(300), kind: z.enum(['RATE', 'FX']) }),
    answer: ImportResult.extend({
      /** The number of the change with the imported lines; null where every line is faulty. */
      no: z.string().nullable(),
    }),
  }),
}
