import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t, useText } from '../i18n/i18n.ts'
import { Button, IconButton } from './button.tsx'
import { hasFilesUnderWay } from './files-under-way.ts'
import { useWritten } from './use-written.ts'

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

/** Dialogs that are open, the latest on top; everything below it is inert. */
const stack: HTMLElement[] = []
function showOnlyTheTop() {
  const page = document.getElementById('root')
  if (page) page.inert = stack.length > 0
  for (const [index, layer] of stack.entries()) layer.inert = index < stack.length - 1
}
/** A moment after which a button that was busy is itself again. */
const refocusAfterMs = 60
/** What unfolds from a field – a choice, a calendar – takes Escape for itself. */
const somethingUnfolded = () =>
  document.querySelector(
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden), .ant-picker-dropdown:not(.ant-picker-dropdown-hidden), .popover',
  ) !== null

/**
 * A dialog above the page, which is inert meanwhile. Not the browser's own modal: what unfolds from a field inside would
 * lie behind that. Escape and a click beside it close it, and ask first when something was written in it; while
 * files are under way in it, its cross asks too. The focus returns. `side` makes it a panel at the right edge.
 */
export function Dialog({ open, title, onClose, children, footer, side, width, closable = true }: Props) {
  const text = useText()
  const layer = useRef<HTMLDivElement>(null)
  const id = useId()
  const isWritten = useWritten(layer, open)
  const closeByChance = async () => {
    if ((!isWritten() && !hasFilesUnderWay(layer.current)) || (await askToDiscard())) onClose()
  }
  const leave = useRef(closeByChance)
  leave.current = closeByChance
  useEffect(() => {
    const own = layer.current
    if (!open || !own) return
    const before = document.activeElement as HTMLElement | null
    stack.push(own)
    showOnlyTheTop()
    // What one came for is the first input or the main button, not the closing cross.
    const goal = own.querySelector<HTMLElement>('[data-autofocus], .dialog-content input, .dialog-foot .btn-solid:enabled')
    // Where nothing can be entered, or not yet, the keyboard stands on the dialog itself, never on the page behind it.
    ;(goal ?? own.querySelector('dialog'))?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || stack.at(-1) !== own || somethingUnfolded()) return
      event.preventDefault()
      if (closable) void leave.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      stack.splice(stack.indexOf(own), 1)
      showOnlyTheTop()
      before?.focus?.()
      // What opened it may be busy until the answer is dealt with, and only then takes the focus again.
      if (before && document.activeElement !== before)
        setTimeout(() => document.activeElement === document.body && before.focus(), refocusAfterMs)
    }
  }, [open, closable])
  if (!open) return null
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the ground beside the dialog only closes it, as Escape does
    <div
      ref={layer}
      className={side ? 'scrim scrim-side' : 'scrim'}
      onMouseDown={(event) => {
        if (event.target !== layer.current) return
        // Whatever lies under the ground is not pressed, and takes no focus.
        event.preventDefault()
        // The second press of a double click meant the button that opened this, not the ground over it.
        if (closable && event.detail < 2) void closeByChance()
      }}
    >
      <dialog
        open
        aria-modal="true"
        tabIndex={-1}
        className={side ? 'dialog dialog-side' : 'dialog'}
        aria-labelledby={id}
        style={width ? { width } : undefined}
      >
        <div className="dialog-body">
          <header className="dialog-head">
            <h2 id={id}>{title}</h2>
            {closable && (
              <IconButton
                icon="close"
                label={text('common.close')}
                onClick={() => (hasFilesUnderWay(layer.current) ? closeByChance() : onClose())}
              />
            )}
          </header>
          <div className="dialog-content">{children}</div>
          {footer && <footer className="dialog-foot">{footer}</footer>}
        </div>
      </dialog>
    </div>,
    document.body,
  )
}

type Question = {
  title: string
  text?: ReactNode
  ok?: string
  cancel?: string | null
  danger?: boolean
  /** The keyboard stands on the button that changes nothing. */
  holds?: boolean
}
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

/** Asks before something is deleted for good; `more` says what else follows from it. */
export const askToDelete = (title: string, more?: string): Promise<boolean> =>
  ask({
    title,
    text: [t('common.del_confirm'), more].filter(Boolean).join(' '),
    ok: t('common.delete'),
    danger: true,
  })

/** Asks before what was typed is lost. */
export const askToDiscard = (): Promise<boolean> =>
  ask({
    title: t('form.discard'),
    text: t('form.discardText'),
    ok: t('form.discardIt'),
    cancel: t('form.keepEditing'),
    danger: true,
    holds: true,
  })

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
            <Button {...(question.holds ? { 'data-autofocus': '' } : {})} onClick={() => question.answer(false)}>
              {question.cancel ?? t('common.cancel')}
            </Button>
          )}
          <Button
            look={question.danger ? 'danger' : 'solid'}
            {...(question.holds ? {} : { 'data-autofocus': '' })}
            onClick={() => question.answer(true)}
          >
            {question.ok ?? t('common.ok')}
          </Button>
        </>
      }
    >
      {question.text}
    </Dialog>
  )
}
