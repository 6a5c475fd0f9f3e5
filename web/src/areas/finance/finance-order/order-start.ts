import type { OrderDetail } from '@usance/wire/finance-order/order'
import type { Chosen } from './chosen.ts'

/** In place of a buyer's code: receivables of all of them may be taken together. */
export const everyBuyer = '*'
export type Start = {
  currency: string
  buyerCode: string
  productId: string
  fundingDate: string
  chosen: Chosen
  docType: 'INVOICE' | 'PO'
  /** The account that was chosen; nothing while nobody has. */
  payee: string
  remark: string
}

/** What the form asks of the order that it changes. */
export type Begun = Pick<
  OrderDetail,
  | 'id'
  | 'orderNo'
  | 'status'
  | 'version'
  | 'financingProductId'
  | 'funder'
  | 'arpOf'
  | 'items'
  | 'attachments'
  | 'timeline'
  | 'hasApproval'
>

/** Who owes what is financed, as chosen: one buyer, or all of them together. */
export function debtorOf({ buyerCode: choice, docType, currency }: Start) {
  const ofEvery = choice === everyBuyer && docType === 'INVOICE'
  const buyerCode = choice === everyBuyer ? '' : choice
  const hasBuyer = ofEvery || !!buyerCode
  return {
    ofEvery,
    buyerCode,
    hasBuyer,
    hasBuyerAndCurrency: hasBuyer && currency !== '',
    oneBuyer: buyerCode ? { buyerCode } : {},
  }
}
