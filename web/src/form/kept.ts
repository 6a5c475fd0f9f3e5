import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
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
  /** False where a password or the number of a document is typed. */
  wanted?: boolean
  /** What the form of a dialog is about: it is filled in again when that dialog is opened again. */
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
export function useKeptState<T extends object>(state: T, restore: (kept: Partial<T>) => void, version?: number) {
  const whose = useWhose()
  const latest = useRef({ first: state, now: state, version })
  latest.current.now = state
  useEffect(() => {
    if (!whose) return
    const kept = take<T>(whose, '')
    if (kept) {
      restore(kept.typed)
      restored(whose, '', kept.version !== latest.current.version)
    }
    return whenLeaving(() => {
      const { first, now, version } = latest.current
      if (now !== first) keep<T>(whose, '', { version, typed: changedParts(first, now) })
    })
  }, [whose, restore])
}
