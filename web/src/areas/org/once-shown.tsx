import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notice.ts'

/** A secret at the one moment it can be read. */
export function OnceShown({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) {
  const text = useText()
  const copy = () =>
    navigator.clipboard
      ?.writeText(secret)
      .then(() => notify('success', text('integration.copied')))
      .catch(() => notify('warning', text('integration.copyFailed')))
  return (
    <Dialog
      open
      width={560}
      title={title}
      closable={false}
      onClose={onClose}
      footer={
        <>
          {'clipboard' in navigator && <Button onClick={() => void copy()}>{text('integration.copy')}</Button>}
          <Button look="solid" onClick={onClose}>
            {text('integration.kept')}
          </Button>
        </>
      }
    >
      <p>{text('integration.onceText')}</p>
      <code className="integration-secret">{secret}</code>
    </Dialog>
  )
}
