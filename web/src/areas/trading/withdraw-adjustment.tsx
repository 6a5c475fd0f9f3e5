import { adjustmentCalls } from '@usance/wire/adjustment/calls'
import { send } from '../../http/client.ts'
import { useText } from '../../i18n/i18n.ts'
import { notify } from '../../ui/notice.ts'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'

type Props = { adjustment: { id: string; refNo: string }; onClose: () => void; onDone: () => void }

/** Takes an adjustment back that the own company put forward; whoever was told of it reads why. */
export function WithdrawAdjustment({ adjustment, onClose, onDone }: Props) {
  const text = useText()
  return (
    <ReasonDialog
      open
      title={text('trading.withdrawAdjustmentTitle', { no: adjustment.refNo })}
      ok={text('trading.withdrawAdjustment')}
      onClose={onClose}
      onSubmit={async (comment) => {
        await send(adjustmentCalls.withdraw, { body: { id: adjustment.id, comment } })
        notify('success', text('trading.adjustmentWithdrawn'))
        onDone()
      }}
    />
  )
}
