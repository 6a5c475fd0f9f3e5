import { audit } from '../../audit/record.ts'
import type { UseCaseContext } from '../../http/context.ts'
import { notify } from '../../notify/notify.ts'

type Order = { id: string; poNo: string; amount: string; currency: string }

/** The audit row and the notification of something that happened to a purchase order. */
export async function recordOrderEvent(
  context: UseCaseContext,
  order: Order,
  what: { name: string; before: string; after: string; tell: (string | null)[]; comment?: string; facts?: object },
): Promise<void> {
  await audit(context, {
    event: `PURCHASE_ORDER_${what.name}`,
    objectType: 'PURCHASE_ORDER',
    objectId: order.id,
    objectNo: order.poNo,
    before: { docStatus: what.before },
    after: { docStatus: what.after, ...(what.comment ? { comment: what.comment } : {}), ...what.facts },
  })
  await tellOrder(context, order, what)
}

/** The notification of something that happened to a purchase order. */
export const tellOrder = (
  { tx }: Pick<UseCaseContext, 'tx'>,
  { id, poNo, amount, currency }: Order,
  what: { name: string; tell: (string | null)[]; comment?: string },
): Promise<void> =>
  notify(tx, {
    event: `PURCHASE_ORDER_${what.name}`,
    companyIds: what.tell,
    params: { poNo, amount, currency, comment: what.comment ?? null },
    objectType: 'PURCHASE_ORDER',
    objectId: id,
    link: `/trading/purchase/details/${id}`,
  })
