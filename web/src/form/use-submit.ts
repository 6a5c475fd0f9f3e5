import type { Call, Sent } from '@usance/wire/call'
import type { FieldError } from '@usance/wire/errors'
import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { type Result, sendParts } from '../http/client.ts'
import { randomId } from '../http/random-id.ts'
import { Cancelled, isUncertain, Refused } from '../http/refused.ts'
import { report, wordsOf } from '../http/report.ts'
import { shownParams } from '../http/shown-params.ts'
import { hasText, t } from '../i18n/i18n.ts'
import { sameUser } from '../session/mismatch.ts'
import { filesRefusal } from '../ui/files-under-way.ts'

type Path = (string | number)[]
/** `items[2].amount` and `items.2.amount` both name the third item's amount. A leading `body.` is dropped, and so is the
 *  `values.` of a change of configuration, whose form holds nothing else. */
export const pathOf = (field: string): Path =>
  field
    .replace(/^(body\.)?(values\.)?/, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const fieldWords = (message: string, params?: Record<string, unknown>): string => {
  const key = [`errors.${message}`, `common.validation.${message}`].find(hasText)
  return key ? t(key, shownParams(params ?? {})) : /^[A-Z_]+$|^[a-z_]+$/.test(message) ? t('form.invalid') : message
}

export type Submit<C extends Call> = {
  /** Sends; answers undefined when it was refused, which is then shown. */
  run: (input: Sent<C>) => Promise<Result<C> | undefined>
  busy: boolean
  /** What to say beside the button. */
  error: string
  /** The faulty fields of the last refusal; one may ask for something that the form shows only then. */
  faults: readonly FieldError[]
  /** Takes the words beside the button away: they were said of values that have changed since. */
  clear: () => void
}

/** Fields of a call that its form has under another name, or as parts of one field: the call's name to the form's. */
type FormNames = Readonly<Record<string, string>>

/**
 * Sends a form's call. Faults of single fields appear beside them (and the first is scrolled to), all others at the button, with
 * those of fields that the form does not have.
 * Nothing typed is lost, and no form is sent while a file is uploading (`useAfterFiles` waits for it). The same content sent
 * again after a broken connection keeps its idempotency key.
 */
export function useSubmit<C extends Call>(call: C, form?: FormInstance, names: FormNames = {}): Submit<C> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [faults, setFaults] = useState<readonly FieldError[]>([])
  const last = useRef({ content: '', key: '' })

  const run = async (input: Sent<C>): Promise<Result<C> | undefined> => {
    if (busy) return undefined
    // The values are collected already: a file that arrives now would not be among them.
    const refusal = filesRefusal()
    if (refusal) {
      setError(refusal)
      return undefined
    }
    if (!(await sameUser())) return undefined
    const { body } = input as { body?: unknown }
    const content = JSON.stringify(input)
    if (last.current.content !== content) last.current = { content, key: randomId() }
    const withKey =
      body && typeof body === 'object' && !Array.isArray(body)
        ? { ...input, body: { idempotencyKey: last.current.key, ...body } }
        : input
    setBusy(true)
    setError('')
    try {
      const answer = await sendParts(call, withKey, { quiet: true })
      last.current = { content: '', key: '' }
      return answer
    } catch (failure) {
      if (failure instanceof Cancelled) return undefined
      // A refusal is final for its key: correcting something else (a limit, a date) must be able to try again.
      if (failure instanceof Refused && !isUncertain(failure)) last.current = { content: '', key: '' }
      setFaults(failure instanceof Refused ? failure.fields : [])
      setError(showFailure(failure, form, names))
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, error, faults, clear: () => setError('') }
}

/** Puts field faults into the form; answers the words for the button. */
function showFailure(failure: unknown, form: FormInstance | undefined, names: FormNames): string {
  report(failure, { quiet: true })
  const all = failure instanceof Refused ? failure.fields : []
  if (!form || all.length === 0) return wordsOf(failure)
  const registered = new Set(form.getFieldsError().map(({ name }) => JSON.stringify(name)))
  const faults = all.map(({ field, message, params }) => {
    const path = pathOf(field)
    const own = names[path.join('.')]
    const name = own === undefined ? path : pathOf(own)
    return { name, words: fieldWords(message, params), isMarked: registered.has(JSON.stringify(name)) }
  })
  const marked = faults.filter(({ isMarked }) => isMarked)
  form.setFields(marked.map(({ name, words }) => ({ name, errors: [words] })))
  if (marked[0]) form.scrollToField(marked[0].name, { behavior: 'smooth', block: 'center' })
  const unmarked = faults.filter(({ isMarked }) => !isMarked).map(({ words }) => words)
  return [...(marked.length > 0 ? [t('form.checkFields')] : []), ...new Set(unmarked)].join(' ')
}
