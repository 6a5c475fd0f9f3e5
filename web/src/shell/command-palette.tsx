import { useNavigate, useRouter } from '@tanstack/react-router'
import { type Found, searchCalls } from '@usance/wire/search/calls'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { send } from '../http/client.ts'
import { useText } from '../i18n/i18n.ts'
import { knownPages } from '../session/known-pages.ts'
import type { Seat } from '../session/permissions.ts'
import { useAddress } from '../session/use-may-open.ts'
import { Dialog } from '../ui/dialog.tsx'
import { menuOf } from './menu-tree.ts'

const event = 'usance:palette'
export const openPalette = () => dispatchEvent(new Event(event))

/** Ctrl+K: type a few letters of a page, a number or a name, and go there. */
export function CommandPalette({ session }: { session: Seat }) {
  const text = useText()
  const navigate = useNavigate()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)

  useEffect(() => {
    const show = () => {
      setTyped('')
      setAt(0)
      wait(false)
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
    return menuOf(knownPages(), session)
      .flatMap(({ group, pages: entries }) =>
        entries.map((page) => ({ page, title: text(page.title), group: text(`menu.group.${group}`) })),
      )
      .filter(({ page, title, group }) => `${title} ${group} ${page.path}`.toLowerCase().includes(words))
      .slice(0, 12)
  }, [typed, session, text])

  const addressOf = useAddress()
  const answered = useRecords(open ? typed : '')
  const { isAnswered } = answered
  // Only records whose page the user may open.
  const records = answered.records.flatMap((record) => {
    const link = addressOf(record.link)
    return link === undefined ? [] : [{ ...record, link }]
  })
  const [isWaiting, wait] = useState(false)
  const count = found.length + records.length
  const go = (index: number) => {
    const target = found[index]
    const record = records[index - found.length]
    if (!target && !record) return
    setOpen(false)
    if (target) void navigate({ to: target.page.path })
    else if (record) router.history.push(record.link)
  }
  // Who types a number and presses Enter before it was looked up goes there when it is found, not to what was found before.
  useEffect(() => {
    if (!isWaiting || !isAnswered) return
    wait(false)
    if (open) go(0)
  })
  const onKeyDown = (pressed: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[pressed.key]
    if (step) {
      pressed.preventDefault()
      setAt((at + step + count) % Math.max(count, 1))
    }
    if (pressed.key === 'Enter') {
      if (at < found.length || isAnswered) go(at)
      else wait(true)
    }
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
        aria-activedescendant={at < count ? `palette-${at}` : undefined}
        onChange={(change) => {
          setTyped(change.target.value)
          setAt(0)
          wait(false)
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
        {records.map((record, index) => (
          <button
            type="button"
            role="option"
            id={`palette-${found.length + index}`}
            tabIndex={-1}
            aria-selected={found.length + index === at}
            key={`${record.kind} ${record.id}`}
            className="menu-item"
            onMouseEnter={() => setAt(found.length + index)}
            onClick={() => go(found.length + index)}
          >
            <span className="menu-text">
              {record.no} <small className="muted">{record.text}</small>
            </span>
            <small className="muted">{text(`shell.found.${record.kind}`)}</small>
          </button>
        ))}
        {count === 0 && isAnswered && <p className="muted palette-none">{text('shell.jumpNone')}</p>}
      </div>
    </Dialog>
  )
}

const none: readonly Found[] = []
type Answered = { wanted: string; records: readonly Found[] }

/** What the server finds for a text, asked for when one stops typing for a moment; until then, what the text before found. */
function useRecords(typed: string): { records: readonly Found[]; isAnswered: boolean } {
  const [answered, setAnswered] = useState<Answered>({ wanted: '', records: none })
  const wanted = typed.trim()
  const isAsked = wanted.length >= 2
  useEffect(() => {
    if (!isAsked) {
      setAnswered({ wanted, records: none })
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(() => {
      send(searchCalls.find, { body: { text: wanted } }, { quiet: true, signal: stop.signal }).then(
        (records) => setAnswered({ wanted, records }),
        () => stop.signal.aborted || setAnswered({ wanted, records: none }),
      )
    }, 200)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, isAsked])
  return { records: isAsked ? answered.records : none, isAnswered: !isAsked || answered.wanted === wanted }
}
