import { useNavigate, useRouter } from '@tanstack/react-router'
import { type Found, searchCalls } from '@usance/wire/search/calls'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { send } from '../http/client.ts'
import { useText } from '../i18n/i18n.ts'
import { knownPages } from '../session/known-pages.ts'
import type { Seat } from '../session/permissions.ts'
import { useAddress } from '../session/use-may-open.ts'
import { Dialog } from '../ui/dialog.tsx'
import { menuOf } from './menu-tree.ts'

const event = 'usance:palette'
export const openPalette = () => dispatchEvent(new Event(event))

/** Calls `show` when the palette is asked for, by its keys or by a button. */
function useAskedFor(show: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` sets states only, each time in the same way
  useEffect(() => {
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
}

/** A page or a record that was found, and the way there. */
type Target = { key: string; name: ReactNode; about: string; open: () => void }

/** The pages of the menu that what was typed names. */
function usePages(typed: string, session: Seat): Target[] {
  const text = useText()
  const navigate = useNavigate()
  const found = useMemo(() => {
    const words = typed.trim().toLowerCase()
    return menuOf(knownPages(), session)
      .flatMap(({ group, pages: entries }) =>
        entries.map((page) => ({ page, title: text(page.title), group: text(`menu.group.${group}`) })),
      )
      .filter(({ page, title, group }) => `${title} ${group} ${page.path}`.toLowerCase().includes(words))
      .slice(0, 12)
  }, [typed, session, text])
  return found.map(({ page, title, group }) => ({
    key: page.path,
    name: title,
    about: group,
    open: () => void navigate({ to: page.path }),
  }))
}

/** Of the records that were found those whose page the user may open. */
function useTargets(records: readonly Found[]): Target[] {
  const text = useText()
  const router = useRouter()
  const addressOf = useAddress()
  return records.flatMap((record) => {
    const link = addressOf(record.link)
    if (link === undefined) return []
    const name = (
      <>
        {record.no} <small className="muted">{record.text}</small>
      </>
    )
    const about = text(`shell.found.${record.kind}`)
    return [{ key: `${record.kind} ${record.id}`, name, about, open: () => router.history.push(link) }]
  })
}

/** Ctrl+K: type a few letters of a page, a number or a name, and go there. */
export function CommandPalette({ session }: { session: Seat }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [isWaiting, wait] = useState(false)
  const type = (words: string) => {
    setTyped(words)
    setAt(0)
    wait(false)
  }
  useAskedFor(() => {
    type('')
    setOpen(true)
  })
  const pages = usePages(typed, session)
  const { records, isAnswered } = useRecords(open ? typed : '')
  const targets = [...pages, ...useTargets(records)]
  const count = targets.length
  const go = (index: number) => {
    const target = targets[index]
    if (!target) return
    setOpen(false)
    target.open()
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
      if (at < pages.length || isAnswered) go(at)
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
        onChange={(change) => type(change.target.value)}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" className="palette-list" aria-label={text('shell.jump')}>
        {targets.map(({ key, name, about }, index) => (
          <button
            type="button"
            role="option"
            id={`palette-${index}`}
            tabIndex={-1}
            aria-selected={index === at}
            key={key}
            className="menu-item"
            onMouseEnter={() => setAt(index)}
            onClick={() => go(index)}
          >
            <span className="menu-text">{name}</span>
            <small className="muted">{about}</small>
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
