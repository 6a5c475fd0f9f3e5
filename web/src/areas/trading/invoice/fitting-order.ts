import type { InvoiceDetail } from '@usance/wire/invoice/calls'
import { Form, type FormInstance } from 'antd'
import { useEffect } from 'react'

export type Order = { id: string; poNo: string; buyerName: string; currency: string }
type Given = {
  draft: Pick<InvoiceDetail, 'buyer' | 'currency' | 'purchaseOrder'> | undefined
  orders: readonly Order[]
  buyers: readonly { code: string; name: string }[]
  buyerCode: string | undefined
  currency: string | undefined
}

/** The purchase orders of the buyer in the currency of an invoice, the one that its draft names among them. */
export function ordersThatFit({ draft, orders, buyers, buyerCode, currency }: Given): { id: string; poNo: string }[] {
  const buyerName = buyers.find(({ code }) => code === buyerCode)?.name
  const fitting = orders.filter((order) => order.buyerName === buyerName && order.currency === currency)
  // The order that the draft names stays its own while the draft stays with buyer and currency, whatever else is offered or not.
  const own = draft?.buyer.code === buyerCode && draft?.currency === currency ? draft?.purchaseOrder : undefined
  return own && !fitting.some(({ id }) => id === own.id) ? [own, ...fitting] : fitting
}

/**
 * Takes the purchase order out of the form of an invoice once it is none of `choices` any more, and tells `onTakenOut`: what the
 * form shows is what is stored. Nothing is taken out while the choices or the buyer are not known.
 */
export function useFittingOrder(
  form: FormInstance,
  choices: readonly { id: string }[] | undefined,
  onTakenOut: (id: string) => void,
): void {
  const buyerCode: string | undefined = Form.useWatch('buyerCode', form)
  const chosen: string | undefined = Form.useWatch('purchaseOrderId', form)
  const isStrange = Boolean(choices && buyerCode && chosen && !choices.some(({ id }) => id === chosen))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once, whatever is drawn meanwhile
  useEffect(() => {
    // The watched values arrive one after the other; those of the form are all of now.
    if (!isStrange || !chosen || form.getFieldValue('buyerCode') !== buyerCode) return
    form.setFieldValue('purchaseOrderId', undefined)
    onTakenOut(chosen)
  }, [isStrange, chosen, buyerCode])
}
