import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useText } from '../i18n/i18n.ts'
import { pages } from '../routes.tsx'
import type { Session } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { menuOf } from './menu-tree.ts'

const event = 'usance:palette'
export const openPalette = () => dispatchEvent(new Event(event))

/** Ctrl+K: type a few letters of a page and go there. */
export function CommandPalette({ session }: { session: Session }) {
  const text = useText()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)

  useEffect(() => {
    const show = () => {
      setTyped('')
      setAt(0)
      setOpen(true)
    }
    const onKey = (pressed: globalThis.KeyboardEvent) => {
      if ((pressed.ctrlKey || pressed.metaKey) && pressed.key.toLowerCase() === 'k') {
        pressed.preventDefault()
        show()
      }
    }
    addEventListener('keydown', onKey)
    addEventListener(event, show)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener(event, show)
    }
  }, [])

  const found = useMemo(() => {
    const words = typed.trim().toLowerCase()
    return menuOf(pages, session)
      .flatMap(({ group, pages: entries }) =>
        entries.map((page) => ({ page, title: text(page.title), group: text(`menu.group.${group}`) })),
      )
      .filter(({ page, title, group }) => `${title} ${group} ${page.path}`.toLowerCase().includes(words))
      .slice(0, 12)
  }, [typed, session, text])

  const go = (index: number) => {
    const target = found[index]
    if (!target) return
    setOpen(false)
    void navigate({ to: target.page.path })
  }
  const onKeyDown = (pressed: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[pressed.key]
    if (step) {
      pressed.preventDefault()
      setAt((at + step + found.length) % Math.max(found.length, 1))
    }
    if (pressed.key === 'Enter') go(at)
  }

  return (
    <Dialog open={open} title={text('shell.jump')} onClose={() => setOpen(false)} width={520}>
      <input
        className="input palette-input"
        data-autofocus=""
        value={typed}
        placeholder={text('shell.jumpHint')}
        aria-label={text('shell.jumpHint')}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        onChange={(change) => {
          setTyped(change.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" className="palette-list" aria-label={text('shell.jump')}>
        {found.map(({ page, title, group }, index) => (
          <button
            type="button"
            role="option"
            id={`palette-${index}`}
            tabIndex={-1}
            aria-selected={index === at}
            key={page.path}
            className="menu-item"
            onMouseEnter={() => setAt(index)}
            onClick={() => go(index)}
          >
            <span className="menu-text">{title}</span>
            <small className="muted">{group}</small>
          </button>
        ))}
        {found.length === 0 && <p className="muted palette-none">{text('shell.jumpNone')}</p>}
      </div>
    </Dialog>
  )
}
