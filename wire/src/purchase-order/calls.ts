import { purchaseOrderMachine } from '@usance/domain/states/purchase-order'
import { z } from 'zod'
import { byCode, ownFile, paperOn } from '../act.ts'
import { call } from '../call.ts'
import {
  AmountText,
  CurrencyCode,
  DateText,
  figureText,
  Id,
  IdempotencyKey,
  idsOnce,
  namedOnce,
  requiredText,
  TimelineEntry,
  text,
} from '../fields.ts'
import { ImportResult } from '../invoice/calls.ts'
import { Paper, PaperRef } from '../paper/calls.ts'

const base = '/{p}-financial-transaction/purchaseOrder/client'
const order = { scope: 'company', method: 'POST' } as const
const confirmers = {
  permission: ['confirmation.invoiceConfirmation.confirm', 'confirmation.invoiceConfirmation.bt-upload'],
  meant: {
    byParty: {
      BUYER: 'confirmation.invoiceConfirmation.confirm',
      PLATFORM: 'confirmation.invoiceConfirmation.bt-upload',
    },
  },
} as const

/** Above zero, at most four decimals. */
const QtyText = figureText('quantity').regex(/[1-9]/)
const PriceText = figureText('unitPrice')
const ShippedText = figureText('quantity')

const Line = z.object({
  sku: text(80).optional(),
  description: requiredText(300),
  qty: QtyText,
  unit: requiredText(20).default('PCS'),
  unitPrice: PriceText,
})
export type PurchaseOrderLine = z.input<typeof Line>

/** A line of a draft as it was typed, whole or not. */
const TypedLine = z.object({
  sku: text(80).optional(),
  description: text(300).optional(),
  qty: text(20).optional(),
  unit: text(20).optional(),
  unitPrice: text(24).optional(),
})
export type TypedLine = z.infer<typeof TypedLine>

/** The lines of an order, whichever way it comes in. */
export const mostOrderLines = 500

const Body = z.object({
  buyerCode: requiredText(60),
  poNo: requiredText(80),
  orderDate: DateText.optional(),
  latestShipDate: DateText.optional(),
  currency: CurrencyCode,
  paymentTermDays: z.number().int().min(0).max(360).optional(),
  remark: text(500).optional(),
  items: z.array(Line).max(mostOrderLines).default([]),
  /** All lines as they were typed, where a draft has some that are not whole yet; `items` then holds those that are. */
  draftItems: z.array(TypedLine).max(mostOrderLines).optional(),
  attachments: z.array(PaperRef).max(40).default([]),
  /** A draft may still lack days and lines; sent to the buyer it may not. */
  saveType: z.enum(['DRAFT', 'SUBMIT']).default('DRAFT'),
})
export type PurchaseOrderBody = z.input<typeof Body>

const Saved = z.object({ id: z.string(), poNo: z.string(), docStatus: z.string(), version: z.number(), amount: z.string() })
const Changed = z.object({ changed: z.array(z.object({ id: z.string(), docStatus: z.string() })) })
/** So many purchase orders are submitted or confirmed at a time at most. */
export const mostOrdersAtOnce = 200
const Ids = z.object({ ids: idsOnce(mostOrdersAtOnce), idempotencyKey: IdempotencyKey })
const One = z.object({ id: Id, idempotencyKey: IdempotencyKey })
const Named = z.object({ code: z.string(), name: z.string() })

/** What a line of an order says of the goods. */
const ShownLine = z.object({
  description: z.string().max(500),
  qty: z.string().max(30),
  unit: z.string().max(30),
  unitPrice: z.string().max(30),
})

