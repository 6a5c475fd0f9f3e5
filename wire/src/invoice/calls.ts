import { invoiceMachine } from '@usance/domain/states/invoice'
import { z } from 'zod'
import { byCode, ownFile, paperOn } from '../act.ts'
import { call } from '../call.ts'
import {
  AmountText,
  CurrencyCode,
  DateText,
  Id,
  IdempotencyKey,
  idsOnce,
  namedOnce,
  requiredText,
  TimelineEntry,
  text,
} from '../fields.ts'
import { Paper, PaperRef } from '../paper/calls.ts'

const base = '/{p}-financial-transaction/invoice/client'
const confirmation = '/{p}-financial-transaction/invoiceConfirmation/client'
const imports = '/{p}-financial-transaction/finance/invoice/client'

const Body = z.object({
  buyerCode: requiredText(60),
  invoiceNo: requiredText(80),
  taxInvoiceNo: text(80).optional(),
  purchaseOrderId: Id.optional(),
  issueDate: DateText,
  dueDate: DateText,
  currency: CurrencyCode,
  amount: AmountText,
  remark: text(500).optional(),
  attachments: z.array(PaperRef).max(40).default([]),
})
export type InvoiceBody = z.input<typeof Body>

const Saved = z.object({ id: z.string(), invoiceNo: z.string(), docStatus: z.string(), version: z.number() })
/** So many invoices are submitted, confirmed or disputed at a time at most. */
export const mostInvoicesAtOnce = 200
const Ids = z.object({ ids: idsOnce(mostInvoicesAtOnce), idempotencyKey: IdempotencyKey.optional() })
const Changed = z.object({ changed: z.array(z.object({ id: z.string(), docStatus: z.string() })) })
const Named = z.object({ code: z.string(), name: z.string() })

