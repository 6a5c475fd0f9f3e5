import { useText } from '../../../i18n/i18n.ts'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'

type Props = { id: string | undefined; onClose: () => void; onSubmit: (id: string, comment: string) => Promise<void> }

/** Asks why an order goes back to its supplier. */
export function ReturnDialog({ id, onClose, onSubmit }: Props) {
  const text = useText()
  return (
    <ReasonDialog
      open={id !== undefined}
      title={text('purchase.returnTitle')}
      ok={text('purchase.return')}
      onClose={onClose}
      onSubmit={(comment) => onSubmit(id!, comment)}
    />
  )
}
