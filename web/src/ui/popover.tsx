import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

type Trigger = {
  ref: RefObject<HTMLButtonElement | null>
  onClick: () => void
  'aria-expanded': boolean
  'aria-haspopup': 'dialog' | 'menu' | 'listbox'
  'aria-controls'?: string
}
type Props = {
  trigger: (props: Trigger, open: boolean) => ReactNode
  children: (close: () => void) => ReactNode
  align?: 'start' | 'end'
  kind?: 'dialog' | 'menu' | 'listbox'
  label?: string
  className?: string
  /** As wide as what opens it, at least. */
  matchWidth?: boolean
}

/** A panel beside the button that opens it. Escape and a click elsewhere close it; focus returns to the button. */
export function Popover({ trigger, children, align = 'start', kind = 'dialog', label, className = '', matchWidth }: Props) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  usePlacement(open, anchor, panel, align, matchWidth)

  useEffect(() => {
    if (!open) return
    const first = panel.current?.querySelector<HTMLElement>(
      '[data-autofocus], [aria-selected=true], button, input, [tabindex="0"], a',
    )
    first?.focus({ preventScroll: true })
    const away = (event: PointerEvent) => {
      const target = event.target as Node
      if (!panel.current?.contains(target) && !anchor.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    return () => document.removeEventListener('pointerdown', away)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (kind !== 'dialog') moveFocus(event, panel.current)
    if (event.key === 'Tab' && kind !== 'dialog') setOpen(false)
  }

  return (
    <>
      {trigger(
        {
          ref: anchor,
          onClick: () => setOpen(!open),
          'aria-expanded': open,
          'aria-haspopup': kind,
          'aria-controls': open ? id : undefined,
        },
        open,
      )}
      {open &&
        createPortal(
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: every kind of panel may be named
          // biome-ignore lint/a11y/noStaticElementInteractions: the role is dialog, menu or list box
          <div
            ref={panel}
            id={id}
            role={kind}
            aria-label={label}
            className={`popover ${className}`}
            onKeyDown={onKeyDown}
            tabIndex={-1}
          >
            {children(close)}
          </div>,
          document.body,
        )}
    </>
  )
}

/** Arrow keys, Home and End walk through the entries of a menu or list box. */
function moveFocus(event: KeyboardEvent, panel: HTMLElement | null) {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: 0, End: 0 }[event.key]
  if (step === undefined || !panel) return
  event.preventDefault()
  const entries = [...panel.querySelectorAll<HTMLElement>('[role=menuitem],[role=menuitemradio],[role=option]')].filter(
    (entry) => !entry.hasAttribute('disabled'),
  )
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? entries.length - 1 : (at + step + entries.length) % entries.length
  entries[to]?.focus()
}

function usePlacement(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  align: 'start' | 'end',
  matchWidth?: boolean,
) {
  useLayoutEffect(() => {
    if (!open) return
    const place = () => {
      if (!anchor.current || !panel.current) return
      const a = anchor.current.getBoundingClientRect()
      const style = panel.current.style
      if (matchWidth) style.minWidth = `${a.width}px`
      const { width, height } = panel.current.getBoundingClientRect()
      const left = align === 'end' ? a.right - width : a.left
      style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
      const below = a.bottom + 4
      style.top = `${below + height > innerHeight - 8 && a.top - height - 4 > 8 ? a.top - height - 4 : below}px`
    }
    place()
    const watch = new ResizeObserver(place)
    if (panel.current) watch.observe(panel.current)
    addEventListener('resize', place)
    addEventListener('scroll', place, true)
    return () => {
      watch.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', place, true)
    }
  }, [open, anchor, panel, align, matchWidth])
}

export type MenuEntry = {
  key: string
  label: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  chosen?: boolean
  danger?: boolean
  disabled?: string
  onSelect: () => void
}

/** A menu of actions or choices. */
export function Menu({
  trigger,
  entries,
  align,
  label,
  header,
}: Pick<Props, 'trigger' | 'align' | 'label'> & { entries: readonly (MenuEntry | 'line')[]; header?: ReactNode }) {
  return (
    <Popover kind="menu" trigger={trigger} align={align} label={label} className="menu">
      {(close) => (
        <>
          {header}
          {entries.map((entry, index) =>
            entry === 'line' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity
              <hr key={`line${index}`} />
            ) : (
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is a radio whenever it is checked or not
              <button
                type="button"
                key={entry.key}
                role={entry.chosen === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={entry.chosen}
                className={`menu-item${entry.danger ? ' is-danger' : ''}`}
                disabled={entry.disabled !== undefined}
                title={entry.disabled}
                onClick={() => {
                  close()
                  entry.onSelect()
                }}
              >
                {entry.icon}
                <span className="menu-text">
                  {entry.label}
                  {entry.hint && <small>{entry.hint}</small>}
                </span>
                {entry.chosen && <span className="menu-check">✓</span>}
              </button>
            ),
          )}
        </>
      )}
    </Popover>
  )
}
