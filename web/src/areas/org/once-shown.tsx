import { useText } from '../../i18n/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notice.ts'

type Shown = { title: string; secret: string | null; again: string; onClose: () => void }

/** A secret at the one moment it can be read. Where the answer with it was lost on its way, `again` says how to get a new one. */
export function OnceShown({ title, secret, again, onClose }: Shown) {
  const text = useText()
  if (secret === null) return <LostSecret title={title} again={again} onClose={onClose} />
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

/** Says that a secret was shown with an answer that never arrived, and how to get a new one. */
export function LostSecret({ title, again, onClose }: Omit<Shown, 'secret'>) {
  const text = useText()
  return (
    <Dialog
      open
      width={560}
      title={title}
      onClose={onClose}
      footer={
        <Button look="solid" onClick={onClose}>
          {text('common.close')}
        </Button>
      }
    >
      <p>{text('integration.lostText')}</p>
      <p>{again}</p>
    </Dialog>
  )
}
