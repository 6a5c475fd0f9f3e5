import { financeOrderCalls } from '@usance/wire/finance-order/calls'
import { useShown } from '../../../form/use-shown.ts'
import { send } from '../../../http/client.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'

/** Declines the right on an order as it was shown, with the reason. */
export function DeclineDialog({
  order: latest,
  onClose,
  onDone,
}: {
  order: { id: string; version: number }
  onClose: () => void
  onDone: () => void
}) {
  const text = useText()
  const order = useShown(latest)
  return (
    <ReasonDialog
      open
      title={text('finance.declineTitle')}
      ok={text('finance.decline')}
      onClose={onClose}
      onSubmit={async (comment) => {
        await send(financeOrderCalls.rightConfirmation, {
          query: { id: order.id },
          body: { accept: false, version: order.version, comment },
        })
        onDone()
      }}
    />
  )
}