export const PurchaseOrderDetail = z.object({
  id: z.string(),
  poNo: z.string(),
  supplier: Named,
  buyer: Named,
  /** It was sent once, so that another buyer takes another record. */
  keepsBuyer: z.boolean(),
  orderDate: z.string(),
  latestShipDate: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** Of invoices sent to the buyer; what is left of the order; what funders advanced on it. */
  invoicedAmount: z.string(),
  balance: z.string(),
  shippedAmount: z.string(),
  financedAmount: z.string(),
  paymentTermDays: z.number(),
  docStatus: z.string(),
  financeStatus: z.string().nullable(),
  remark: z.string().nullable(),
  returnComment: z.string().nullable(),
  version: z.number(),
  operations: z.array(z.string()),
  items: z.array(
    z.object({
      line: z.number(),
      sku: z.string().nullable(),
      description: z.string(),
      qty: z.string(),
      unit: z.string(),
      unitPrice: z.string(),
      amount: z.string(),
      shippedQty: z.string(),
    }),
  ),
  /** The lines of a draft as they were typed, where one is not whole yet. */
  draftItems: z.array(TypedLine).nullable(),
  attachments: z.array(Paper),
  invoices: z.array(
    z.object({
      id: z.string(),
      invoiceNo: z.string(),
      issueDate: z.string(),
      dueDate: z.string(),
      amount: z.string(),
      docStatus: z.string(),
      financeStatus: z.string(),
    }),
  ),
  orders: z.array(
    z.object({ id: z.string(), orderNo: z.string(), status: z.string(), applyAmount: z.string(), active: z.boolean() }),
  ),
  /** What does not fit together: more invoiced than ordered, invoiced before shipped, shipped late, invoiced before ordered. */
  mismatches: z.array(z.enum(['OVER_INVOICED', 'INVOICED_NOT_SHIPPED', 'SHIPPED_NOT_INVOICED', 'SHIP_DATE_PASSED'])),
  /** What is odd about it: another order between the same parties, among those that the reader sees, looks like it. */
  riskFlags: z.array(z.enum(['NEAR_DUPLICATE'])),
  timeline: z.array(TimelineEntry),
})
export type PurchaseOrderDetail = z.infer<typeof PurchaseOrderDetail>

