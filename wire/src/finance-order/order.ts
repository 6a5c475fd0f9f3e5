import { z } from 'zod'
import { only } from '../audience.ts'
import { Money, TimelineEntry } from '../fields.ts'
import { Paper } from '../paper/calls.ts'
import type { CompanyRole } from '../roles.ts'
import { ApprovalSign } from '../workflow/sign.ts'
import { TrialAnswer, TrialRequest } from './trial.ts'

/** Who reads what supplier and funder agreed on: everybody but the buyer. */
export const agreeing = ['SUPPLIER', 'FUNDER', 'COMPANY', 'PLATFORM'] as const satisfies readonly CompanyRole[]
/** A company as an order names it. */
const Party = z.object({ code: z.string(), name: z.string() })
/** One order as those who may see it read it; who sees less finds less in it. */
export const OrderDetail = z.object({
  id: z.string(),
  orderNo: z.string(),
  type: z.string(),
  status: z.string(),
  version: z.number(),
  currency: z.string(),
  supplier: Party,
  financingProductId: z.string(),
  buyerCode: z.string().nullable(),
  buyerName: z.string().nullable(),
  baseRateType: z.string().nullable(),
  /** Null where a pool, or several buyers, stand behind the order. */
  buyer: Party.nullable(),
  /** The parts of an order of several buyers, for those who see the whole of it. */
  buyers: z.array(
    Party.extend({
      documents: z.number(),
      faceAmount: Money,
      financeAmount: Money,
      principalOutstanding: Money,
      confirmedAt: z.string().nullable(),
      confirmedBy: z.string().nullable(),
    }),
  ),
  funder: Party,
  product: z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    nameCn: z.string(),
    interestMethod: only(agreeing, z.string()),
    advanceRate: only(agreeing, z.string()),
    dayCount: z.string(),
    graceDays: z.number(),
  }),
  faceAmount: Money,
  financeAmount: Money,
  netAmount: only(agreeing, Money),
  interestAmount: only(agreeing, Money),
  feeAmount: only(agreeing, Money),
  reserveAmount: only(agreeing, Money),
  /** What was agreed of interest and reserve, where the bank paid later and both are others since; null where they are the same. */
  agreedBefore: only(agreeing, z.object({ interestAmount: Money, reserveAmount: Money }).nullable()),
  principalOutstanding: Money,
  rate: z.string().nullable(),
  requestedFundingDate: z.string(),
  fundingDate: z.string().nullable(),
  maturity: z.string().nullable(),
  settledOn: z.string().nullable(),
  validUntil: z.string().nullable(),
  disclosed: z.boolean(),
  recourse: z.boolean(),
  rightConfirmParty: z.string(),
  remark: z.string().nullable(),
  warnings: z.array(z.string()),
  /** What waits on its invoices at this moment, as long as the money is not out. */
  signs: only(agreeing, z.array(ApprovalSign)),
  /**
   * Documents of an order that ended while the bank has its transfer: those that it holds, and those on which no other order is paid
   * meanwhile. Null where the bank has none.
   */
  withBank: only(agreeing, z.object({ locked: z.array(z.string()), barred: z.array(z.string()) }).nullable()),
  arpOf: z.object({ id: z.string(), orderNo: z.string() }).nullable(),
  conversions: z.array(z.object({ id: z.string(), orderNo: z.string(), status: z.string() })),
  /** Null for a buyer: prices between supplier and funder are not its business. */
  pricing: TrialAnswer.nullable(),
  /** A drawing on a pool was priced without documents. */
  request: TrialRequest.extend({ items: z.array(TrialRequest.shape.items.element) }).nullable(),
  payeeBankAccountId: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      docType: z.string(),
      docId: z.string(),
      docNo: z.string(),
      buyerCode: z.string().nullable(),
      buyerName: z.string().nullable(),
      face: Money,
      applyAmount: Money,
      reserve: only(agreeing, Money),
      interest: only(agreeing, Money),
      maturity: z.string(),
      dueDate: z.string(),
      principalOutstanding: Money,
      active: z.boolean(),
    }),
  ),
  fees: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      basis: z.string(),
      amount: Money,
      tax: Money,
      payer: z.string(),
      beneficiary: z.string(),
      timing: z.string(),
    }),
  ),
  contracts: z.array(z.object({ id: z.string(), no: z.string(), name: z.string(), nameCn: z.string(), status: z.string() })),
  attachments: z.array(Paper),
  currentNode: z.string().nullable(),
  /** Whether the order has ever been in approval, as far as the caller may know. */
  hasApproval: z.boolean(),
  operations: z.array(z.string()),
  timeline: z.array(TimelineEntry),
})
export type OrderDetail = z.infer<typeof OrderDetail>

/** An account money goes to or comes from. */
export const Account = z.object({
  payeeName: z.string(),
  payeeBankName: z.string(),
  payeeBankNameEn: z.string().nullable(),
  payeeAcctNo: z.string(),
  payeeBankNo: z.string(),
  payeeCurrency: z.string(),
})

/** What is paid out on an order. */
export const FundingInfo = z.object({
  approvedAmount: Money,
  advance: Money,
  interest: only(agreeing, Money),
  fees: z.array(z.object({ code: z.string(), amount: Money, tax: Money })),
  net: only(agreeing, Money),
  payments: z.array(
    z.object({
      id: z.string(),
      no: z.string(),
      type: z.string(),
      amount: Money,
      currency: z.string(),
      valueDate: z.string().nullable(),
      bankRef: z.string().nullable(),
      status: z.string(),
    }),
  ),
})

/** Limits and financing of a company in one currency. */
export const FinancingSummary = z.object({
  currency: z.string(),
  /** Null without a limit, which is no limit of zero. */
  limit: Money.nullable(),
  used: Money,
  /** The part of `used` that orders on their way hold, not yet funded. */
  locked: Money,
  /** Unknown without a limit, or without the exchange rate. */
  available: Money.nullable(),
  financing: Money,
  overdue: Money,
  /** Principal that matures from today to seven days on; of a buyer its debt on invoices that do. */
  dueNext7Days: Money,
  /** Losses that have not come back and count against the limits (decision 189); a buyer has none. */
  lost: Money,
  ordersByStatus: z.record(z.string(), z.number()),
})
