import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ask } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'

type Named = { id: string; poNo: string }
type Line = { description: string; qty: string; unit: string; unitPrice: string }
type Shown = Named & {
  amount: string
  currency: string
  latestShipDate: string
  orderDate: string
  paymentTermDays: number | string
  /** The lines, on a page that shows them. */
  items?: readonly Line[]
}

const shownOf = ({ poNo, orderDate, amount, currency, latestShipDate, paymentTermDays, items }: Shown) => ({
  poNo,
  orderDate,
  amount,
  currency,
  latestShipDate,
  paymentTermDays: Number(paymentTermDays),
  ...(items ? { items: items.map(({ description, qty, unit, unitPrice }) => ({ description, qty, unit, unitPrice })) } : {}),
})

/** What one does to orders from list and detail alike; `done` loads the page again. */
export function useOrderActions(done: () => void) {
  const text = useText()
  const told = (words: string) => {
    notify('success', words)
    done()
  }
  return {
    async submit(ids: string[]) {
      const { changed } = await send(purchaseOrderCalls.submit, { body: { ids } })
      told(text('purchase.submitted', { count: changed.length }))
    },
    /** Confirms orders as they are shown: one that its supplier has changed since is refused. */
    async confirm(orders: readonly Shown[]) {
      const ids = orders.map(({ id }) => id)
      const title = text('purchase.confirmAsk', { count: ids.length })
      if (!(await ask({ title, text: text('purchase.confirmText'), ok: text('purchase.confirm') }))) return
      const { changed } = await send(purchaseOrderCalls.confirm, { body: { ids, shown: orders.map(shownOf) } })
      told(text('purchase.confirmed', { count: changed.length }))
    },
    async close({ id, poNo }: Named) {
      const title = text('purchase.closeAsk', { no: poNo })
      if (!(await ask({ title, text: text('purchase.closeText'), ok: text('purchase.close') }))) return
      await send(purchaseOrderCalls.close, { body: { id } })
      told(text('purchase.didClose', { no: poNo }))
    },
    async cancel({ id, poNo }: Named) {
      const title = text('purchase.cancelAsk', { no: poNo })
      if (!(await ask({ title, text: text('purchase.cancelText'), ok: text('purchase.cancel'), danger: true }))) return
      await send(purchaseOrderCalls.cancel, { body: { id } })
      told(text('purchase.didCancel', { no: poNo }))
    },
  }
}
