import type { Call } from '@usance/wire/call'
import { answerShape, type Reader } from '../http/answer-shape.ts'

/** A fault of one answer, as `path: what`. */
export type AnswerFault = { path: string; what: 'undeclared' | 'withheld' | 'dropped' | 'type'; told?: string }

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The paths of a value that the cut removed; a place in an array is written as `[]`. */
function missing(raw: unknown, sent: unknown, path = ''): string[] {
  if (Array.isArray(raw)) {
    if (!Array.isArray(sent) || sent.length !== raw.length) return [`${path}[]`]
    return raw.flatMap((one, place) => missing(one, sent[place], `${path}[]`))
  }
  if (!isTree(raw) || raw instanceof Date) return raw !== undefined && raw !== null && sent === undefined ? [path] : []
  if (!isTree(sent)) return [path]
  return Object.entries(raw).flatMap(([name, value]) =>
    value === undefined ? [] : missing(value, sent[name], `${path}.${name}`),
  )
}

/** The number of fields of a value, at every depth. */
export const fieldsIn = (value: unknown): number =>
  Array.isArray(value)
    ? value.reduce((sum: number, one) => sum + fieldsIn(one), 0)
    : isTree(value)
      ? Object.values(value).reduce((sum: number, one) => sum + 1 + fieldsIn(one), 0)
      : 0

/**
 * Compares a handler's result and the sent answer with the call's declaration for the reader: undeclared fields, fields of
 * another audience (`withheld`, no fault of the answer), and values of another type.
 */
export function answerFaults(call: Call, _reader: Reader, raw: unknown, sent: unknown): AnswerFault[] {
  const everything = (['PLATFORM', 'FUNDER', 'SUPPLIER', 'BUYER', 'COMPANY'] as const).map((seat) => answerShape(call, seat)(raw))
  const declared = everything.map((one) => new Set(missing(raw, one)))
  const cut = [...new Set(missing(raw, sent))].map((path) => ({
    path,
    what: declared.every((one) => one.has(path)) ? ('undeclared' as const) : ('withheld' as const),
  }))
  const read = call.answer.safeParse(sent === undefined ? undefined : JSON.parse(JSON.stringify(sent)))
  const types = read.success
    ? []
    : read.error.issues.map((issue) => ({
        path: issue.path.map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`)).join(''),
        what: 'type' as const,
        told: issue.message,
      }))
  return [...cut, ...types]
}
