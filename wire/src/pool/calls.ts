import { financeOrderMachine } from '@usance/domain/states/finance-order'
import { z } from 'zod'
import { ownFile } from '../act.ts'
import { call } from '../call.ts'
import { AmountText, DateText, Id, IdempotencyKey, idsOnce, KnownCurrency, Money, text } from '../fields.ts'
import { TrialAnswer } from '../finance-order/trial.ts'
import { ImportResult } from '../invoice/calls.ts'

const base = '/{p}-financial-transaction/air8PoolFinanceOrder/client'
/** Which kind of pool a page is about: the product's own rules, or a bank that decides. */
export const PoolKind = z.enum(['OWN', 'DBS'])
export type PoolKind = z.infer<typeof PoolKind>
/** So many invoices are assigned at a time at most. */
export const mostAssigned = 500
const may = (action: 'view' | 'add' | 'assign' | 'withdraw') =>
  [`finance.poolFactoring.${action}`, `finance.dbsFinance.${action}`] as const

const PoolFigure = z.object({
  key: z.string(),
  formula: z.string(),
  inputs: z.array(z.object({ name: z.string(), value: z.string(), unit: z.string().optional() })),
  result: Money,
})
export const Pool = z.object({
  id: z.string(),
  code: z.string(),
  kind: PoolKind,
  productName: z.string(),
  productNameCn: z.string(),
  supplierName: z.string(),
  funderName: z.string(),
  currency: z.string(),
  maxTenor: z.number(),
  /** With the tenor, what was agreed when the pool was opened; a later change of its product does not touch it. */
  terms: z.object({
    advanceRate: z.string(),
    concentrationPct: z.string().nullable(),
    dilutionThreshold: z.string(),
    disclosed: z.boolean(),
  }),
  assets: z.number(),
  excluded: z.number(),
  buyers: z.array(
    z.object({
      buyerCode: z.string(),
      buyerName: z.string(),
      eligible: Money,
      counted: Money,
      excess: Money,
      sharePct: z.string(),
    }),
  ),
  /** Every figure from the eligible receivables to what can be drawn, in the order in which they are worked out. */
  figures: z.array(PoolFigure),
  availability: Money,
  maxDrawing: Money,
  /** Whether the supplier has a facility in force: without one nothing is drawn. */
  hasFacility: z.boolean(),
  bank: z.object({ base: Money.nullable(), asOf: z.string().nullable(), note: z.string().nullable() }).nullable(),
  /** The newest drawings, and how many there are. */
  drawingsInAll: z.number(),
  drawings: z.array(
    z.object({
      id: z.string(),
      orderNo: z.string(),
      status: z.string(),
      amount: Money,
      outstanding: Money,
      rate: z.string().nullable(),
      fundingDate: z.string().nullable(),
      maturity: z.string().nullable(),
    }),
  ),
  history: z.array(z.object({ date: z.string(), base: Money, drawn: Money, availability: Money })),
})
export type Pool = z.infer<typeof Pool>

const Drawing = z.object({ poolId: Id, amount: AmountText, fundingDate: DateText, maturity: DateText })

// The supplier's own pool, which whoever may add its drawings draws on.
const poolToDrawOn = {
  kind: 'pool',
  of: 'supplier',
  permission: { OWN: 'finance.poolFactoring.add', DBS: 'finance.dbsFinance.add' },
} as const

