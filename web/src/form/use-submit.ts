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
const pathOf = (field: string): Path =>
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
  run: (input: Sent<C>, rows?: FormRows) => Promise<Result<C> | undefined>
  busy: boolean
  /** What to say beside the button. */
  error: string
  /** The faulty fields of the last refusal; one may ask for something that the form shows only then. */
  faults: readonly FieldError[]
  /** Clears the words at the button, once the values that were refused have changed. */
  clear: () => void
}

/** Fields of a call that its form has under another name, or as parts of one field: the call's name to the form's. */
export type FormNames = Readonly<Record<string, string>>
/** Lists of a call whose entries are only some rows of a list of its form: for each entry the place of its row, or the name of the one
 *  field that it comes from. */
export type FormRows = Readonly<Record<string, { list: string; rows: readonly (number | string)[] }>>

/**
 * Sends a form's call. Faults of single fields appear beside them (and the first is scrolled to), those of a row
 * at its field, all others at the button, with those of fields that the form does not have.
 * Nothing typed is lost, and no form is sent while a file is uploading (`useAfterFiles` waits for it). The same content sent
 * again after a broken connection keeps its idempotency key.
 */
export function useSubmit<C extends Call>(call: C, form?: FormInstance, names: FormNames = {}): Submit<C> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [faults, setFaults] = useState<readonly FieldError[]>([])
  const last = useRef({ content: '', key: '' })

  const marked = useRef<Path[]>([])

  const run = async (input: Sent<C>, rows: FormRows = {}): Promise<Result<C> | undefined> => {
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
    // A changed field loses its faults; a list keeps its own when its rows change.
    form?.setFields(marked.current.map((name) => ({ name, errors: [] })))
    marked.current = []
    try {
      const answer = await sendParts(call, withKey, { quiet: true })
      last.current = { content: '', key: '' }
      return answer
    } catch (failure) {
      if (failure instanceof Cancelled) return undefined
      // A refusal is final for its key: correcting something else (a limit, a date) must be able to try again.
      if (failure instanceof Refused && !isUncertain(failure)) last.current = { content: '', key: '' }
      setFaults(failure instanceof Refused ? failure.fields : [])
      const shown = showFailure(failure, { form, names, rows })
      marked.current = shown.marked
      setError(shown.words)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, error, faults, clear: () => setError('') }
}

/** Puts field faults into the form; answers the words for the button, and the names that are marked. */
function showFailure(
  failure: unknown,
  { form, names, rows }: { form: FormInstance | undefined; names: FormNames; rows: FormRows },
): { words: string; marked: Path[] } {
  report(failure, { quiet: true })
  const all = failure instanceof Refused ? failure.fields : []
  if (!form || all.length === 0) return { words: wordsOf(failure), marked: [] }
  const registered = form.getFieldsError().map(({ name }) => name)
  const marks = new Map<string, { name: Path; errors: string[] }>()
  const unmarked = new Set<string>()
  for (const { field, message, params } of all) {
    const words = fieldWords(message, params)
    const path = inRows(pathOf(field), rows)
    const own = names[path.join('.')]
    const name = markedAt(own === undefined ? path : pathOf(own), registered)
    if (!name) unmarked.add(words)
    else {
      const { errors } = marks.get(name.join('.')) ?? { errors: [] }
      marks.set(name.join('.'), { name, errors: [...errors, words] })
    }
  }
  const marked = [...marks.values()]
  form.setFields(marked)
  if (marked[0]) form.scrollToField(marked[0].name, { behavior: 'smooth', block: 'center' })
  return {
    words: [...(marked.length > 0 ? [t('form.checkFields')] : []), ...unmarked].join(' '),
    marked: marked.map(({ name }) => name),
  }
}

/** The path in the form of an entry that the call has in another list, or in another place of it. */
function inRows(path: Path, rows: FormRows): Path {
  const [list, at, ...rest] = path
  const known = typeof list === 'string' ? rows[list] : undefined
  if (!known) return path
  const row = typeof at === 'number' ? known.rows[at] : undefined
  if (row === undefined) return [known.list]
  return typeof row === 'string' ? [known.list, row] : [known.list, row, ...rest]
}

/**
 * The field of a form where a fault is marked. A row that has no field of that name is marked at its first one, and a list without
 * that row, or a choice of several, as a whole.
 */
function markedAt(path: Path, registered: readonly Path[]): Path | undefined {
  const begins = (name: Path, start: Path) => start.every((part, at) => name[at] === part)
  const own = (wanted: Path) => registered.find((name) => name.length === wanted.length && begins(name, wanted))
  const entry = path.findIndex((part) => typeof part === 'number')
  if (own(path) || entry < 0) return own(path)
  return registered.find((name) => begins(name, path.slice(0, entry + 1))) ?? own(path.slice(0, entry))
}
