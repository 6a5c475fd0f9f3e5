import { figureOf } from '../../../form/number-input.ts'

type Buyer = { code: string; name: string }
type Order = { id: string; poNo: string; buyerName?: string; currency?: string }
export type FormValues = Partial<
  Record<'buyerCode' | 'invoiceNo' | 'taxInvoiceNo' | 'issueDate' | 'dueDate' | 'currency' | 'amount' | 'purchaseOrderId', string>
>

/**
 * What a document says as values of the invoice form. An amount with more decimals than its currency has is left for the user
 * to enter: nothing is cut. A Chinese tax invoice's code and number make the tax invoice number.
 */
export function valuesFromDocument(read: Record<string, string>, buyers: readonly Buyer[], orders: readonly Order[]): FormValues {
  // A prepaid sum is no longer a receivable, and a rounded total is owed as it was rounded.
  const amount = figureOf(read.payableAmount ?? read.totalAmount ?? '', { money: read.currency })
  const buyer = read.buyerName ? buyerNamed(read.buyerName, buyers) : undefined
  const named = read.poNumber ? orders.filter(({ poNo }) => plain(poNo) === plain(read.poNumber!)) : []
  // Two buyers may use the same number.
  const order = named.find(({ buyerName, currency }) => buyerName === buyer?.name && currency === read.currency) ?? named[0]
  const values: FormValues = {
    buyerCode: buyer?.code,
    invoiceNo: read.invoiceNo,
    taxInvoiceNo: read.invoiceCode && read.invoiceNo ? `${read.invoiceCode}${read.invoiceNo}` : undefined,
    issueDate: read.invoiceDate,
    dueDate: read.dueDate,
    currency: read.currency,
    amount: amount || undefined,
    purchaseOrderId: order?.id,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** The buyer a document names: the same name but for case, marks and legal form; undefined when none or several fit. */
export function buyerNamed<B extends Buyer>(name: string, buyers: readonly B[]): B | undefined {
  const wanted = core(name)
  const same = buyers.filter((buyer) => core(buyer.name) === wanted)
  if (same.length > 0) return same.length === 1 ? same[0] : undefined
  const close = buyers.filter(
    (buyer) => wanted.length > 5 && (core(buyer.name).startsWith(wanted) || wanted.startsWith(core(buyer.name))),
  )
  return close.length === 1 ? close[0] : undefined
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')
const core = (name: string) =>
  plain(
    name.replace(
      /\b(?:ltd|limited|inc|incorporated|corp|corporation|gmbh|ag|llc|co|company|plc|b\.?v|s\.?a)\b\.?|有限公司|股份/gi,
      '',
    ),
  )