/** Purchase orders: drafted, sent, confirmed by the buyer or operations, shipped and invoiced. */
export const purchaseOrderCalls = {
  add: call({
    ...order,
    path: `${base}/add`,
    access: { permission: 'trading.purchase.add' },
    effect: 'write',
    names: {
      'body.buyerCode': byCode,
      'body.attachments[].objectKey': ownFile,
    },
    act: { by: { SUPPLIER: 'making' }, second: 'approval', event: 'PURCHASE_ORDER_ADDED' },
    title: 'Enter a purchase order, as a draft or sent at once',
    body: Body.extend({ idempotencyKey: IdempotencyKey }),
    answer: Saved,
  }),
  edit: call({
    ...order,
    path: `${base}/edit`,
    access: { permission: ['trading.purchase.edit', 'trading.purchase.draft'] },
    effect: 'write',
    names: {
      'body.buyerCode': byCode,
      'body.attachments[].objectKey': paperOn('body.id'),
      'body.id': {
        kind: 'purchaseOrder',
        of: 'supplier',
        on: [...purchaseOrderMachine.from('draft'), ...purchaseOrderMachine.from('edit')],
        permission: { DRAFT: 'trading.purchase.draft', SUBMITTED: 'trading.purchase.edit' },
      },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'approval', event: 'PURCHASE_ORDER_EDITED' },
    title: 'Change a draft, or an order the buyer has not confirmed yet',
    body: Body.extend({ id: Id, version: z.number().int(), idempotencyKey: IdempotencyKey }),
    answer: Saved,
  }),
  detail: call({
    ...order,
    path: `${base}/detail`,
    access: { permission: 'trading.purchase.details' },
    effect: 'read',
    names: { 'query.id': { kind: 'purchaseOrder', of: 'seen' } },
    title: 'One purchase order with its lines, files, invoices and financing',
    query: z.object({ id: Id }),
    answer: PurchaseOrderDetail,
  }),
  submit: call({
    ...order,
    path: `${base}/submit`,
    access: { permission: 'trading.purchase.add' },
    effect: 'write',
    names: {
      'body.ids[]': { kind: 'purchaseOrder', of: 'supplier', on: purchaseOrderMachine.from('submit') },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'approval', event: 'PURCHASE_ORDER_SUBMIT' },
    title: 'Send drafts to their buyers',
    body: Ids,
    answer: Changed,
  }),
  update: call({
    ...order,
    path: `${base}/update`,
    access: { permission: 'trading.purchase.update' },
    effect: 'write',
    names: {
      'body.attachments[].objectKey': paperOn('body.id'),
      'body.id': { kind: 'purchaseOrder', of: 'supplier', on: purchaseOrderMachine.from('update') },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'PURCHASE_ORDER_UPDATE' },
    title: 'Say what was shipped and add the shipping documents',
    body: z.object({
      id: Id,
      version: z.number().int(),
      items: namedOnce(
        z.array(z.object({ line: z.number().int(), shippedQty: ShippedText })).max(mostOrderLines),
        ({ line }) => line,
        'line',
      ),
      attachments: z.array(PaperRef).max(40).default([]),
      idempotencyKey: IdempotencyKey,
    }),
    answer: Saved,
  }),
  upload: call({
    ...order,
    path: `${base}/upload`,
    access: { permission: 'trading.purchase.upload' },
    effect: 'write',
    names: {
      'body.attachments[].objectKey': paperOn('body.id'),
      'body.id': { kind: 'purchaseOrder', of: 'supplier', on: purchaseOrderMachine.from('upload') },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'PURCHASE_ORDER_UPLOAD' },
    title: 'Replace the files of an order',
    body: z.object({ id: Id, version: z.number().int(), attachments: z.array(PaperRef).max(40), idempotencyKey: IdempotencyKey }),
    answer: Saved,
  }),
  confirm: call({
    ...order,
    path: `${base}/confirm`,
    access: confirmers,
    effect: 'write',
    names: {
      'body.ids[]': { kind: 'purchaseOrder', of: 'buyer', on: purchaseOrderMachine.from('confirm') },
    },
    act: {
      by: { BUYER: 'checking', PLATFORM: 'either' },
      second: { notMakerOf: 'body.ids[]' },
      decidesOn: 'body.ids[]',
      shows: ['body.shown'],
      event: 'PURCHASE_ORDER_CONFIRM',
    },
    title: 'Confirm orders as their buyer, or as operations for a buyer that is not shown them',
    body: Ids.extend({
      /** What the caller was shown of each order, in the order of the ids: one that has other terms by now is not confirmed. */
      shown: z
        .array(
          z.object({
            amount: AmountText,
            currency: CurrencyCode,
            latestShipDate: DateText,
            paymentTermDays: z.number().int(),
            poNo: requiredText(80).optional(),
            orderDate: DateText.optional(),
            /** Its lines, where they were shown. */
            items: z.array(ShownLine).max(500).optional(),
          }),
        )
        .max(mostOrdersAtOnce)
        .optional(),
    }),
    answer: Changed,
  }),
  returnToSupplier: call({
    ...order,
    path: `${base}/return`,
    access: confirmers,
    effect: 'write',
    names: {
      'body.id': { kind: 'purchaseOrder', of: 'buyer', on: purchaseOrderMachine.from('return') },
    },
    act: {
      by: { BUYER: 'checking', PLATFORM: 'either' },
      second: 'nobody',
      decidesOn: 'body.id',
      event: 'PURCHASE_ORDER_RETURN',
    },
    title: 'Return an order to the supplier for correction',
    body: One.extend({ comment: requiredText(500) }),
    answer: Changed,
  }),
  close: call({
    ...order,
    path: `${base}/close`,
    access: { permission: 'trading.purchase.update' },
    effect: 'write',
    names: {
      'body.id': { kind: 'purchaseOrder', of: 'supplier', on: purchaseOrderMachine.from('close') },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'PURCHASE_ORDER_CLOSE' },
    title: 'Close an order that nothing more comes of',
    body: One,
    answer: Changed,
  }),
  cancel: call({
    ...order,
    path: `${base}/cancel`,
    access: { permission: 'trading.purchase.edit' },
    effect: 'write',
    names: {
      'body.id': { kind: 'purchaseOrder', of: 'supplier', on: purchaseOrderMachine.from('cancel') },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'PURCHASE_ORDER_CANCEL' },
    title: 'Cancel an order before it is financed',
    body: One,
    answer: Changed,
  }),
  importExcel: call({
    ...order,
    path: `${base}/importExcel`,
    access: { permission: 'trading.purchase.bt-upload' },
    effect: 'write',
    names: {
      'query.fileKey': ownFile,
    },
    act: {
      by: { SUPPLIER: 'making', BUYER: 'making' },
      second: 'approval',
      event: ['PURCHASE_ORDER_ADDED', 'PURCHASE_ORDER_EDITED'],
    },
    title:
      'Read orders from an uploaded sheet, one row a line; a buyer’s wait for its checker, faulty rows come back with reasons',
    query: z.object({ fileKey: z.string().max(300) }),
    answer: ImportResult,
  }),
  template: call({
    scope: 'none',
    method: 'GET',
    path: `${base}/template`,
    access: { permission: 'trading.purchase.bt-upload' },
    effect: 'read',
    title: 'The columns of the import sheet',
    answer: z.array(z.object({ key: z.string(), title: z.string(), required: z.boolean(), example: z.string() })),
  }),
  templateDownload: call({
    scope: 'none',
    method: 'POST',
    path: `${base}/template/download`,
    access: { permission: 'trading.purchase.bt-upload' },
    effect: 'read',
    kind: 'file',
    title: 'The import sheet as a workbook in the reader’s language',
    body: z.object({ type: z.literal('EXCEL').default('EXCEL') }),
    answer: z.any(),
  }),
}
