import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { t } from '../i18n/i18n.ts'
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
const keyOf = (whose: string, part: string) => `kept ${whose} ${location.pathname}${location.search}${part && ` ${part}`}`

function keep(whose: string, part: string, typed: unknown) {
  try {
    sessionStorage.setItem(keyOf(whose, part), JSON.stringify(typed))
  } catch {
    // Storage is full or forbidden; what was typed is then lost as it always was.
  }
}
function take<T>(whose: string, part: string): T | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(whose, part))
    return kept === null ? undefined : (JSON.parse(kept) as T)
  } catch {
    return undefined
  }
}
function restored(whose: string, part: string) {
  sessionStorage.removeItem(keyOf(whose, part))
  notify('info', t('form.kept'))
}

/**
 * Keeps what stands in a form; `wanted` is false where a password or the number of a document is typed. Answers whether
 * anything stands in it that was typed, be it before the session ended. The form of a dialog says as `part` what it is about:
 * it is filled in again when that dialog is opened again.
 */
export function useKeptForm(form: FormInstance, wanted = true, part = ''): () => boolean {
  const whose = useWhose()
  const isBack = useRef(false)
  const isTyped = () => isBack.current || form.isFieldsTouched()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked of the form does not change with it
  useEffect(() => {
    if (!wanted || !whose) return
    const kept = take<object>(whose, part)
    if (kept) {
      form.setFieldsValue(kept)
      isBack.current = true
      restored(whose, part)
    }
    return whenLeaving(() => isTyped() && keep(whose, part, form.getFieldsValue(true)))
  }, [form, wanted, part, whose])
  return isTyped
}

/** Keeps a state likewise, for forms that hold their values themselves. */
export function useKeptState<T>(state: T, setState: (kept: T) => void) {
  const whose = useWhose()
  const latest = useRef({ first: state, now: state })
  latest.current.now = state
  useEffect(() => {
    if (!whose) return
    const kept = take<T>(whose, '')
    if (kept !== undefined) {
      setState(kept)
      restored(whose, '')
    }
    return whenLeaving(() => latest.current.now !== latest.current.first && keep(whose, '', latest.current.now))
  }, [whose, setState])
}
