import { useQuery } from '@tanstack/react-query'
import type { OrderDetail } from '@usance/wire/finance-order/order'
import { poolCalls } from '@usance/wire/pool/calls'
import { knownConfig } from '../../../config.ts'
import { useShown } from '../../../form/use-shown.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DrawDialog } from './draw-dialog.tsx'

type Props = { order: OrderDetail; onClose: () => void; onDone: () => void }

/** Corrects a drawing that was sent back: the dialog it was drawn with, filled with what was asked for. */
export function DrawAgain({ order: latest, onClose, onDone }: Props) {
  const text = useText()
  const order = useShown(latest)
  const code = order.items[0]?.docNo
  const today = knownConfig()?.businessDate ?? ''
  const answer = useQuery({
    queryKey: ['pools', 'of', code],
    queryFn: async () => {
      for (const kind of ['OWN', 'DBS'] as const) {
        const { pools } = await send(poolCalls.pools, { body: { kind } }, { quiet: true })
        const pool = pools.find((one) => one.code === code)
        if (pool) return pool
      }
      return null
    },
    staleTime: 0,
  })
  if (answer.data) {
    const { requestedFundingDate, maturity, payeeBankAccountId } = order
    const values = {
      amount: order.financeAmount,
      ...(requestedFundingDate && requestedFundingDate >= today ? { fundingDate: requestedFundingDate } : {}),
      ...(maturity ? { maturity } : {}),
      ...(payeeBankAccountId ? { payeeBankAccountId } : {}),
    }
    const again = { orderId: order.id, orderNo: order.orderNo, version: order.version, values }
    return <DrawDialog pool={answer.data} again={again} onClose={onClose} onDone={onDone} />
  }
  return (
    <Dialog
      open
      width={640}
      title={text('pool.drawAgainTitle', { no: order.orderNo })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('common.close')}</Button>}
    >
      {answer.isLoadingError ? (
        <Failed error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data === null ? (
        <p>{text('pool.closed')}</p>
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}