export const InvoiceDetail = z.object({
  id: z.string(),
  invoiceNo: z.string(),
  taxInvoiceNo: z.string().nullable(),
  supplier: Named,
  buyer: Named,
  /** It was sent once, so that another buyer takes another record. */
  keepsBuyer: z.boolean(),
  purchaseOrder: z.object({ id: z.string(), poNo: z.string() }).nullable(),
  issueDate: z.string(),
  dueDate: z.string(),
  currency: z.string(),
  amount: z.string(),
  confirmedAmount: z.string().nullable(),
  /** The amount that a maker of the buyer has put forward as owed, until it is confirmed or returned. */
  proposedAmount: z.string().nullable(),
  adjustedAmount: z.string(),
  /** What passed credit notes and other reductions have taken off; `adjustedAmount` is that less the debit notes. */
  reducedAmount: z.string(),
  paidAmount: z.string(),
  outstanding: z.string(),
  /** What of it may be paid to the supplier itself: nothing while it is financed, and not what a funder owns of it after its order was settled. */
  payableToSupplier: z.string(),
  docStatus: z.string(),
  payStatus: z.string(),
  financeStatus: z.string(),
  source: z.string(),
  remark: z.string().nullable(),
  disputeReason: z.string().nullable(),
  /** How the buyer says the dispute ended. */
  resolution: z.string().nullable(),
  returnComment: z.string().nullable(),
  riskFlags: z.array(z.string()),
  version: z.number(),
  operations: z.array(z.string()),
  attachments: z.array(Paper),
  adjustments: z.array(
    z.object({
      id: z.string(),
      no: z.string(),
      refNo: z.string(),
      type: z.string(),
      amount: z.string(),
      date: z.string(),
      status: z.string(),
      reason: z.string().nullable(),
      operations: z.array(z.enum(['RESUBMIT', 'WITHDRAW'])),
    }),
  ),
  payments: z.array(
    z.object({ id: z.string(), amount: z.string(), date: z.string(), reference: z.string().nullable(), waived: z.boolean() }),
  ),
  /** Payments that supplier or buyer reported; a confirmed one is among the payments too. */
  directPayments: z.array(
    z.object({
      id: z.string(),
      no: z.string(),
      amount: z.string(),
      date: z.string(),
      reference: z.string().nullable(),
      status: z.string(),
      takeBackReason: z.string().nullable(),
      mayTakeBack: z.boolean(),
    }),
  ),
  orders: z.array(
    z.object({ id: z.string(), orderNo: z.string(), status: z.string(), applyAmount: z.string(), active: z.boolean() }),
  ),
  timeline: z.array(TimelineEntry),
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

export const ImportResult = z.object({
  successfulNumber: z.number(),
  errorNumber: z.number(),
  /** The number of faulty rows that the workbook has: the first ones. */
  listedNumber: z.number(),
  errorUrl: z.string().nullable(),
  errorObjectKey: z.string().nullable(),
})

const invoice = { scope: 'company', method: 'POST' } as const

/** Invoices: entered one by one, from Excel or from e-invoices; submitted; confirmed, returned or disputed by the buyer. */
export const invoiceCalls = {
  buyers: call({
    ...invoice,
    path: `${base}/buyers`,
    access: { permission: ['trading.invoice.view'] },
    effect: 'read',
    title: 'The buyers a supplier trades with',
    body: z.object({}),
    answer: z.array(z.object({ code: z.string(), name: z.string(), termDays: z.number(), disclosed: z.boolean() })),
  }),
  add: call({
    ...invoice,
    path: `${base}/add`,
    access: { permission: 'trading.invoice.add' },
    effect: 'write',
    names: {
      'body.buyerCode': byCode,
      'body.attachments[].objectKey': ownFile,
      'body.purchaseOrderId': { kind: 'purchaseOrder', of: 'supplier' },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'INVOICE_ADDED' },
    title: 'Enter an invoice as a draft',
    body: Body.extend({ idempotencyKey: IdempotencyKey }),
    answer: Saved,
  }),
  edit: call({
    ...invoice,
    path: `${base}/edit`,
    access: { permission: 'trading.invoice.edit' },
    effect: 'write',
    names: {
      'body.buyerCode': byCode,
      'body.attachments[].objectKey': paperOn('body.id'),
      'body.id': { kind: 'invoice', of: 'supplier', on: invoiceMachine.from('edit') },
      'body.purchaseOrderId': { kind: 'purchaseOrder', of: 'supplier' },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'INVOICE_EDITED' },
    title: 'Change a draft',
    body: Body.extend({ id: Id, version: z.number().int(), idempotencyKey: IdempotencyKey }),
    answer: Saved,
  }),
  detail: call({
    ...invoice,
    path: `${base}/detail`,
    access: { permission: ['trading.invoice.details', 'confirmation.invoiceConfirmation.detail'] },
    effect: 'read',
    names: { 'query.id': { kind: 'invoice', of: 'seen' } },
    title: 'One invoice with everything that happened to it',
    query: z.object({ id: Id }),
    answer: InvoiceDetail,
  }),
  submit: call({
    ...invoice,
    path: `${base}/submit`,
    access: { permission: 'trading.invoice.add' },
    effect: 'write',
    names: {
      'body.ids[]': { kind: 'invoice', of: 'supplier', on: invoiceMachine.from('submit') },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'approval', event: 'INVOICE_SUBMIT' },
    title: 'Send drafts to their buyers',
    body: Ids,
    answer: Changed,
  }),
  cancel: call({
    ...invoice,
    path: `${base}/cancel`,
    access: { permission: 'trading.invoice.edit' },
    effect: 'write',
    names: {
      'body.id': { kind: 'invoice', of: 'supplier', on: invoiceMachine.from('cancel') },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'INVOICE_CANCEL' },
    title: 'Cancel an invoice that is neither financed nor paid',
    body: z.object({ id: Id, idempotencyKey: IdempotencyKey.optional() }),
    answer: Changed,
  }),
  importExcel: call({
    ...invoice,
    path: `${imports}/importExcel`,
    access: { permission: 'trading.invoice.bt-upload' },
    effect: 'write',
    names: {
      'query.fileKey': ownFile,
    },
    act: { by: { SUPPLIER: 'making', BUYER: 'making', PLATFORM: 'either' }, second: 'approval', event: 'INVOICE_ADDED' },
    title: 'Read invoices from an uploaded sheet: good rows become drafts, faulty ones come back with reasons',
    query: z.object({ fileKey: z.string().max(300) }),
    answer: ImportResult,
  }),
  importEInvoice: call({
    ...invoice,
    path: `${imports}/importEInvoice`,
    access: { permission: 'trading.invoice.bt-upload' },
    effect: 'write',
    names: {
      'query.fileKey': ownFile,
    },
    act: { by: { SUPPLIER: 'making' }, second: 'approval', event: ['INVOICE_ADDED', 'INVOICE_ADJUSTMENT_ADDED'] },
    title: 'Read an uploaded UBL or CII e-invoice, or a PDF with one inside, as a draft',
    query: z.object({ fileKey: z.string().max(300) }),
    answer: z.object({
      /** The draft, or the invoice that a credit or debit note changes. */
      id: z.string(),
      invoiceNo: z.string(),
      kind: z.enum(['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE']),
      findings: z.array(z.object({ rule: z.string(), severity: z.string(), text: z.string() })),
    }),
  }),
  template: call({
    scope: 'none',
    method: 'GET',
    path: `${imports}/template`,
    access: { permission: ['trading.invoice.bt-upload', 'confirmation.invoiceConfirmation.bt-upload'] },
    effect: 'read',
    title: 'The columns of the import sheet',
    answer: z.array(z.object({ key: z.string(), title: z.string(), required: z.boolean(), example: z.string() })),
  }),
  templateDownload: call({
    scope: 'none',
    method: 'POST',
    path: `${imports}/template/download`,
    access: { permission: ['trading.invoice.bt-upload', 'confirmation.invoiceConfirmation.bt-upload'] },
    effect: 'read',
    kind: 'file',
    title: 'The import sheet as a workbook in the reader’s language',
    body: z.object({ type: z.literal('EXCEL').default('EXCEL') }),
    answer: z.any(),
  }),
  confirm: call({
    ...invoice,
    path: `${confirmation}/confirm`,
    access: { permission: 'confirmation.invoiceConfirmation.confirm' },
    effect: 'write',
    names: { 'body.items[].id': { kind: 'invoice', of: 'buyer', on: invoiceMachine.from('confirm') } },
    act: {
      by: { BUYER: 'checking' },
      second: { notMakerOf: 'body.items[].id' },
      shows: ['the invoices with the amounts put forward'],
      event: 'INVOICE_CONFIRM',
    },
    title: 'Confirm what is owed, wholly or with a lower amount',
    body: z.object({
      items: namedOnce(
        z
          .array(
            z.object({
              id: Id,
              confirmedAmount: AmountText.optional(),
              /** The amount owed that the caller was shown: put forward, or else the invoice's. Another one by now is not confirmed. */
              shownAmount: AmountText.optional(),
              /** The currency and the due date that the caller was shown; others by now are not confirmed. */
              shownCurrency: CurrencyCode.optional(),
              shownDueDate: DateText.optional(),
            }),
          )
          .min(1)
          .max(mostInvoicesAtOnce),
        ({ id }) => id,
        'id',
      ),
      idempotencyKey: IdempotencyKey.optional(),
    }),
    answer: Changed,
  }),
  returnToSupplier: call({
    ...invoice,
    path: `${confirmation}/return`,
    access: { permission: 'confirmation.invoiceConfirmation.confirm' },
    effect: 'write',
    names: {
      'body.id': { kind: 'invoice', of: 'buyer', on: invoiceMachine.from('return') },
    },
    act: { by: { BUYER: 'checking' }, second: 'nobody', event: 'INVOICE_RETURN' },
    title: 'Return an invoice to the supplier for correction',
    body: z.object({ id: Id, comment: requiredText(500), idempotencyKey: IdempotencyKey.optional() }),
    answer: Changed,
  }),
  dispute: call({
    ...invoice,
    path: `${confirmation}/dispute`,
    access: { permission: 'confirmation.invoiceConfirmation.dispute' },
    effect: 'write',
    names: {
      'body.ids[]': { kind: 'invoice', of: 'buyer', on: invoiceMachine.from('dispute') },
    },
    act: { by: { BUYER: 'checking' }, second: 'nobody', event: 'INVOICE_DISPUTE' },
    title: 'Dispute invoices, with a reason',
    body: z.object({ ids: idsOnce(mostInvoicesAtOnce), reason: requiredText(500), idempotencyKey: IdempotencyKey.optional() }),
    answer: Changed,
  }),
  proposeResolution: call({
    ...invoice,
    path: `${confirmation}/proposeResolution`,
    access: { permission: 'confirmation.invoiceConfirmation.dispute' },
    effect: 'write',
    names: {
      'body.id': { kind: 'invoice', of: 'buyer', on: invoiceMachine.from('resolve') },
    },
    act: { by: { BUYER: 'checking' }, second: 'approval', event: 'INVOICE_RESOLUTION_PROPOSED' },
    title: 'Say how a dispute ended',
    body: z.object({ id: Id, comment: requiredText(500), idempotencyKey: IdempotencyKey }),
    answer: Changed,
  }),
  resolve: call({
    ...invoice,
    path: `${confirmation}/resolve`,
    access: { permission: 'trading.invoice.adjust' },
    effect: 'write',
    names: {
      'body.id': { kind: 'invoice', of: 'seen', on: invoiceMachine.from('resolve') },
    },
    act: { by: { PLATFORM: 'either' }, second: 'nobody', decidesOn: 'body.id', event: 'INVOICE_RESOLVE' },
    title: 'Lift a dispute that its buyer has declared settled: the invoice is submitted or confirmed as before; operations only',
    body: z.object({ id: Id, comment: text(500).optional(), idempotencyKey: IdempotencyKey }),
    answer: Changed,
  }),
  upload: call({
    ...invoice,
    path: `${base}/upload`,
    access: { permission: 'trading.invoice.upload' },
    effect: 'write',
    names: {
      'body.attachments[].objectKey': paperOn('body.id'),
      'body.id': { kind: 'invoice', of: 'supplier' },
    },
    act: { by: { SUPPLIER: 'making' }, second: 'nobody', event: 'INVOICE_FILES_REPLACED' },
    title: 'Replace the files of an invoice',
    body: z.object({ id: Id, version: z.number().int(), attachments: z.array(PaperRef).max(40), idempotencyKey: IdempotencyKey }),
    answer: Changed,
  }),
  uploadConfirmation: call({
    ...invoice,
    path: `${confirmation}/upload`,
    access: { permission: 'confirmation.invoiceConfirmation.upload' },
    effect: 'write',
    names: {
      'body.attachments[].objectKey': paperOn('body.id'),
      'body.id': { kind: 'invoice', of: 'buyer' },
    },
    act: {
      by: { BUYER: 'making', PLATFORM: 'either' },
      second: 'nobody',
      decidesOn: 'body.id',
      event: 'INVOICE_CONFIRMATION_UPLOADED',
    },
    title: 'Add the document that proves a confirmation',
    body: z.object({ id: Id, attachments: z.array(PaperRef).min(1).max(40), idempotencyKey: IdempotencyKey }),
    answer: Changed,
  }),
  batchUpload: call({
    ...invoice,
    path: `${confirmation}/batch/upload`,
    access: { permission: 'confirmation.invoiceConfirmation.bt-upload' },
    effect: 'write',
    names: {
      'query.fileKey': ownFile,
    },
    act: { by: { BUYER: 'making', PLATFORM: 'either' }, second: 'approval', event: 'INVOICE_PUT_FORWARD' },
    title: 'Read what a buyer owes from an uploaded sheet; its rows wait for a checker of the buyer',
    query: z.object({ fileKey: z.string().max(300) }),
    answer: ImportResult,
  }),
}
