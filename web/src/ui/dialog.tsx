import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { t, useText } from '../i18n/i18n.ts'
import { Button, IconButton } from './button.tsx'

type Props = {
  open: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  side?: boolean
  width?: number
  closable?: boolean
}

/** A dialog in the browser's top layer, with its focus trap and Escape. `side` makes it a panel at the right edge. */
export function Dialog({ open, title, onClose, children, footer, side, width, closable = true }: Props) {
  const text = useText()
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    if (open && dialog && !dialog.open) {
      dialog.showModal?.()
      // The browser would focus the closing cross; what one came for is the first input or the main button.
      dialog.querySelector<HTMLElement>('[data-autofocus], .dialog-content input, .dialog-foot .btn-solid')?.focus()
    }
    return () => dialog?.close?.()
  }, [open])
  if (!open) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way to close a dialog, and the browser handles it
    <dialog
      ref={ref}
      className={side ? 'dialog dialog-side' : 'dialog'}
      aria-labelledby={id}
      style={width ? { width } : undefined}
      onCancel={(event) => {
        event.preventDefault()
        if (closable) onClose()
      }}
      onClick={(event) => {
        if (closable && event.target === ref.current) onClose()
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          {closable && <IconButton icon="close" label={text('common.close')} onClick={onClose} />}
        </header>
        <div className="dialog-content">{children}</div>
        {footer && <footer className="dialog-foot">{footer}</footer>}
      </div>
      {/* What unfolds from a field inside; the edges of the dialog do not cut it off. */}
      <div className="dialog-layer" />
    </dialog>
  )
}

type Question = { title: string; text?: ReactNode; ok?: string; cancel?: string | null; danger?: boolean }
let asked: (Question & { answer: (yes: boolean) => void }) | undefined
const listeners = new Set<() => void>()
const set = (value: typeof asked) => {
  asked = value
  for (const listener of listeners) listener()
}

/** Asks before something that cannot be undone; `cancel: null` makes it an information to acknowledge. */
export const ask = (question: Question): Promise<boolean> =>
  new Promise((resolve) =>
    set({
      ...question,
      answer: (yes) => {
        set(undefined)
        resolve(yes)
      },
    }),
  )

/** Where `ask` shows its dialog; the shell holds one. */
export function Questions() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
  if (!question) return null
  return (
    <Dialog
      open
      width={420}
      title={question.title}
      closable={question.cancel !== null}
      onClose={() => question.answer(false)}
      footer={
        <>
          {question.cancel !== null && (
            <Button onClick={() => question.answer(false)}>{question.cancel ?? t('common.cancel')}</Button>
          )}
          <Button look={question.danger ? 'danger' : 'solid'} autoFocus onClick={() => question.answer(true)}>
            {question.ok ?? t('common.ok')}
          </Button>
        </>
      }
    >
      {question.text}
    </Dialog>
  )
}
