import { interestMethods } from '@usance/domain/interest'
import { financeOrderMachine } from '@usance/domain/states/finance-order'
import { z } from 'zod'
import { ofCallersRecords } from '../act.ts'
import { funding, only, onlyShape } from '../audience.ts'
import { AmountText, CurrencyCode, DateText, Id, Money, text } from '../fields.ts'

/** So many documents one order is raised on at most. */
export const mostDocuments = 200
/** What a supplier asks to be priced. A document without an amount takes as much as it may. */
export const TrialRequest = z.object({
  financingProductId: Id,
  funderCode: text(60).optional(),
  buyerCode: text(60).optional(),
  currency: CurrencyCode,
  fundingDate: DateText,
  items: z
    .array(z.object({ docType: z.enum(['INVOICE', 'PO']), docId: Id, applyAmount: AmountText.optional() }))
    .min(1)
    .max(mostDocuments),
  /** Converts this purchase order financing into the purchase of its invoices. */
  arpOfOrderId: Id.optional(),
  /** The order being priced again: its own locks do not stand in its way. */
  orderId: Id.optional(),
})
export type TrialRequest = z.input<typeof TrialRequest>

/** An order that is priced again belongs to the caller and may still be edited. */
export const pricedAgain = { kind: 'financeOrder', of: 'supplier', in: financeOrderMachine.from('edit') } as const

/** Who may learn a price: whoever may ask for an order at that price. */
export const mayBePriced = {
  permission: ['finance.finance-order.add', 'finance.finance-order.edit', 'finance.finance-order.arp'],
} as const

/** The records that a price may be asked for. */
export const priced = {
  'body.financingProductId': ofCallersRecords,
  'body.items[].docId': { kind: 'document', of: 'supplier' },
  'body.orderId': pricedAgain,
  'body.arpOfOrderId': { kind: 'financeOrder', of: 'supplier' },
} as const

/** The figures of the funding leg: what the funder earns, and what the operator keeps between the two rates. */
const fundingKeys = ['fundInterest', 'spread'] as const
const figure = {
  docId: z.string().optional(),
  feeCode: z.string().optional(),
  formula: z.string(),
  /** Of a sum, each input names the document or the fee whose part it is; not so in orders from before it was stored. */
  inputs: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      unit: z.string(),
      docId: z.string().optional(),
      feeCode: z.string().optional(),
    }),
  ),
  dayCount: z
    .object({
      code: z.string(),
      name: z.string(),
      definition: z.string(),
      from: z.string(),
      to: z.string(),
      days: z.number(),
      fraction: z.string(),
    })
    .optional(),
  fixing: z
    .object({
      type: z.string(),
      effectiveDate: z.string(),
      revision: z.number(),
      percentRate: z.string(),
      resetDate: z.string(),
      lookbackBd: z.number(),
    })
    .optional(),
  rounding: z.object({ mode: z.string(), scale: z.number() }).nullable(),
  unrounded: z.string(),
  result: z.string(),
  unit: z.string(),
}
/** The explanation of one figure, on request; those of the funding leg are for its two parties alone. */
export const Figure = z.union([
  onlyShape(funding, z.object({ key: z.enum(fundingKeys), ...figure })),
  z.object({ key: z.string(), ...figure }),
])
export type Figure = z.infer<typeof Figure>

export const TrialAnswer = z.object({
  /** The pricing day: the business day asked for, or the first one after it; absent in orders from before it was stored. */
  fundingDate: z.string().optional(),
  items: z.array(
    z.object({
      docType: z.string(),
      docId: z.string(),
      number: z.string(),
      /** Whose debt it is; a drawing on a pool has no one debtor. */
      buyerCode: z.string().optional(),
      buyerName: z.string().optional(),
      face: Money,
      adjustments: Money,
      paid: Money,
      netReceivable: Money,
      eligible: Money,
      reasons: z.array(z.string()),
      advanceRate: z.string(),
      maxAdvance: Money,
      applyAmount: Money,
      dueDate: z.string(),
      maturity: z.string(),
      interestTo: z.string(),
      days: z.number(),
      baseRate: z.string(),
      margin: z.string(),
      rate: z.string(),
      interest: Money,
      net: Money,
      reserve: Money,
      fees: z.array(z.object({ code: z.string(), payer: z.string(), timing: z.string(), amount: Money, tax: Money })),
      /** Null for a product without a separate leg of the funder. */
      legs: only(funding, z.object({ client: Money, fund: Money, spread: Money }).nullable()),
    }),
  ),
  total: z.object({
    face: Money,
    netReceivable: Money,
    eligible: Money,
    maxAdvance: Money,
    applyAmount: Money,
    interest: Money,
    feesAtFunding: Money,
    feesAtSettlement: Money,
    net: Money,
    reserve: Money,
    allInApr: z.string().nullable(),
    cashToSupplier: Money,
    topUp: Money,
    fundInterest: only(funding, Money.nullable()),
    spread: only(funding, Money.nullable()),
  }),
  fees: z.array(
    z.object({
      code: z.string(),
      basis: z.string(),
      payer: z.string(),
      timing: z.string(),
      beneficiary: z.string(),
      base: z.string(),
      value: z.string(),
      amount: Money,
      tax: Money,
    }),
  ),
  /** The limits on the supplier itself. One that names a buyer counts the documents of that buyer alone. */
  limits: z.array(
    z.object({ type: z.string(), available: Money, buyerCode: z.string().optional(), buyerName: z.string().optional() }),
  ),
  warnings: z.array(z.object({ code: z.string(), docId: z.string().optional(), detail: z.string().optional() })),
  explain: z.array(Figure),
  interestMethod: z.enum(interestMethods),
  /** What a conversion pays off of its loan's principal; absent in orders from before it was stored. */
  payoffPrincipal: Money.optional(),
  pricingHash: z.string(),
  validUntil: z.string(),
})
export type TrialAnswer = z.infer<typeof TrialAnswer>

/** The accepted price beside the price of the present payment day, where that is a later day. */
export const Repricing = z.object({
  /** False while the order can still be paid on its pricing day, or no payment waits. */
  needed: z.boolean(),
  /** Why the order cannot be priced today, as the name of a refusal. */
  problem: z.string().nullable(),
  /** True when no term is worse than accepted: the payment goes on without a new consent. */
  goesOn: z.boolean(),
  terms: z.array(
    z.object({
      key: z.enum([
        'fundingDate',
        'rate',
        'purchased',
        'advance',
        'interest',
        'fees',
        'net',
        'payoffPrincipal',
        'cashToSupplier',
        'reserve',
        'maturity',
        'buyerFees',
      ]),
      unit: z.enum(['date', 'percent', 'money']),
      before: z.string(),
      after: z.string(),
      changed: z.boolean(),
    }),
  ),
  pricingHash: z.string().nullable(),
  /** Contracts state the price, the invoices purchased and the fees of the buyer; a price that needs the supplier's acceptance is signed again. */
  signAgain: z.boolean(),
  askedAt: z.string().nullable(),
  mayAccept: z.boolean(),
  mayAsk: z.boolean(),
})
export type Repricing = z.infer<typeof Repricing>