/** Pool factoring: receivables assigned to a pool, and drawings on what it carries. A drawing is a finance order. */
export const poolCalls = {
  pools: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/pools`,
    access: { permission: may('view') },
    effect: 'read',
    title: 'Pools with every figure of their borrowing base',
    body: z.object({ kind: PoolKind }),
    answer: z.object({
      pools: z.array(Pool),
      /** Products on offer to this supplier from which a pool can be opened. */
      products: z.array(z.object({ id: z.string(), name: z.string(), nameCn: z.string(), currencies: z.array(z.string()) })),
    }),
  }),
  assignable: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/assignable`,
    access: { permission: may('assign') },
    effect: 'read',
    names: {
      'body.productId': {
        kind: 'product',
        of: 'seen',
        permission: { OWN: 'finance.poolFactoring.assign', DBS: 'finance.dbsFinance.assign' },
      },
    },
    title: 'Confirmed invoices that no order and no pool holds',
    body: z.object({
      productId: Id,
      currency: KnownCurrency,
      /** Part of the number of an invoice, or of the name of its buyer. */
      search: text(60).optional(),
    }),
    answer: z.object({
      /** There are more than are listed: a search finds them. */
      more: z.boolean(),
      invoices: z.array(
        z.object({
          id: z.string(),
          invoiceNo: z.string(),
          buyerName: z.string(),
          dueDate: z.string(),
          outstanding: Money,
          /** What of it its buyer has confirmed, which alone may be financed. */
          confirmed: Money,
        }),
      ),
    }),
  }),
  assign: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/assign`,
    access: { permission: may('assign') },
    effect: 'write',
    names: {
      'body.productId': {
        kind: 'product',
        of: 'seen',
        permission: { OWN: 'finance.poolFactoring.assign', DBS: 'finance.dbsFinance.assign' },
      },
      'body.invoiceIds[]': { kind: 'invoice', of: 'supplier' },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'POOL_ASSIGNED' },
    title: 'Assign invoices to the pool of a product, opening it with the first',
    body: z.object({
      productId: Id,
      currency: KnownCurrency,
      invoiceIds: idsOnce(mostAssigned),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ poolId: z.string(), code: z.string(), assigned: z.number() }),
  }),
  withdraw: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/withdraw`,
    access: { permission: may('withdraw') },
    effect: 'write',
    names: {
      'body.assetId': {
        kind: 'poolAsset',
        of: 'supplier',
        permission: { OWN: 'finance.poolFactoring.withdraw', DBS: 'finance.dbsFinance.withdraw' },
      },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'POOL_WITHDRAWN' },
    title: 'Take a receivable out of its pool, as long as the pool carries what is drawn without it',
    body: z.object({ assetId: Id, idempotencyKey: IdempotencyKey }),
    answer: z.object({ status: z.string() }),
  }),
  drawable: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/drawable`,
    access: { permission: may('add') },
    effect: 'read',
    names: {
      'body.poolId': poolToDrawOn,
    },
    title: 'The most that can be drawn for a day: today or later, with what is known now',
    body: z.object({ poolId: Id, fundingDate: DateText }),
    answer: z.object({ fundingDate: z.string(), maxDrawing: Money }),
  }),
  trial: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/trialCalculation`,
    access: { permission: may('add') },
    effect: 'read',
    names: {
      'body.poolId': poolToDrawOn,
    },
    title: 'What a drawing would cost and bring',
    body: Drawing,
    answer: TrialAnswer,
  }),
  draw: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/draw`,
    access: { permission: may('add') },
    effect: 'write',
    names: {
      'body.poolId': poolToDrawOn,
      'body.payeeBankAccountId': { kind: 'bankAccount', of: 'company' },
      'body.again.orderId': { kind: 'financeOrder', of: 'supplier', on: financeOrderMachine.from('edit') },
    },
    act: {
      by: { SUPPLIER: 'making' },
      second: 'approval',
      shows: ['body.pricingHash'],
      event: ['FINANCE_ORDER_CREATED', 'FINANCE_ORDER_EDITED'],
    },
    title: 'Draw on a pool at the price the supplier has seen; goes into approval like every finance order',
    body: Drawing.extend({
      pricingHash: text(80),
      payeeBankAccountId: Id,
      remark: text(500).optional(),
      /** A drawing that was sent back, with the version that was seen: it is submitted again instead of another one. */
      again: z.object({ orderId: Id, version: z.number().int() }).optional(),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ id: z.string(), orderNo: z.string(), status: z.string(), version: z.number() }),
  }),
  bankFigures: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/bankFigures`,
    access: { permission: 'finance.dbsFinance.approve' },
    effect: 'write',
    names: {
      'body.poolId': { kind: 'pool', of: 'funder' },
    },
    act: { by: { FUNDER: 'checking', PLATFORM: 'either' }, second: 'nobody', event: 'POOL_BANK_FIGURES' },
    title: 'Bring in what the bank decided for a pool',
    body: z.object({ poolId: Id, base: AmountText, asOf: DateText, note: text(200).optional(), idempotencyKey: IdempotencyKey }),
    answer: z.object({ poolId: z.string() }),
  }),
  bankFiguresTemplate: call({
    method: 'POST',
    scope: 'none',
    path: `${base}/bankFigures/template/download`,
    access: { permission: 'finance.dbsFinance.approve' },
    effect: 'read',
    kind: 'file',
    title: 'The sheet for the figures of the bank, in the reader’s language',
    body: z.object({ type: z.literal('EXCEL').default('EXCEL') }),
    answer: z.any(),
  }),
  importBankFigures: call({
    method: 'POST',
    scope: 'company',
    path: `${base}/importBankFigures`,
    access: { permission: 'finance.dbsFinance.approve' },
    effect: 'write',
    names: {
      'query.fileKey': ownFile,
    },
    act: { by: { FUNDER: 'checking', PLATFORM: 'either' }, second: 'nobody', event: 'POOL_BANK_FIGURES' },
    title: 'Bring in what the bank decided for many pools, one row each; faulty rows come back with reasons',
    query: z.object({ fileKey: z.string().max(300) }),
    answer: ImportResult,
  }),
}
