import { contractMachine } from '@usance/domain/states/contract'
import { z } from 'zod'
import { ofEverybody, ownFile } from '../act.ts'
import { call } from '../call.ts'
import { AmountText, DateText, Id, IdempotencyKey, pageOf, requiredText, text, wholeNumber } from '../fields.ts'
import { mayBePriced, priced } from '../finance-order/trial.ts'

const own = '/{p}-contract'
const view = { permission: 'contract.info.view' } as const

export const signMethods = ['TYPED', 'DRAWN', 'UPLOADED'] as const
const parties = ['SUPPLIER', 'BUYER', 'FUNDER'] as const

const Signatory = z.object({
  party: z.enum(parties),
  companyId: z.string(),
  companyName: z.string(),
  signedName: z.string().nullable(),
  signedAt: z.string().nullable(),
  method: z.string().nullable(),
  /** The hash of the text that was signed. */
  sha256: z.string().nullable(),
})
export type Signatory = z.infer<typeof Signatory>

/** Contracts: templates, preview, signing, download and proof. */
export const contractCalls = {
  templates: call({
    method: 'POST',
    path: `${own}/template/queryPage`,
    access: view,
    scope: 'company',
    effect: 'read',
    title: 'Contract templates whose name holds a text',
    body: z.object({
      name: text(120).default(''),
      pageNum: wholeNumber(1, 100_000).default(1),
      pageSize: wholeNumber(1, 200).default(20),
    }),
    answer: pageOf(
      z.object({
        id: z.string(),
        name: z.string(),
        nameCn: z.string(),
        code: z.string(),
        version: z.number(),
        productTypes: z.array(z.string()),
        signatories: z.array(z.string()),
      }),
    ),
  }),
  template: call({
    method: 'POST',
    path: `${own}/client/template/detail`,
    access: view,
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'templet', of: 'seen' } },
    title: 'The text of a contract template, with what each contract fills in named in brackets',
    body: z.object({ id: Id }),
    answer: z.object({
      id: z.string(),
      name: z.string(),
      nameCn: z.string(),
      code: z.string(),
      version: z.number(),
      signatories: z.array(z.string()),
      html: z.object({ en: z.string(), cn: z.string() }),
    }),
  }),
  configs: call({
    method: 'POST',
    path: `${own}/client/config/queryConfigBatchList`,
    access: view,
    scope: 'company',
    effect: 'read',
    names: { 'body.productIds[]': { kind: 'product', of: 'seen' } },
    title: 'The contracts that orders of these products need',
    body: z.object({ productIds: z.array(Id).max(100) }),
    answer: z.array(
      z.object({
        productId: z.string(),
        templateId: z.string(),
        name: z.string(),
        nameCn: z.string(),
        required: z.boolean(),
        signatories: z.array(z.string()),
      }),
    ),
  }),
  preview: call({
    method: 'POST',
    path: '/{p}-financial-transaction/contract/client/preview',
    access: mayBePriced,
    scope: 'company',
    effect: 'write',
    names: { ...priced, 'body.templateId': ofEverybody },
    act: { bindsNobody: 'a look at what would be signed' },
    title: 'The contract an order would get, as text and as a file, before anything is issued',
    body: z.object({
      financingProductId: Id,
      templateId: Id.optional(),
      items: z
        .array(z.object({ docType: z.enum(['INVOICE', 'PO']), docId: Id, applyAmount: AmountText.optional() }))
        .max(1000)
        .default([]),
      fundingDate: DateText.optional(),
      arpOfOrderId: Id.optional(),
      orderId: Id.optional(),
    }),
    answer: z.object({ objectKey: z.string(), html: z.string() }),
  }),
  detail: call({
    method: 'POST',
    path: `${own}/client/detail`,
    access: view,
    scope: 'company',
    effect: 'read',
    names: { 'body.id': { kind: 'contract', of: 'seen' } },
    title: 'One contract with its text in both languages and who has signed',
    body: z.object({ id: Id }),
    answer: z.object({
      id: z.string(),
      no: z.string(),
      name: z.string(),
      nameCn: z.string(),
      status: z.string(),
      orderId: z.string().nullable(),
      orderNo: z.string().nullable(),
      supplierName: z.string().nullable(),
      buyerName: z.string().nullable(),
      funderName: z.string().nullable(),
      createdAt: z.string(),
      signedAt: z.string().nullable(),
      /** The hash of the signed file, once everybody has signed. */
      sha256: z.string().nullable(),
      /** The hash of the text; sent back with a signature. */
      textSha256: z.string(),
      /** Where to pay now that the account which the text names is closed. */
      accountInstead: z
        .object({
          closed: z.string(),
          accountName: z.string(),
          bankName: z.string(),
          bankAccount: z.string(),
          bankCode: z.string(),
        })
        .nullable(),
      html: z.object({ en: z.string(), cn: z.string() }),
      signatories: z.array(Signatory),
      operations: z.array(z.string()),
    }),
  }),
  sign: call({
    method: 'POST',
    path: `${own}/client/signoff`,
    access: { permission: 'contract.info.signoff' },
    scope: 'company',
    effect: 'write',
    names: {
      'body.signatureObjectKey': ownFile,
      'body.id': { kind: 'contract', of: 'seen', on: contractMachine.from('sign') },
    },
    act: {
      by: { SUPPLIER: 'checking', BUYER: 'checking', FUNDER: 'checking', COMPANY: 'checking' },
      second: 'nobody',
      shows: ['body.textSha256'],
      event: 'CONTRACT_SIGNED',
    },
    title: "Sign a contract for the caller's company; only its signatories may",
    body: z.object({
      id: Id,
      name: requiredText(120),
      method: z.enum(signMethods),
      /** The picture of a drawn or uploaded signature. */
      signatureObjectKey: z.string().max(300).optional(),
      textSha256: z.string().length(64),
      idempotencyKey: IdempotencyKey,
    }),
    answer: z.object({ status: z.string() }),
  }),
  download: call({
    method: 'GET',
    path: `${own}/client/download`,
    access: view,
    scope: 'company',
    effect: 'read',
    names: { 'query.id': { kind: 'contract', of: 'seen' } },
    title: 'The contract as a PDF in both languages',
    kind: 'file',
    query: z.object({ id: Id, preview: z.enum(['true', 'false']).optional() }),
    answer: z.any(),
  }),
  verify: call({
    method: 'POST',
    path: `${own}/client/verify`,
    access: view,
    scope: 'company',
    effect: 'read',
    title: "Whether a file's SHA-256 is that of a signed contract of the caller's company",
    body: z.object({ sha256: z.string().regex(/^[0-9a-fA-F]{64}$/) }),
    answer: z.object({
      matches: z.boolean(),
      contract: z
        .object({
          id: z.string(),
          no: z.string(),
          name: z.string(),
          nameCn: z.string(),
          status: z.string(),
          signedAt: z.string().nullable(),
          signatories: z.array(Signatory),
        })
        .nullable(),
    }),
  }),
}
