import type { FormInstance } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../i18n/i18n.ts'
import { tabKept } from '../session/kept-here.ts'
import { whenLeaving } from '../session/leave.ts'
import { useMaybeSession } from '../session/session.ts'
import { notify } from '../ui/notice.ts'

/**
 * What was typed outlives the end of a session: on the way to the sign-in page it is put into this tab's own storage, under
 * the user, the company it was typed for and the address, and is taken out once when the same user stands on the same page for
 * the same company again.
 */
function useWhose(): string | undefined {
  const user = useMaybeSession()?.user
  return user && `${user.id} ${user.companyId}`
}
/** What is kept: the parts that differ from what the form began with, and the version of the record that they were typed for. */
type Kept<T> = { version?: number | undefined; typed: Partial<T> }

const keyOf = (whose: string, part: string) => `kept ${whose} ${location.pathname}${location.search}${part && ` ${part}`}`

function keep<T extends object>(whose: string, part: string, kept: Kept<T>) {
  tabKept.write(keyOf(whose, part), JSON.stringify(kept))
}
function take<T extends object>(whose: string, part: string): Kept<T> | undefined {
  const kept: Kept<T> | null = tabKept.parsed(keyOf(whose, part))
  if (kept === null) return undefined
  const { version, typed } = kept
  const parts = Object.entries(typed).map(([name, value]) => [name, value ?? undefined])
  return { version, typed: Object.fromEntries(parts) as Partial<T> }
}
function restored(whose: string, part: string, isNewer: boolean) {
  tabKept.write(keyOf(whose, part), null)
  if (isNewer) notify('warning', t('form.keptOverNewer'))
  else notify('info', t('form.kept'))
}

/** The parts of `now` that are not as they began. A part that was emptied is null, as JSON has no undefined. */
function changedParts<T extends object>(first: T, now: T): Partial<T> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value ?? null) !== JSON.stringify(first[name as keyof T] ?? null)
  return Object.fromEntries(
    Object.entries(now)
      .filter(isChanged)
      .map(([name, value]) => [name, value ?? null]),
  ) as Partial<T>
}

type Choices = {
  /** False where a password or the number of a document is typed, and once it was sent. */
  wanted?: boolean
  /** What a dialog is about, and which field: it is filled in again when that dialog is opened again. */
  part?: string
  /** The version of the record that the form edits. When it is another one at the return, the user is told to compare. */
  version?: number | undefined
}

/**
 * Keeps what was changed in a form, and no field that somebody else may have changed meanwhile. Answers whether anything stands in
 * it that was typed, be it before the session ended.
 */
export function useKeptForm(form: FormInstance, { wanted = true, part = '', version }: Choices = {}): () => boolean {
  const whose = useWhose()
  const isBack = useRef(false)
  const isTyped = () => isBack.current || form.isFieldsTouched()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked of the form does not change with it
  useEffect(() => {
    if (!wanted || !whose) return
    const first: object = form.getFieldsValue(true)
    const kept = take(whose, part)
    if (kept) {
      form.setFieldsValue(kept.typed)
      isBack.current = true
      restored(whose, part, kept.version !== version)
    }
    return whenLeaving(() => isTyped() && keep(whose, part, { version, typed: changedParts(first, form.getFieldsValue(true)) }))
  }, [form, wanted, part, whose])
  return isTyped
}

/** Keeps a state likewise, for forms that hold their values themselves; `restore` gets the parts that were changed. */
export function useKeptState<T extends object>(
  state: T,
  restore: (kept: Partial<T>) => void,
  { wanted = true, part = '', version }: Choices = {},
) {
  const whose = useWhose()
  const latest = useRef({ first: state, now: state, wanted, version })
  latest.current = { ...latest.current, now: state, wanted }
  useEffect(() => {
    if (!whose) return
    const kept = take<T>(whose, part)
    if (kept) {
      restore(kept.typed)
      restored(whose, part, kept.version !== latest.current.version)
    }
    return whenLeaving(() => {
      const { first, now, wanted, version } = latest.current
      const typed = changedParts(first, now)
      if (wanted && Object.keys(typed).length > 0) keep<T>(whose, part, { version, typed })
    })
  }, [whose, part, restore])
}

/** `useState` of what a page has typed in several fields, each kept by itself. What was sent is no longer `wanted`. */
export function useTypedParts<T extends object>(first: T | (() => T), choices: Choices & { part: string }) {
  const [now, setNow] = useState(first)
  const restore = useCallback((kept: Partial<T>) => setNow((was) => ({ ...was, ...kept })), [])
  useKeptState(now, restore, choices)
  return [now, setNow] as const
}

/** `useState` of what a page has typed in one field: it outlives the end of a session. `part` says which field of the page it is. */
export function useTyped<T>(first: T, choices: Choices & { part: string }) {
  const [{ value }, set] = useTypedParts<{ value: T }>({ value: first }, choices)
  const setValue = useCallback((next: T) => set({ value: next }), [set])
  return [value, setValue] as const
}
