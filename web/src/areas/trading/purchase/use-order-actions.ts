import { purchaseOrderCalls } from '@usance/wire/purchase-order/calls'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ask } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notice.ts'

type Named = { id: string; poNo: string }
type Shown = { id: string; amount: string; currency: string; latestShipDate: string; paymentTermDays: number | string }

const shownOf = ({ amount, currency, latestShipDate, paymentTermDays }: Shown) => ({
  amount,
  currency,
  latestShipDate,
  paymentTermDays: Number(paymentTermDays),
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
      told(text('common.notice.opt_success'))
    },
    async cancel({ id, poNo }: Named) {
      const title = text('purchase.cancelAsk', { no: poNo })
      if (!(await ask({ title, text: text('purchase.cancelText'), ok: text('purchase.cancel'), danger: true }))) return
      await send(purchaseOrderCalls.cancel, { body: { id } })
      told(text('common.notice.opt_success'))
    },
  }
}
