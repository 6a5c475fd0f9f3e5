import type { InvoiceBody, InvoiceDetail } from '@usance/wire/invoice/calls'
import { Form, type FormInstance } from 'antd'
import { useState } from 'react'
import { usePrefill } from '../../../form/use-prefill.ts'
import { useText } from '../../../i18n/i18n.ts'
import { dash } from '../../../ui/format.ts'
import { notify } from '../../../ui/notice.ts'
import { ordersThatFit, useFittingOrder } from './fitting-order.ts'
import { useInvoiceableOrders } from './use-invoiceable-orders.ts'

/** What the form of a new invoice begins with. */
export const newInvoice = { currency: 'USD' }

type Buyer = { code: string; name: string }

/**
 * The purchase orders that an invoice may belong to, `choices` being those of its buyer and currency. A form that is opened from an
 * order begins with what the order says; one that does not fit any more is taken out, which is told.
 */
export function useOrderChoice(
  form: FormInstance<InvoiceBody>,
  draft: InvoiceDetail | undefined,
  buyers: readonly Buyer[] | undefined,
) {
  const text = useText()
  const [chosenOrder] = useState(
    () => draft?.purchaseOrder?.id ?? new URLSearchParams(window.location.search).get('po') ?? undefined,
  )
  const invoiceable = useInvoiceableOrders(draft ? undefined : chosenOrder)
  const { orders } = invoiceable
  const currency = Form.useWatch('currency', form)
  const buyerCode = Form.useWatch('buyerCode', form)
  const choices = ordersThatFit({ draft, orders, buyers: buyers ?? [], buyerCode, currency })
  const areKnown = invoiceable.isKnown && buyers !== undefined
  useFittingOrder(form, areKnown ? choices : undefined, (id) =>
    notify(
      'warning',
      text('trading.orderTakenOut', { no: [...orders, draft?.purchaseOrder].find((order) => order?.id === id)?.poNo ?? dash }),
    ),
  )
  // Coming from an order, its buyer and currency are known already.
  const first = draft ? undefined : orders.find((order) => order.id === chosenOrder)
  const firstBuyer = buyers?.find((buyer) => buyer.name === first?.buyerName)?.code
  usePrefill(
    form,
    first && firstBuyer ? { buyerCode: firstBuyer, currency: first.currency, purchaseOrderId: first.id } : undefined,
    newInvoice,
  )
  return {
    orders,
    choices,
    listed: invoiceable.listed,
    question: invoiceable.question,
    currency,
    // Until the orders are known, the chosen one is sent as it is.
    mayBe: (id: string) => !areKnown || choices.some((order) => order.id === id),
  }
}

export type OrderChoice = ReturnType<typeof useOrderChoice>
