import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { browserKept } from '../../session/kept-here.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useMedia } from '../../ui/use-media.ts'

type Key = 'j' | 'k' | 'o' | 'x' | 'p' | 'd'

const storageKey = (userId: string) => `approval keys ${userId}`
const isOff = (userId: string) => browserKept.read(storageKey(userId)) === 'off'
const keep = (userId: string, on: boolean) => browserKept.write(storageKey(userId), on ? 'on' : 'off')

/** Single keys on a page of approvals, and the button for the dialog that shows them and turns them off. */
export function Keys({ keys }: { keys: Partial<Record<Key, () => unknown>> }) {
  const text = useText()
  const { user } = useSession()
  const [on, setOn] = useState(() => !isOff(user.id))
  const [open, setOpen] = useState(false)
  // A narrow or magnified window has its keyboard; a phone has none.
  const hasKeyboard = !useMedia('(hover: none) and (pointer: coarse)')
  useKeys({ ...keys, '?': () => setOpen(true) }, on)
  return (
    <>
      {hasKeyboard && (
        <Button small look="text" onClick={() => setOpen(true)}>
          {text('approval.keys')}
        </Button>
      )}
      <Dialog open={open} width={420} title={text('approval.keysTitle')} onClose={() => setOpen(false)}>
        <dl className="keys">
          {[...Object.keys(keys), '?'].map((key) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text.of('approval.key', key === '?' ? 'help' : key)}</dd>
            </div>
          ))}
        </dl>
        <label className="keys-switch">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => {
              setOn(event.target.checked)
              keep(user.id, event.target.checked)
            }}
          />
          {text('approval.keysOn')}
        </label>
      </Dialog>
    </>
  )
}

/** The rows on screen, marked by the focus on their link. */
const rows = () => [...document.querySelectorAll<HTMLElement>('.results tbody tr')]
const marked = () => rows().findIndex((row) => row.contains(document.activeElement))
const markedRow = () => rows()[marked()]
const press = (element: Element | null | undefined) => element instanceof HTMLElement && element.click()
function mark(by: 1 | -1) {
  const all = rows()
  const at = marked()
  const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]
  next?.querySelector<HTMLElement>('a')?.focus()
  next?.scrollIntoView?.({ block: 'nearest' })
}

/** The keys of the list. Nothing is decided by one: the rows that are ticked open the dialog that shows them, one row its page. */
export const listKeys: Record<Key, () => unknown> = {
  j: () => mark(1),
  k: () => mark(-1),
  o: () => press(markedRow()?.querySelector('a')),
  x: () => press(markedRow()?.querySelector('input[type=checkbox]')),
  p: () => press(document.querySelector('.together-PASSED button') ?? markedRow()?.querySelector('a')),
  d: () => press(document.querySelector('.together-REJECTED button') ?? markedRow()?.querySelector('a')),
}

/** The keys of one approval: they lead to its button and its comment, and to the approvals beside it. */
export const pageKeys = {
  j: () => press(document.querySelector('.trail [data-way=after]')),
  k: () => press(document.querySelector('.trail [data-way=before]')),
  p: () => document.querySelector<HTMLElement>('.decision-pass button')?.focus(),
  d: () => document.querySelector<HTMLElement>('.decision .decision-comment')?.focus(),
}
